/// Use it to name a place in a document: a JSON Pointer (RFC 6901).
///
/// ```swift
/// let pointer: JSONPointer = "/results/0/name"
/// pointer.tokens                           // ["results", "0", "name"]
/// JSONPointer(["a/b", "~"]).description    // "/a~1b/~0"
/// ```
public struct JSONPointer: Sendable, Hashable {
    /// The member keys and array indices from the root to the place, with escapes resolved.
    public var tokens: [String] { didSet { keys = nil } }

    /// The tokens for look-ups in many documents; `nil` where the pointer was not read from a text.
    private(set) var keys: PointerKeys?

    /// Whether the path begins at the scratch values of a running step, which are in no document: the first token is
    /// the name of one. No text of a pointer expresses that.
    package private(set) var isScratch = false

    /// The place at the end of the given keys and indices. Without any, the root.
    public init(_ tokens: [String] = []) { self.tokens = tokens }

    /// A pointer from its text: empty, or tokens that each begin with `/`. In a token `~1` means `/` and `~0` means
    /// `~`.
    ///
    /// - Throws: ``JSONPointer/SyntaxError`` if the text does not begin with `/`, or contains a `~` without `0` or `1`
    ///   after it.
    public init(parsing text: String) throws(JSONPointer.SyntaxError) {
        if text.isEmpty {
            tokens = []
            return
        }
        guard text.utf8.first == UInt8(ascii: "/") else {
            throw JSONPointer.SyntaxError(text: text, reason: .missingSlash)
        }
        var copy = text
        guard let tokens = copy.withUTF8({ Self.tokens(of: $0) }) else {
            throw JSONPointer.SyntaxError(text: text, reason: .badEscape)
        }
        self.tokens = tokens
        keys = PointerKeys(tokens)
    }

    /// The tokens of a text that begins with a slash; `nil` if there is a wrong escape.
    private static func tokens(of text: UnsafeBufferPointer<UInt8>) -> [String]? {
        var (tokens, start) = ([String](), 1)
        while start <= text.count {
            let rest = text[start...]
            let token = rest[..<(rest.firstIndex(of: UInt8(ascii: "/")) ?? text.count)]
            start = token.endIndex + 1
            guard token.contains(UInt8(ascii: "~")) else {
                tokens.append(String(decoding: token, as: UTF8.self))
                continue
            }
            var characters: [UInt8] = []
            var bytes = token
            while let byte = bytes.popFirst() {
                guard byte == UInt8(ascii: "~") else {
                    characters.append(byte)
                    continue
                }
                switch bytes.popFirst() {
                case UInt8(ascii: "0"): characters.append(UInt8(ascii: "~"))
                case UInt8(ascii: "1"): characters.append(UInt8(ascii: "/"))
                default: return nil
                }
            }
            tokens.append(String(decoding: characters, as: UTF8.self))
        }
        return tokens
    }

    package init(_ tokens: [String], isScratch: Bool) {
        self.tokens = tokens
        self.isScratch = isScratch
    }

    /// The place that the first tokens lead to.
    package func prefix(_ count: Int) -> JSONPointer {
        JSONPointer(Array(tokens.prefix(count)), isScratch: isScratch)
    }

    /// The root of a document.
    public static let root = JSONPointer()

    /// Whether this is the root.
    public var isRoot: Bool { tokens.isEmpty }

    /// The pointer to the container of this place. The parent of the root is the root.
    public var parent: JSONPointer { prefix(max(tokens.count - 1, 0)) }

    /// The pointer to a member or element of this place.
    public func appending(_ token: String) -> JSONPointer {
        JSONPointer(tokens + [token], isScratch: isScratch)
    }

    /// The pointer to an element of this place.
    public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

    /// The pointer that continues from this place with another pointer.
    public func appending(_ other: JSONPointer) -> JSONPointer {
        // Scratch values have no place in a document.
        other.isScratch ? other : JSONPointer(tokens + other.tokens, isScratch: isScratch)
    }

    /// Whether this place is the other one, or inside it.
    public func isWithin(_ other: JSONPointer) -> Bool {
        isScratch == other.isScratch && tokens.starts(with: other.tokens) { ByteKey($0) == ByteKey($1) }
    }

    /// Whether this place is the one that the first tokens of another lead to, or lies within it.
    package func isWithin(_ other: JSONPointer, upTo count: Int) -> Bool {
        guard tokens.count >= count, isScratch == other.isScratch else { return false }
        for index in 0..<count where !tokens[index].hasSameBytes(as: other.tokens[index]) { return false }
        return true
    }

