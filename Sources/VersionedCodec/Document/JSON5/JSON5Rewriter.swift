/// Makes JSON out of JSON5, token by token; an index is made of the result.
///
/// Only spellings are looked at: what JSON does not have is replaced, comments and commas that end a list go, all else is copied. Whether the tokens
/// follow each other as they must is seen when the result is scanned, so nothing here may turn a text that is wrong into one that is right: tokens never run into
/// each other, and what cannot be told is given up.
///
/// What is wrong, and where, the careful `JSONParser` finds out, which reads the same grammar.
struct JSON5Rewriter {
    let bytes: [UInt8]
    let tolerances: Tolerances

    /// Whether the text is the members of an object without its braces, which are then added.
    private let addsBraces: Bool

    var index = 0
    var output: [UInt8] = []
    private var places: [MadeJSON.Place] = []
    private var shift = 0

    /// The last byte that was no white space; 0 at the beginning.
    private var last: UInt8 = 0

    private init(_ bytes: [UInt8], _ tolerances: Tolerances, addsBraces: Bool) {
        self.bytes = bytes
        self.tolerances = tolerances
        self.addsBraces = addsBraces
    }

    /// The JSON of a text, as far as its tokens tell; `nil` where one is broken. O(bytes)
    static func json(of bytes: [UInt8], _ tolerances: Tolerances, addingBraces: Bool = false) -> MadeJSON? {
        guard bytes.withUnsafeBufferPointer(UTF8Check.isValid) else { return nil }
        var rewriter = JSON5Rewriter(bytes, tolerances, addsBraces: addingBraces)
        rewriter.output.reserveCapacity(bytes.count + bytes.count / 8 + 16)
        guard rewriter.run(), rewriter.output.count <= IndexScanner.maximumBytes else { return nil }
        return MadeJSON(original: bytes, json: rewriter.output, places: rewriter.places)
    }

    /// The first byte that is neither white space nor in a comment, as they are tolerated.
    static func firstByte(of bytes: [UInt8], _ tolerances: Tolerances) -> UInt8? {
        let rewriter = JSON5Rewriter(bytes, tolerances, addsBraces: false)
        guard let place = rewriter.endOfGap(from: 0)?.end, place < bytes.count else { return nil }
        return bytes[place]
    }

    private mutating func run() -> Bool {
        if addsBraces { append("{") }
        while true {
            guard makeGap() else { return false }
            guard index < bytes.count else { break }
            mark()
            guard makeToken(bytes[index]) else { return false }
            mark()
        }
        if addsBraces { append("}") }
        return true
    }

    private mutating func makeToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"):
            append(byte)
            index += 1
            return true
        case UInt8(ascii: ","): return makeComma()
        case UInt8(ascii: "\""): return makeString()
        case UInt8(ascii: "'"): return tolerances.contains(.singleQuotes) && makeString()
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
            return makeNumber()
        default: return makeWord()
        }
    }

    /// A comma, but where it only ends a list.
    private mutating func makeComma() -> Bool {
        index += 1
        if tolerances.contains(.trailingCommas), isBehindValue {
            guard let next = endOfGap(from: index)?.end else { return false }
            let byte = next < bytes.count ? bytes[next] : addsBraces ? UInt8(ascii: "}") : 0
            if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { return true }
        }
        append(UInt8(ascii: ","))
        return true
    }

    private var isBehindValue: Bool {
        last != 0 && last != UInt8(ascii: "{") && last != UInt8(ascii: "[") && last != UInt8(ascii: ",")
            && last != UInt8(ascii: ":")
    }

    private mutating func makeNumber() -> Bool {
        let start = index
        if let (name, end) = NonFiniteName.found(bytes, at: start, tolerances) {
            append(name)
            index = end
        } else {
            guard case .number(let end) = NumberScanner.scan(bytes, from: start, tolerances) else { return false }
            append(JSON5Number.json(bytes[start..<end]) ?? Array(bytes[start..<end]))
            index = end
        }
        // What is made of two numbers that touch could be one.
        guard index < bytes.count else { return true }
        switch bytes[index] {
        case 0x09...0x0D, 0x20, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "/"), 0x80...:
            return true
        default: return false
        }
    }

    /// A key without quotes, or one of the words that stand for values.
    private mutating func makeWord() -> Bool {
        guard case .name(let end, _) = JSON5Name.scan(bytes, from: index) else { return false }
        let name = bytes[index..<end]
        index = end
        // Where a key may stand, only a colon tells it from a value.
        if last == UInt8(ascii: "{") || last == UInt8(ascii: ","), isBefore(UInt8(ascii: ":")) {
            guard tolerances.contains(.unquotedKeys) else { return false }
            append([UInt8(ascii: "\"")] + name + [UInt8(ascii: "\"")])
            return true
        }
        guard Self.words.contains(where: name.elementsEqual) else { return false }
        append(Array(name))
        return true
    }

    private static let words = ["true", "false", "null", "NaN", "Infinity"].map { Array($0.utf8) }

    private func isBefore(_ byte: UInt8) -> Bool {
        guard let next = endOfGap(from: index)?.end, next < bytes.count else { return false }
        return bytes[next] == byte
    }

    // MARK: Output

    /// Notes that what follows in the JSON is what follows in the text.
    private mutating func mark() {
        guard output.count - index != shift else { return }
        shift = output.count - index
        places.append(
            MadeJSON.Place(
                made: UInt32(truncatingIfNeeded: output.count), original: UInt32(truncatingIfNeeded: index)))
    }

    private mutating func append(_ byte: UInt8) {
        output.append(byte)
        last = byte
    }

    mutating func appendQuote() { append(UInt8(ascii: "\"")) }

    private mutating func append(_ token: [UInt8]) {
        output += token
        last = token.last ?? last
    }

    private mutating func append(_ token: String) { append(Array(token.utf8)) }
}
