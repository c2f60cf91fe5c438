extension JSONPointer {
    /// The pointer in quotation marks, as texts for readers show it; of a very deep place, its beginning and its end.
    ///
    /// ```swift
    /// // "/a/a/a/a/a/… (502 more) …/a/a/a/a/b"
    /// ```
    package var shownShort: String {
        let (ends, limit) = (5, 20)
        guard tokens.count > limit else { return JSONValue.string(description).text() }
        let (head, tail) = (JSONPointer(Array(tokens.prefix(ends))), JSONPointer(Array(tokens.suffix(ends))))
        let text = "\(head)/… (\(tokens.count - 2 * ends) more) …\(tail)"
        return JSONValue.string(text).text()
    }
}
