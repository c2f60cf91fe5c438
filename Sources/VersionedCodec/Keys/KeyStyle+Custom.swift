extension KeyStyle {
    /// A rule of your own, for payloads whose keys follow none of the other styles.
    ///
    /// ```swift
    /// let capitalised = KeyStyle.custom("First_name") { key in
    ///     let spelling = KeyStyle.snakeCase.spelling(of: key)
    ///     return spelling.prefix(1).uppercased() + spelling.dropFirst()
    /// }
    /// capitalised.spelling(of: "firstName")    // "First_name"
    /// ```
    ///
    /// The rule is called once for each key of a model and version, never for each payload. It must always give the
    /// same spelling. Two keys with the same spelling are an error, as with every style. The rule cannot be reversed,
    /// so `allKeys` finds only keys that are `CaseIterable`, listed in a layout, or already requested.
    ///
    /// - Parameters:
    ///   - name: The name of the rule. Two rules with the same name are equal.
    ///   - spelling: The spelling of a coding key in payloads.
    public static func custom(_ name: String, spelling: @escaping @Sendable (_ key: String) -> String) -> KeyStyle {
        KeyStyle(kind: .custom(CustomSpelling(name: name, spelling: spelling)))
    }
}

/// A rule of ``KeyStyle/custom(_:spelling:)``; a class, so that a style stays one word.
final class CustomSpelling: Sendable, Hashable {
    let name: String
    let spelling: @Sendable (String) -> String

    init(name: String, spelling: @escaping @Sendable (String) -> String) {
        self.name = name
        self.spelling = spelling
    }

    static func == (lhs: CustomSpelling, rhs: CustomSpelling) -> Bool { lhs.name == rhs.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
