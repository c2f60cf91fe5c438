import VersionedCodec

/// How JSON is printed into a text.
struct PrintedJSON: Sendable, Equatable {
    let style: WritingStyle
    let escapesHTML: Bool

    /// Calls a function with the text of a value, which is there for the call. O(text)
    func withText<Result>(
        of value: NodeID, in arena: Arena, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        arena.withText(of: value, in: style) { text in
            guard escapesHTML, let escaped = Self.escaped(text) else { return body(text) }
            return escaped.withUnsafeBufferPointer(body)
        }
    }

    /// A detached string with the text of a value, which comes from where that does. O(text)
    func makeText(of value: NodeID, in arena: Arena) -> NodeID {
        guard arena.isRecording, style.keyOrder == .kept else {
            return withText(of: value, in: arena) { arena.makeString($0, from: value) }
        }
        let text = arena.withoutRecording {
            withText(of: value, in: arena) { arena.makeString($0, from: value) }
        }
        let scalars = arena.scalars(of: value)
        if let ranges = arena.rangesOfScalars(in: text), ranges.count == scalars.count,
            let characters = arena.withoutRecording({ arena.plainBytes(of: text) }).map(Array.init)
        {
            let printed = PrintedScalars(print: self, text: characters, ranges: ranges)
            if zip(scalars, ranges).allSatisfy({ printed.isPrinted($0, as: characters[$1], in: arena) }) {
                return characters.withUnsafeBufferPointer {
                    arena.makeString($0, from: value, of: scalars, by: printed)
                }
            }
        }
        arena.noteLook(at: value)
        return text
    }

    /// Appends a scalar as it is in the text.
    func append(_ scalar: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to text: inout [UInt8]) {
        switch kind {
        case .null: text += "null".utf8
        case .string:
            guard escapesHTML, scalar.contains(where: Self.mayBeEscaped) else {
                return text.appendJSON(scalar, StringEscapes(style))
            }
            var json: [UInt8] = []
            json.appendJSON(scalar, StringEscapes(style))
            text += json.withUnsafeBufferPointer(Self.escaped) ?? json
        default: text += scalar
        }
    }

    /// Some JSON with escapes, or `nil` if it needs none. Outside of strings, there is nothing to escape.
    private static func escaped(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var (copied, result) = (0, [UInt8]())
        for index in bytes.indices where mayBeEscaped(bytes[index]) {
            guard let (escape, count) = escape(at: index, of: bytes) else { continue }
            if copied == 0 { result.reserveCapacity(bytes.count + bytes.count / 8) }
            result += bytes[copied..<index]
            result += escape.utf8
            copied = index + count
        }
        if copied == 0 { return nil }
        return result + bytes[copied...]
    }

    /// Whether a character that is escaped may begin with a byte.
    private static func mayBeEscaped(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), 0xE2: true
        default: false
        }
    }

    /// The escape of the character that begins at an index, and its number of bytes; `nil` if it stays.
    private static func escape(at index: Int, of bytes: UnsafeBufferPointer<UInt8>) -> (String, Int)? {
        switch bytes[index] {
        case UInt8(ascii: "<"): ("\\u003c", 1)
        case UInt8(ascii: ">"): ("\\u003e", 1)
        case UInt8(ascii: "&"): ("\\u0026", 1)
        // U+2028 and U+2029 are E2 80 A8 and E2 80 A9.
        case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] & 0xFE == 0xA8:
            (bytes[index + 2] == 0xA8 ? "\\u2028" : "\\u2029", 3)
        default: nil
        }
    }
}

/// Prints JSON of its scalars; the text between them is always the same.
struct PrintedScalars: ScalarCombination {
    private let print: PrintedJSON
    /// The text before each scalar, and behind the last one.
    private let between: [[UInt8]]

    var printsJSON: Bool { true }

    /// - `ranges`: Where the scalars are in a text, strings with their quotes.
    init(print: PrintedJSON, text: [UInt8], ranges: [Range<Int>]) {
        self.print = print
        let (starts, ends) = ([0] + ranges.map(\.upperBound), ranges.map(\.lowerBound) + [text.count])
        between = zip(starts, ends).map { Array(text[$0..<$1]) }
    }

    func combine(
        _ scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)], to result: inout [UInt8]
    ) -> JSONKind? {
        guard scalars.count == between.count - 1 else { return nil }
        for (scalar, before) in zip(scalars, between) {
            result += before
            print.append(scalar.characters, of: scalar.kind, to: &result)
        }
        result += between[scalars.count]
        return .string
    }

    /// Whether a scalar is printed in this way.
    func isPrinted(_ scalar: NodeID, as text: ArraySlice<UInt8>, in arena: Arena) -> Bool {
        arena.withoutRecording {
            if arena.kind(of: scalar) == .boolean || arena.isNull(scalar) { return true }
            guard let characters = arena.plainBytes(of: scalar) else { return false }
            var printed: [UInt8] = []
            print.append(characters, of: arena.kind(of: scalar), to: &printed)
            return printed.elementsEqual(text)
        }
    }
}