    /// Whether both are places in one container.
    package func isBeside(_ other: JSONPointer) -> Bool {
        !isRoot && tokens.count == other.tokens.count && isWithin(other, upTo: tokens.count - 1)
    }

    /// The index that a token names in an array: digits without a leading zero (RFC 6901, section 4).
    package static func index(of token: String) -> Int? {
        let digits = token.utf8
        guard let first = digits.first, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.count > 1 && first == UInt8(ascii: "0") ? nil : Int(token)
    }
}

// Tokens are compared by their bytes, as keys are: `"/\u{E9}"` and `"/e\u{301}"` are two places.
extension JSONPointer {
    /// Whether both lead to the same place.
    public static func == (lhs: JSONPointer, rhs: JSONPointer) -> Bool {
        lhs.tokens.count == rhs.tokens.count && lhs.isWithin(rhs, upTo: rhs.tokens.count)
    }

    /// Hashes the tokens by their bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(tokens.count)
        for token in tokens { hasher.combine(ByteKey(token)) }
    }
}

extension JSONPointer: CustomStringConvertible {
    /// The escaped text of the pointer; for the root, the empty text.
    public var description: String {
        var text = ""
        for (index, token) in tokens.enumerated() {
            text += isScratch && index == 0 ? "$" : "/"
            guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
                text += token
                continue
            }
            for character in token.unicodeScalars {
                switch character {
                case "~": text += "~0"
                case "/": text += "~1"
                default: text.unicodeScalars.append(character)
                }
            }
        }
        return text
    }
}

extension JSONPointer: ExpressibleByStringLiteral {
    /// `let pointer: JSONPointer = "/a/b"`. A literal that is not a pointer is a programmer error and traps.
    public init(stringLiteral value: String) {
        do throws(JSONPointer.SyntaxError) {
            try self.init(parsing: value)
        } catch {
            preconditionFailure(error.description)  // A literal in the source: a programmer error, not data.
        }
    }
}

extension JSONPointer {
    /// A text that is not a JSON Pointer.
    public struct SyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
        enum Reason: Sendable { case missingSlash, badEscape }

        /// The invalid text.
        public let text: String
        let reason: Reason

        /// The mistake in the text.
        public var description: String {
            let meant = "; \"\(meant)\" was probably meant"
            return switch reason {
            case .missingSlash: "\"\(text)\" is not a JSON pointer: it must be empty or begin with \"/\"" + meant
            case .badEscape:
                "\"\(text)\" is not a JSON pointer: \"~\" is allowed only in \"~0\" (for ~) and \"~1\" (for /)" + meant
            }
        }

        /// The pointer that was probably meant: `/a/b` for `a/b`, `a.b`, `$.a.b`, `#/a/b`; `/a/0` for `a[0]`; `/a~0b`
        /// for `/a~b`.
        public var meant: JSONPointer {
            switch reason {
            case .missingSlash:
                var rest = text[...]
                if let first = rest.first, first == "$" || first == "#" { rest.removeFirst() }
                if rest.contains("/") { return JSONPointer(rest.split(separator: "/").map(String.init)) }
                return JSONPointer(rest.split { $0 == "." || $0 == "[" || $0 == "]" }.map(String.init))
            case .badEscape:
                let tokens = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
                return JSONPointer(
                    tokens.map { token in
                        // Tildes that are not part of an escape mean themselves.
                        token.split(separator: "~", omittingEmptySubsequences: false).enumerated().map { index, part in
                            if index == 0 { return String(part) }
                            if part.first == "0" { return "~" + part.dropFirst() }
                            return part.first == "1" ? "/" + part.dropFirst() : "~" + part
                        }.joined()
                    })
            }
        }
    }
}

extension JSONValue {
    /// The value at a pointer, or `nil` if the document has no such place. O(tokens), plus the search for each key
    ///
    /// ```swift
    /// let page: JSONValue = ["results": [["name": "Ann"]]]
    /// page[at: "/results/0/name"]    // "Ann"
    /// page[at: "/results/1"]         // nil
    /// ```
    public subscript(at pointer: JSONPointer) -> JSONValue? {
        if pointer.isScratch { return nil }
        var value = self
        for token in pointer.tokens {
            switch value.kind {
            case .object:
                guard let member = value[token] else { return nil }
                value = member
            case .array:
                guard let index = JSONPointer.index(of: token), let element = value[index] else { return nil }
                value = element
            default: return nil
            }
        }
        return value
    }
}
