/// What the coders do for a type beside calling its own code.
struct ModelKind: OptionSet, Sendable {
    let rawValue: UInt8

    /// It may keep documents that it has no case for.
    static let keepsUnknownCase = ModelKind(rawValue: 1)

    /// It keeps members that it does not know.
    static let keepsUnknownMembers = ModelKind(rawValue: 2)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// What a type is; slow.
    init(_ type: Any.Type) {
        self = []
        if type is any UnknownCaseDecodable.Type { insert(.keepsUnknownCase) }
        if type is any UnknownMembersKeeping.Type { insert(.keepsUnknownMembers) }
    }
}
