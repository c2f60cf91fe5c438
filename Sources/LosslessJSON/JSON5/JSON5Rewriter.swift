/// Makes JSON out of JSON5, token by token; an index is made of the result.
///
/// Only spellings are converted: tokens that JSON does not have are replaced, comments and commas that end a list are
/// removed, and all else is copied, in runs as long as possible. The scan of the result checks the order of the tokens.
/// So nothing here may turn an invalid text into a valid one: tokens are never joined, and an uncertain text is
/// refused.
///
/// For an invalid text, `JSONParser`, which reads the same grammar, finds the first mistake and its place.
package struct JSON5Rewriter {
    let bytes: [UInt8]
    let tolerances: Tolerances

    /// Whether the text is the members of an object without its braces, which are then added.
    private let addsBraces: Bool

    var index = 0
    var output: [UInt8] = []
    /// The end of the part in which the output equals the text.
    private var copied = 0
    private var places: [ConvertedJSON5.Place] = []
    private var shift = 0

    /// The last byte that was not white space; 0 at the beginning.
    private var last: UInt8 = 0

    private init(_ bytes: [UInt8], _ tolerances: Tolerances, addsBraces: Bool) {
        self.bytes = bytes
        self.tolerances = tolerances
        self.addsBraces = addsBraces
    }

    /// The JSON of a text, as far as its tokens determine it; `nil` if one is broken. O(bytes)
    static func json(of bytes: [UInt8], _ tolerances: Tolerances, addingBraces: Bool = false) -> ConvertedJSON5? {
        guard bytes.withUnsafeBufferPointer(UTF8Check.isValid) else { return nil }
        var rewriter = JSON5Rewriter(bytes, tolerances, addsBraces: addingBraces)
        rewriter.output.reserveCapacity(bytes.count + bytes.count / 8 + 16)
        guard rewriter.run(), rewriter.output.count <= JSONParsingOptions.limitOfBytes else { return nil }
        return ConvertedJSON5(original: bytes, json: rewriter.output, places: rewriter.places)
    }

    /// The first byte that is neither white space nor in a comment, as they are tolerated.
    package static func firstByte(of bytes: [UInt8], _ tolerances: JSONParsingOptions.Tolerances) -> UInt8? {
        let rewriter = JSON5Rewriter(bytes, tolerances, addsBraces: false)
        guard let place = rewriter.endOfGap(from: 0)?.end, place < bytes.count else { return nil }
        return bytes[place]
    }

    private mutating func run() -> Bool {
        if addsBraces {
            output.append(UInt8(ascii: "{"))
            last = UInt8(ascii: "{")
        }
        while true {
            guard makeGap() else { return false }
            guard index < bytes.count else { break }
            mark()
            guard makeToken(bytes[index]) else { return false }
            mark()
        }
        copy()
        if addsBraces { output.append(UInt8(ascii: "}")) }
        return true
    }

    private mutating func makeToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"):
            pass(to: index + 1, byte)
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
        if tolerances.contains(.trailingCommas), isBehindValue {
            guard let next = endOfGap(from: index + 1)?.end else { return false }
            let byte = next < bytes.count ? bytes[next] : addsBraces ? UInt8(ascii: "}") : 0
            if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
                replace(to: index + 1, by: [])
                return true
            }
        }
        pass(to: index + 1, UInt8(ascii: ","))
        return true
    }

    private var isBehindValue: Bool {
        last != 0 && last != UInt8(ascii: "{") && last != UInt8(ascii: "[") && last != UInt8(ascii: ",")
            && last != UInt8(ascii: ":")
    }

    private mutating func makeNumber() -> Bool {
        let start = index
        if let (name, end) = NonFiniteName.found(bytes, at: start, tolerances) {
            replace(to: end, by: Array(name.utf8))
        } else {
            guard case .number(let end) = NumberScanner.scan(bytes, from: start, tolerances) else { return false }
            if let json = JSON5Number.json(bytes[start..<end]) {
                replace(to: end, by: json)
            } else {
                index = end
            }
        }
        last = UInt8(ascii: "0")
        // Two numbers without a space between them could become one.
        guard index < bytes.count else { return true }
        switch bytes[index] {
        case 0x09...0x0D, 0x20, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "/"), 0x80...:
            return true
        default: return false
        }
    }

    /// A key without quotes, or one of the words for values.
    private mutating func makeWord() -> Bool {
        guard case .name(let end, _) = JSON5Name.scan(bytes, from: index) else { return false }
        let start = index
        index = end
        // Where a key may be, only a colon distinguishes it from a value.
        if last == UInt8(ascii: "{") || last == UInt8(ascii: ","), isBefore(UInt8(ascii: ":")) {
            guard tolerances.contains(.unquotedKeys) else { return false }
            index = start
            replace(to: start, by: UInt8(ascii: "\""))
            index = end
            replace(to: end, by: UInt8(ascii: "\""))
            last = UInt8(ascii: "\"")
            return true
        }
        last = bytes[start]
        let word = bytes[start..<end]
        return Self.words.contains { $0.count == word.count && word.elementsEqual($0) }
    }

    private static let words = ["true", "false", "null", "NaN", "Infinity"].map { Array($0.utf8) }

    private func isBefore(_ byte: UInt8) -> Bool {
        if index < bytes.count, bytes[index] == byte { return true }
        guard let next = endOfGap(from: index)?.end, next < bytes.count else { return false }
        return bytes[next] == byte
    }

    // MARK: Output

    /// Notes where what follows is in the JSON, if that is not as far from the last such place as in the text.
    private mutating func mark() {
        guard output.count - copied != shift else { return }
        shift = output.count - copied
        places.append(
            ConvertedJSON5.Place(
                made: UInt32(truncatingIfNeeded: index + shift), original: UInt32(truncatingIfNeeded: index)))
    }

    /// Passes over what stays as it is.
    ///
    /// - `byte`: The last byte of it.
    mutating func pass(to end: Int, _ byte: UInt8) {
        index = end
        last = byte
    }

    /// Puts something into the place of what is from here to another index.
    mutating func replace(to end: Int, by text: [UInt8]) {
        copy()
        output += text
        index = end
        copied = end
    }

    /// Puts one byte into the place of what is from here to another index.
    mutating func replace(to end: Int, by byte: UInt8) {
        copy()
        output.append(byte)
        index = end
        copied = end
    }

    /// Copies the bytes that have been passed over.
    private mutating func copy() {
        if copied < index { output += bytes[copied..<index] }
        copied = index
    }
}
