/// The work of the coders for a type besides calling its own code.
struct ModelKind: OptionSet, Sendable {
    let rawValue: UInt8

    /// It may keep documents that it has no case for.
    static let keepsUnknownCase = ModelKind(rawValue: 1)

    /// It keeps members that it does not know.
    static let keepsUnknownMembers = ModelKind(rawValue: 2)

    /// The version writes other cases for some of its cases.
    static let hasFallbackCases = ModelKind(rawValue: 4)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The work for a type, in a version with these fallbacks; slow.
    init(_ type: Any.Type, fallbacks: [FallbackCases] = []) {
        self = []
        if fallbacks.contains(where: { $0.type == ObjectIdentifier(type) }) { insert(.hasFallbackCases) }
        if type is any UnknownCaseDecodable.Type { insert(.keepsUnknownCase) }
        if type is any UnknownMembersKeeping.Type { insert(.keepsUnknownMembers) }
    }
}
