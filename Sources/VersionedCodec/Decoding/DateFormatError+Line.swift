extension DateFormatError {
    /// The error in one line: the text and the reason, without the caret and the formats tried.
    ///
    /// - `isText`: Whether the payload has a JSON string there.
    func line(isText: Bool = true) -> String {
        "\(isText ? JSONValue.string(text).text() : "\"\(text)\"") is not a date: \(reason)"
    }
}
