/// A string of a document: its characters, and how the bytes spelled them where that was with escapes.
struct JSONText: Sendable {
    /// The characters, escapes resolved.
    let string: String

    /// What stood between the quotes, where it held an escape; `nil` where it was the characters themselves.
    let spelling: String?

    init(_ string: String, spelling: String? = nil) {
        self.string = string
        self.spelling = spelling
    }
}
