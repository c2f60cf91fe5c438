/// White space and comments.
extension JSONParser {
    mutating func skipSpace() throws(JSONSyntaxError) {
        while let byte = peek {
            if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
                index += 1
            } else if byte == UInt8(ascii: "/"), options.tolerances.contains(.comments), beginsComment {
                try skipComment()
            } else if options.tolerances.contains(.furtherWhitespace), byte < 0x20 || byte >= 0x80 {
                let length = JSON5Characters.furtherSpace(bytes, at: index)
                if length == 0 { return }
                index += length
            } else {
                return
            }
        }
    }

    /// Whether a comment begins here, and not a slash alone.
    private var beginsComment: Bool {
        index + 1 < bytes.count && (bytes[index + 1] == UInt8(ascii: "/") || bytes[index + 1] == UInt8(ascii: "*"))
    }

    private mutating func skipComment() throws(JSONSyntaxError) {
        let start = index
        if bytes[index + 1] == UInt8(ascii: "/") {
            index = bytes[(index + 1)...].indices.first { endsComment(at: $0) } ?? bytes.count
        } else {
            index += 2
            while index + 1 < bytes.count, bytes[index] != UInt8(ascii: "*") || bytes[index + 1] != UInt8(ascii: "/") {
                index += 1
            }
            guard index + 1 < bytes.count else {
                index = bytes.count
                throw fault(.unexpectedEnd, at: index, expected: ["*/"])
            }
            index += 2
        }
        _ = try text(start..<index)
    }

    private func endsComment(at place: Int) -> Bool {
        bytes[place] == 0x0A || bytes[place] == 0x0D
            || (options.tolerances.contains(.furtherWhitespace) && JSON5Characters.isSeparator(bytes, at: place))
    }
}
