/// Reads JSON text into a value: RFC 8259, strictly, without recursion.
struct JSONParser {
    let bytes: [UInt8]
    let options: JSONParsingOptions
    var index = 0

    /// The containers that are open, outermost first.
    private var open: [OpenContainer] = []

    private struct OpenContainer {
        let start: Int
        let isObject: Bool
        var values: [JSONValue] = []
        var keys: [JSONText] = []
        var seen: Set<ByteKey> = []
    }

    init(bytes: [UInt8], options: JSONParsingOptions) {
        self.bytes = bytes
        self.options = options
    }

    mutating func parse() throws(JSONSyntaxError) -> JSONValue {
        if let code = Self.foreignEncoding(bytes) { throw fault(code, at: 0) }
        var finished: JSONValue?
        repeat {
            skipSpace()
            if let value = try readValueOrOpen() { finished = try attach(value) }
        } while finished == nil
        skipSpace()
        guard index == bytes.count, let finished else {
            throw fault(.trailingCharacters, at: index, found: scalar(at: index))
        }
        return finished
    }

    // MARK: Values

    /// Reads a value that is no container, or opens a container; an empty one is complete at once.
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
            skipSpace()
            if peek == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return close() }
            if isObject { try readKey(orClosing: true) }
            return nil
        case UInt8(ascii: "\""): return JSONValue(.string(try readString()), offset: start)
        case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return try readNumber()
        case UInt8(ascii: "t"): return try readWord("true", .bool(true))
        case UInt8(ascii: "f"): return try readWord("false", .bool(false))
        case UInt8(ascii: "n"): return try readWord("null", .null)
        default:
            let mayClose = open.last.map { !$0.isObject && $0.values.isEmpty } ?? false
            throw unexpected(expected: mayClose ? ["a value", "]"] : ["a value"])
        }
    }

    /// Puts a complete value where it belongs and reads on to the next value. Returns the value of the whole text once that is complete.
    private mutating func attach(_ value: JSONValue) throws(JSONSyntaxError) -> JSONValue? {
        var value = value
        while let last = open.indices.last {
            open[last].values.append(value)
            let isObject = open[last].isObject
            skipSpace()
            switch peek {
            case UInt8(ascii: ","):
                index += 1
                skipSpace()
                if isObject { try readKey(orClosing: false) }
                return nil
            case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject:
                value = close()
            default:
                open[last].values.removeLast()  // The path of the error names the member that was just read.
                throw unexpected(expected: [",", isObject ? "}" : "]"])
            }
        }
        return value
    }

    private mutating func close() -> JSONValue {
        index += 1
        let container = open.removeLast()
        let storage = ContainerStorage(values: container.values, keys: container.keys)
        return JSONValue(container.isObject ? .object(storage) : .array(storage), offset: container.start)
    }

    /// Reads a key and its colon, up to the value.
    private mutating func readKey(orClosing: Bool) throws(JSONSyntaxError) {
        guard peek == UInt8(ascii: "\"") else { throw unexpected(expected: orClosing ? ["a key", "}"] : ["a key"]) }
        let start = index
        let key = try readString()
        let last = open.count - 1
        open[last].keys.append(key)
        guard open[last].seen.insert(ByteKey(key.string)).inserted else {
            throw fault(.duplicateKey, at: start, found: key.string)
        }
        skipSpace()
        guard peek == UInt8(ascii: ":") else { throw unexpected(expected: [":"]) }
        index += 1
        skipSpace()
    }

    private mutating func readNumber() throws(JSONSyntaxError) -> JSONValue {
        let start = index
        switch NumberScanner.scan(bytes, from: start) {
        case .broken(let at, let expected):
            throw at < bytes.count
                ? fault(.invalidNumber, at: at, expected: [expected], found: scalar(at: at))
                : fault(.unexpectedEnd, at: at, expected: [expected])
        case .number(let end):
            index = end
            let text = String(decoding: bytes[start..<end], as: UTF8.self)
            return JSONValue(.number(JSONNumber(checked: text)), offset: start)
        }
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

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    /// UTF-8 is the only encoding read (RFC 8259, section 8.1); the zero bytes of others tell them (RFC 4627, section 3).
    private static func foreignEncoding(_ bytes: [UInt8]) -> JSONSyntaxError.Code? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return .byteOrderMark }
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
            guard container.isObject else { return String(container.values.count) }
            // Where a key is missing or broken there is no member yet: the fault is in the object.
            return container.keys.count > container.values.count ? container.keys.last?.string : nil
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
