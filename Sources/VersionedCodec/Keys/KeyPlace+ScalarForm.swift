extension KeyPlace {
    /// How a version writes the scalars of a member, if that differs from their Swift types.
    ///
    /// ```swift
    /// .kept.scalars(.text)         // 19.99 is "19.99", true is "true"
    /// .kept.scalars(.number)       // "7" is 7, true is 1
    /// .kept.scalars(.zeroOrOne)    // true is 1, false is 0
    /// ```
    ///
    /// The form applies in both directions: to the value of the member, even if it is optional, to enums and other
    /// types that are written as one scalar, and to the elements of arrays and the values of dictionaries in it. It
    /// does not apply to models within, which have layouts of their own.
    public struct ScalarForm: Sendable, Hashable {
        enum Kind { case text, number, zeroOrOne }
        let kind: Kind

        /// Numbers and booleans are text: `"19.99"`, `"true"`. The number in the text is read exactly, and written with
        /// the fewest digits that read back as the same value.
        public static let text = KeyPlace.ScalarForm(kind: .text)

        /// Texts are written as the numbers that they contain, and booleans as 1 and 0. Writing a text that is not a
        /// JSON number, such as `"007"`, is an error.
        ///
        /// Our own decoder returns the original text of the number, such as `1.50`. Foundation's coders do not provide
        /// it, so over them the text is that of the value, `1.5`.
        public static let number = KeyPlace.ScalarForm(kind: .number)

        /// Booleans are 1 and 0.
        public static let zeroOrOne = KeyPlace.ScalarForm(kind: .zeroOrOne)

        /// The kind of a scalar in payloads; the kind itself if the form does not affect it.
        package func written(_ kind: ScalarClass) -> ScalarClass {
            switch (self.kind, kind) {
            case (.text, .number), (.text, .boolean): .text
            case (.number, .text), (.number, .boolean), (.zeroOrOne, .boolean): .number
            default: kind
            }
        }
    }
}

/// The kinds of scalars.
package enum ScalarClass: Sendable { case text, number, boolean }
