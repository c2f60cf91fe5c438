/// The newer of two labels, if the form of the version has an order.
extension VersionLocation {
    /// The order of a label and the one before it in a list that begins with the oldest.
    package enum LabelOrder: Sendable, Equatable {
        /// It is newer, or the form has no order.
        case following
        /// Payloads write both in the same way.
        case same
        /// It is older.
        case preceding
    }

    /// The order of a label and an earlier one: integers, numbers of semantic versions and days have an order, other
    /// texts have none.
    package func order(of label: String, behind earlier: String) -> LabelOrder {
        switch form {
        case .string: return .following
        case .integer where minor == nil, .integerOrString:
            guard let (old, new) = Self.both(Int128(earlier), Int128(label)) else { return .following }
            return old < new ? .following : old == new ? .same : .preceding
        case .integer, .semantic:
            guard let (old, new) = Self.both(SemanticLabel(earlier), SemanticLabel(label)) else { return .following }
            if new.precedes(old) { return .preceding }
            // With two numbers, `4` has no second one; a semantic version has all three.
            return form == .semantic && new.full == old.full ? .same : .following
        case .date:
            guard let (old, new) = Self.both(DateLabel(earlier), DateLabel(label)) else { return .following }
            return old.text < new.text ? .following : old.text == new.text ? .same : .preceding
        }
    }

    private static func both<Part>(_ first: Part?, _ second: Part?) -> (Part, Part)? {
        if let first, let second { (first, second) } else { nil }
    }
}
