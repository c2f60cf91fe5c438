/// The value of a member that a payload does not have.
package enum MemberDefault: Sendable {
    /// A value as a payload of the version writes it.
    case json(JSONValue)
    /// A value of a Swift type.
    case value(any Codable & Hashable & Sendable)
}

extension MemberDefault: Hashable {
    package static func == (lhs: MemberDefault, rhs: MemberDefault) -> Bool {
        switch (lhs, rhs) {
        case (.json(let left), .json(let right)): left == right
        case (.value(let left), .value(let right)): AnyHashable(left) == AnyHashable(right)
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .json(let value): hasher.combine(value.text())
        case .value(let value): hasher.combine(AnyHashable(value))
        }
    }
}
