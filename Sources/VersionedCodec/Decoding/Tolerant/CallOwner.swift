/// The caller that asks for a value: the object, and the call of its `init(from:)`.
struct CallOwner {
    let frame: ObjectFrame
    let key: CallKey

    /// The coding key of the member, if the call is for one.
    var member: String? {
        switch key.kind {
        // `superDecoder()` has no key.
        case .superclass where key.name.isEmpty: nil
        case .decode, .ifPresent, .keyed, .unkeyed, .superclass: Int(key.name) == nil ? key.name : nil
        case .single, .container: nil
        }
    }
}
