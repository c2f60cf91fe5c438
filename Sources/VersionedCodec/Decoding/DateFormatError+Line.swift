extension DateFormatError {
    /// The error in one line: the text and the reason, without the caret and the formats tried.
    ///
    /// - `isText`: Whether the payload has a JSON string there; `nil` if only the error knows.
    func line(isText: Bool? = nil) -> String {
        "\(isText ?? !isOfNumber ? JSONValue.string(text).text() : text) is not a date: \(reason)"
    }

    /// Whether the payload had a number, by the reasons of the formats.
    private var isOfNumber: Bool {
        let codes = attempts.map(\.code)
        if codes.contains(.expectedText) { return true }
        return !codes.contains(.expectedNumber) && (code == .numberOutOfRange || code == .notANumber)
    }
}
