extension TextTransform {
    /// Whether what it makes of an object depends on the order of members.
    var showsOrderOfMembers: Bool {
        switch self {
        case .keys, .map, .everywhere: true
        default: false
        }
    }
}
