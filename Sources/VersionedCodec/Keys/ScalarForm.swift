/// How a version writes the scalars of a member, where that is not what their Swift types say.
///
/// ```swift
/// .kept.scalars(.text)         // 19.99 is "19.99", true is "true"
/// .kept.scalars(.number)       // "7" is 7, true is 1
/// .kept.scalars(.zeroOrOne)    // true is 1, false is 0
/// ```
///
/// It holds in both directions, for the value of the member, also where it is optional, for enums and others that are
/// written as one scalar, and for the elements of arrays and the values of dictionaries in it; not for models within,
/// which have layouts of their own.
public struct ScalarForm: Sendable, Hashable {
    enum Kind { case text, number, zeroOrOne }
    let kind: Kind

    /// Numbers and booleans are text: `"19.99"`, `"true"`. The number in the text is read exactly, and written in the
    /// fewest digits that are read as the same value.
    public static let text = ScalarForm(kind: .text)

    /// Texts are the numbers that they hold, and booleans are 1 and 0. Writing a text that is not a JSON number, such
    /// as `"007"`, is an error.
    ///
    /// Our own decoder gives the text of the number as it is, such as `1.50`; Foundation's coders do not tell it, so
    /// over them it is that of the value, `1.5`.
    public static let number = ScalarForm(kind: .number)

    /// Booleans are 1 and 0.
    public static let zeroOrOne = ScalarForm(kind: .zeroOrOne)

    /// What a scalar of a kind is in payloads; the kind itself where the form has no say in it.
    package func written(_ kind: ScalarClass) -> ScalarClass {
        switch (self.kind, kind) {
        case (.text, .number), (.text, .boolean): .text
        case (.number, .text), (.number, .boolean), (.zeroOrOne, .boolean): .number
        default: kind
        }
    }
}

/// The kinds of scalars.
package enum ScalarClass: Sendable { case text, number, boolean }
