import LosslessJSON

/// Which values of another kind are read in parts of a document.
struct ConversionsByPath: Sendable {
    /// The paths, the longest first.
    private let rules: [(pattern: JSONPointer, conversions: ValueConversions)]

    /// `nil` if there are none.
    init?(_ rules: [JSONPointer: ValueConversions]) {
        if rules.isEmpty { return nil }
        self.rules = rules.map { ($0.key, $0.value) }
            .inOrder { ($0.0.tokens.count, $1.0.description) > ($1.0.tokens.count, $0.0.description) }
    }

    /// The conversions at a path; `nil` if no rule holds.
    func conversions(at path: JSONPointer) -> ValueConversions? {
        rules.first { path.isAtOrBelow($0.pattern) }?.conversions
    }
}

extension JSONPointer {
    /// Whether it is a path or is below it; `*` in the path matches any key or index.
    func isAtOrBelow(_ pattern: JSONPointer) -> Bool {
        tokens.count >= pattern.tokens.count && zip(pattern.tokens, tokens).allSatisfy { $0 == "*" || $0 == $1 }
    }
}
