/// Reads JSON text byte by byte: RFC 8259, and the tolerances that are asked for, without recursion.
///
/// Documents are read through an index; this parser finds the mistake in a text that the index refuses, and its place.
/// It can build values, too, with which tests compare those of the index.
package struct JSONParser {
    let bytes: [UInt8]
    let options: JSONParsingOptions
    var index = 0

    /// Whether values are built; without them a huge text costs no memory.
    private let buildsValues: Bool

    /// Whether the text is the members of an object without its braces.
    private let isWithoutBraces: Bool

    /// The containers that are open, outermost first.
    private var open: [OpenContainer] = []

    private struct OpenContainer {
        let start: Int
        let isObject: Bool
        /// How many values are complete.
        var count = 0
        var keyCount = 0
        var lastKey: String?
        var values: [JSONValue] = []
        var keys: [JSONText] = []
        var seen: Set<ByteKey> = []
    }

    init(
        bytes: [UInt8], options: JSONParsingOptions, buildsValues: Bool = true, isWithoutBraces: Bool = false
    ) {
        self.bytes = bytes
        self.options = options
        self.buildsValues = buildsValues
        self.isWithoutBraces = isWithoutBraces
    }

    /// The first mistake in a text that an index has refused.
    package static func fault(
        in bytes: [UInt8], _ options: JSONParsingOptions, isWithoutBraces: Bool = false
    ) -> JSONSyntaxError {
        var parser = JSONParser(
            bytes: bytes, options: options, buildsValues: false, isWithoutBraces: isWithoutBraces)
        if bytes.count > options.maximumBytes {
            return parser.fault(.tooLarge, at: 0, expected: ["at most \(options.maximumBytes) bytes"])
        }
        do throws(JSONSyntaxError) {
            _ = try parser.parse()
        } catch {
            return error
        }
        if options.tolerances.makesJSON {
            // The converted text is longer than the original.
            return parser.fault(.tooLarge, at: 0, expected: ["at most \(options.maximumBytes) bytes of JSON"])
        }
        assertionFailure("the index refuses what the parser reads")
        return parser.fault(
            .unexpectedCharacter, at: 0, expected: ["JSON"], found: bytes.isEmpty ? "" : parser.scalar(at: 0))
    }

    mutating func parse() throws(JSONSyntaxError) -> JSONValue {
        if options.tolerances.contains(.byteOrderMark), bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            index = 3
        } else if let code = foreignEncoding {
            throw fault(code, at: 0)
        }
        var finished = isWithoutBraces ? try openWithoutBraces() : nil
        while finished == nil {
            try skipSpace()
            if let value = try readValueOrOpen() { finished = try attach(value) }
        }
        try skipSpace()
        guard index == bytes.count, let finished else {
            throw fault(.trailingCharacters, at: index, found: scalar(at: index))
        }
        return finished
    }

    // MARK: Values

    /// Reads a value that is not a container, or opens a container; an empty one is complete at once.
    private mutating func readValueOrOpen() throws(JSONSyntaxError) -> JSONValue? {
        let start = index
        switch peek {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard open.count < options.maximumDepth else {
                let levels = options.maximumDepth == 1 ? "level" : "levels"
                throw fault(.nestingTooDeep, at: start, expected: ["at most \(options.maximumDepth) \(levels)"])
            }
            let isObject = peek == UInt8(ascii: "{")
            index += 1
            open.append(OpenContainer(start: start, isObject: isObject))
            try skipSpace()
            if peek == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return close() }
            if isObject { try readKey(orClosing: true) }
            return nil
        case UInt8(ascii: "\""): return JSONValue(.string(try readString()), offset: start)
        case UInt8(ascii: "'") where options.tolerances.contains(.singleQuotes):
            return JSONValue(.string(try readString()), offset: start)
        case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return try readNumber()
        case UInt8(ascii: "+") where options.tolerances.contains(.plusSigns),
            UInt8(ascii: ".") where options.tolerances.contains(.bareDecimalPoints):
            return try readNumber()
        case UInt8(ascii: "t"): return try readWord("true", .bool(true))
        case UInt8(ascii: "f"): return try readWord("false", .bool(false))
        case UInt8(ascii: "n"): return try readWord("null", .null)
        default:
            if let number = try readNonFinite() { return number }
            let mayClose = open.last.map { !$0.isObject && $0.count == 0 } ?? false
            throw unexpected(expected: mayClose ? ["a value", "]"] : ["a value"])
        }
    }

    /// Puts a complete value where it belongs and reads on to the next value. Returns the value of the whole text once
    /// that is complete.
    private mutating func attach(_ value: JSONValue) throws(JSONSyntaxError) -> JSONValue? {
        var value = value
        while let last = open.indices.last {
            if buildsValues { open[last].values.append(value) }
            open[last].count += 1
            let isObject = open[last].isObject
            try skipSpace()
            switch peek {
            case UInt8(ascii: ","):
                index += 1
                try skipSpace()
                if options.tolerances.contains(.trailingCommas),
                    peek == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) || isAtEndWithoutBraces
                {
                    value = close()
                    continue
                }
                if isObject { try readKey(orClosing: false) }
                return nil
            case UInt8(ascii: "}") where isObject && !isInnermostWithoutBraces, UInt8(ascii: "]") where !isObject:
                value = close()
            case nil where isAtEndWithoutBraces:
                value = close()
            default:
                open[last].count -= 1  // The path of the error names the member that was just read.
                let closing = isInnermostWithoutBraces ? "the end of the text" : isObject ? "}" : "]"
                throw unexpected(expected: [",", closing])
            }
        }
        return value
    }

    private mutating func close() -> JSONValue {
        if !isInnermostWithoutBraces { index += 1 }
        let container = open.removeLast()
        let storage = ContainerStorage(values: container.values, keys: container.keys)
        return JSONValue(.container(.edited(storage), isObject: container.isObject), offset: container.start)
    }

    // MARK: Members without braces

    /// Begins the object whose members are the text; returns it if there are none.
    private mutating func openWithoutBraces() throws(JSONSyntaxError) -> JSONValue? {
        open.append(OpenContainer(start: 0, isObject: true))
        try skipSpace()
        if peek == nil { return close() }
        try readKey(orClosing: false)
        return nil
    }

    private var isInnermostWithoutBraces: Bool { isWithoutBraces && open.count == 1 }

    private var isAtEndWithoutBraces: Bool { isInnermostWithoutBraces && peek == nil }

    // MARK: Keys, numbers, words

    /// Reads a key and its colon, up to the value.
    private mutating func readKey(orClosing: Bool) throws(JSONSyntaxError) {
        let start = index
        guard let key = try readQuotedOrPlainKey() else {
            throw unexpected(expected: orClosing ? ["a key", "}"] : ["a key"])
        }
        let last = open.count - 1
        if buildsValues { open[last].keys.append(key) }
        open[last].keyCount += 1
        open[last].lastKey = key.string
        if options.duplicateKeys == .report, !open[last].seen.insert(ByteKey(key.string)).inserted {
            throw fault(.duplicateKey, at: start, found: key.string)
        }
        try skipSpace()
        guard peek == UInt8(ascii: ":") else { throw unexpected(expected: [":"]) }
        index += 1
        try skipSpace()
    }

    private mutating func readNumber() throws(JSONSyntaxError) -> JSONValue {
        let start = index
        if let number = try readNonFinite() { return number }
        switch NumberScanner.scan(bytes, from: start, options.tolerances) {
        case .broken(let at, let expected):
            throw at < bytes.count
                ? fault(.invalidNumber, at: at, expected: [expected], found: scalar(at: at))
                : fault(.unexpectedEnd, at: at, expected: [expected])
        case .number(let end):
            index = end
            let spelling = bytes[start..<end]
            let text = String(decoding: JSON5Number.json(spelling) ?? Array(spelling), as: UTF8.self)
            return JSONValue(.number(JSONNumber(checked: text)), offset: start)
        }
    }

    /// Reads the name of a number that is not finite, where that is tolerated.
    private mutating func readNonFinite() throws(JSONSyntaxError) -> JSONValue? {
        guard let (name, end) = NonFiniteName.found(bytes, at: index, options.tolerances) else { return nil }
        defer { index = end }
        return JSONValue(.number(JSONNumber(checked: name)), offset: index)
    }

    private mutating func readWord(_ word: String, _ storage: JSONValue.Storage) throws(JSONSyntaxError) -> JSONValue {
        let start = index
        let letters = bytes[start...].prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        guard letters.elementsEqual(word.utf8) else {
            let found = String(decoding: letters.prefix(20), as: UTF8.self)
            throw fault(.unexpectedCharacter, at: start, expected: [word], found: found)
        }
        index += letters.count
        return JSONValue(storage, offset: start)
    }

    // MARK: Bytes

    var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// UTF-8 is the only encoding read (RFC 8259, section 8.1); other encodings are recognized by their zero bytes (RFC
    /// 4627, section 3).
    private var foreignEncoding: JSONSyntaxError.Code? {
        // It is not white space of JSON5.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]), !options.tolerances.contains(.furtherWhitespace) {
            return .byteOrderMark
        }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return .unsupportedEncoding }
        let head = bytes.prefix(4)
        return head.count > 1 && head.prefix(2).contains(0) && head.contains { $0 != 0 } ? .unsupportedEncoding : nil
    }

    // MARK: Errors

    func unexpected(expected: [String]) -> JSONSyntaxError {
        index < bytes.count
            ? fault(.unexpectedCharacter, at: index, expected: expected, found: scalar(at: index))
            : fault(.unexpectedEnd, at: index, expected: expected)
    }

    func fault(
        _ code: JSONSyntaxError.Code, at offset: Int, expected: [String] = [], found: String? = nil
    ) -> JSONSyntaxError {
        let tokens = open.compactMap { container -> String? in
            guard container.isObject else { return String(container.count) }
            // If a key is missing or broken, there is no member yet: the fault is in the object.
            return container.keyCount > container.count ? container.lastKey : nil
        }
        return JSONSyntaxError(
            code: code, position: SourcePosition(byteOffset: offset, in: bytes), path: JSONPointer(tokens),
            expected: expected, found: found)
    }

    /// The character at an offset, for an error to show.
    func scalar(at offset: Int) -> String {
        var decoder = UTF8()
        var rest = bytes[offset...].prefix(4).makeIterator()
        if case .scalarValue(let scalar) = decoder.decode(&rest) { return String(scalar) }
        return "\\x" + String(bytes[offset], radix: 16, uppercase: true)
    }
}
