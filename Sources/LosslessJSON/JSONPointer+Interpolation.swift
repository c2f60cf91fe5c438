extension JSONPointer: ExpressibleByStringInterpolation {
    /// `let pointer: JSONPointer = "/lines/\(index)/note"`. An interpolated key or index is one token, or a part of
    /// one: its `~` and `/` are escaped. So data cannot lead to another place. An interpolated pointer continues the
    /// path.
    ///
    /// ```swift
    /// let key = "a/b"
    /// let pointer: JSONPointer = "/files/\(key)"    // /files/a~1b
    /// pointer.tokens                                // ["files", "a/b"]
    /// let size: JSONPointer = "\(pointer)/size"     // /files/a~1b/size
    /// ```
    ///
    /// Literal parts are text of a pointer. One that is not, and a key without a slash before it, is a programmer error
    /// and traps.
    public init(stringInterpolation: StringInterpolation) {
        let pointer = JSONPointer(stringLiteral: stringInterpolation.text)
        self = stringInterpolation.start.appending(pointer)
    }

    /// The text of a pointer that is put together.
    public struct StringInterpolation: StringInterpolationProtocol {
        /// The pointer that it begins with.
        fileprivate var start = JSONPointer.root
        fileprivate var text = ""

        /// An empty text.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 8 * interpolationCount)
        }

        /// Adds text of a pointer.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Adds a key, or a part of one.
        public mutating func appendInterpolation(_ key: some StringProtocol) {
            precondition(!text.isEmpty, "an interpolated key of a JSON pointer must follow a \"/\"")
            text += JSONPointer([String(key)]).description.dropFirst()
        }

        /// Adds an index, or a key that is a number.
        public mutating func appendInterpolation(_ index: some BinaryInteger) { appendInterpolation("\(index)") }

        /// Adds the name of a coding key.
        public mutating func appendInterpolation(_ key: some CodingKey) { appendInterpolation(key.stringValue) }

        /// Adds a pointer.
        public mutating func appendInterpolation(_ pointer: JSONPointer) {
            if text.isEmpty { return start = start.appending(pointer) }
            precondition(!pointer.isScratch, "a scratch value can only begin a JSON pointer")
            text += pointer.description
        }
    }
}
