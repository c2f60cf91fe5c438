extension KeyLayout {
    /// How elements of an array are written that no key of a layout writes.
    ///
    /// ```swift
    /// try KeyLayout(CodingKeys.self, [.mobile: .path("/phones/1/number")], gaps: .filled(with: [:]))
    /// // {"phones": [{}, {"number": "0170"}]}
    /// ```
    public struct ArrayGaps: Sendable, Equatable {
        let filler: JSONValue?

        /// Writing a gap is an error.
        public static let fail = KeyLayout.ArrayGaps(filler: nil)

        /// Each element of a gap is the given value.
        public static func filled(with value: JSONValue) -> KeyLayout.ArrayGaps { KeyLayout.ArrayGaps(filler: value) }
    }
}
