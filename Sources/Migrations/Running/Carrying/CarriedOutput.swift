import VersionedCodec

/// Where carried data is written: into JSON values, or into a text.
protocol CarriedOutput {
    mutating func begin(isObject: Bool)
    mutating func end(isObject: Bool)
    mutating func key(_ key: StaticString)
    mutating func key(_ key: String)
    mutating func write(_ number: Int)
    mutating func write(_ text: String)
    mutating func write(_ hash: ValueHash)
    mutating func writeTrue()
    mutating func write(_ value: JSONValue)
}

extension CarriedOutput {
    mutating func object(_ body: (inout Self) -> Void) {
        begin(isObject: true)
        body(&self)
        end(isObject: true)
    }

    mutating func array<Elements: Sequence>(_ elements: Elements, _ body: (Elements.Element, inout Self) -> Void) {
        begin(isObject: false)
        for element in elements { body(element, &self) }
        end(isObject: false)
    }

    mutating func write(_ hashes: [ValueHash]) { array(hashes) { $1.write($0) } }

    // MARK: Members

    mutating func write(_ number: Int, as key: StaticString) {
        self.key(key)
        write(number)
    }

    mutating func write(_ text: String, as key: StaticString) {
        self.key(key)
        write(text)
    }

    mutating func write(_ hash: ValueHash, as key: StaticString) {
        self.key(key)
        write(hash)
    }

    mutating func write(_ hashes: [ValueHash], as key: StaticString) {
        self.key(key)
        write(hashes)
    }

    mutating func write(_ value: JSONValue, as key: StaticString) {
        self.key(key)
        write(value)
    }

    mutating func writeTrue(as key: StaticString) {
        self.key(key)
        writeTrue()
    }
}

/// Carried data as a value.
struct CarriedValues: CarriedOutput {
    /// The containers around the next value, the root of all first.
    private var open: [(values: [JSONValue], keys: [String])] = [([], [])]

    /// What one call has written.
    static func value(_ body: (inout CarriedValues) -> Void) -> JSONValue {
        var output = CarriedValues()
        body(&output)
        return output.open.first?.values.first ?? .null
    }

    mutating func begin(isObject: Bool) { open.append(([], [])) }

    mutating func end(isObject: Bool) {
        guard let (values, keys) = open.popLast() else { return }
        if isObject {
            var object = JSONObject()
            for (key, value) in zip(keys, values) { object[key] = value }
            write(.object(object))
        } else {
            write(.array(JSONArray(values)))
        }
    }

    mutating func key(_ key: StaticString) { self.key(key.description) }
    mutating func key(_ key: String) { open[open.count - 1].keys.append(key) }
    mutating func write(_ number: Int) { write(.integer(number)) }
    mutating func write(_ text: String) { write(.string(text)) }
    mutating func write(_ hash: ValueHash) { write(hash.text) }
    mutating func writeTrue() { write(.bool(true)) }
    mutating func write(_ value: JSONValue) { open[open.count - 1].values.append(value) }
}

/// Carried data as text: compact by itself, or as a part of a document, which has its layout, and its values as they
/// were read.
struct CarriedText: CarriedOutput {
    private(set) var bytes: [UInt8] = []
    /// Whether all of it could be written as a part of the document.
    private(set) var isComplete = true
    /// How many containers are in each other.
    private(set) var deepest = 0
    private let arena: Arena?
    private let (comma, colon): ([UInt8], [UInt8])
    private let layout: InsertedTextLayout
    /// The end of a line and the indentation of the next one, for each depth that occurred.
    private var lineBreaks: [[UInt8]] = []
    /// What comes before the next value.
    private var next = Next.nothing
    private var depth = 0

    private enum Next {
        /// The first of all, or the value of a key.
        case nothing
        case first
        case another
    }

    /// By itself.
    init() { self.init(in: nil, .compact) }

    /// - `arena`: Has the document.
    init(in arena: Arena?, _ layout: InsertedTextLayout) {
        (self.arena, self.layout) = (arena, layout)
        (comma, colon) = (Array(layout.comma.utf8), Array(layout.colon.utf8))
        bytes.reserveCapacity(1 << 10)
    }

    mutating func begin(isObject: Bool) {
        separate()
        bytes.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        depth += 1
        deepest = max(deepest, depth)
        next = .first
    }

    mutating func end(isObject: Bool) {
        depth -= 1
        if next != .first { breakLine() }
        bytes.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        next = .another
    }

    private mutating func separate() {
        switch next {
        case .nothing: break
        case .first: breakLine()
        case .another:
            bytes += comma
            breakLine()
        }
        next = .another
    }

    private mutating func breakLine() {
        guard let (ending, unit) = layout.lineBreak else { return }
        // It is a member of the root.
        while lineBreaks.count <= depth + 1 {
            lineBreaks.append(lineBreaks.last.map { $0 + unit.utf8 } ?? Array(ending.utf8))
        }
        bytes += lineBreaks[depth + 1]
    }

    mutating func key(_ key: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        key.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        endKey()
    }

    mutating func key(_ key: String) {
        write(key)
        endKey()
    }

    private mutating func endKey() {
        bytes += colon
        next = .nothing
    }

    mutating func write(_ number: Int) {
        separate()
        bytes.append(contentsOf: String(number).utf8)
    }

    mutating func write(_ text: String) {
        separate()
        guard let arena else { return bytes.appendJSON(text, Self.escapes) }
        if !arena.append(text, quotedTo: &bytes) { isComplete = false }
    }

    private static let escapes = StringEscapes(slashes: false, nonASCII: false)

    mutating func write(_ hash: ValueHash) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        hash.append(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func writeTrue() {
        separate()
        bytes.append(contentsOf: "true".utf8)
    }

    mutating func write(_ value: JSONValue) {
        separate()
        if let arena {
            if !arena.append(value, asReadTo: &bytes) { isComplete = false }
        } else if let text = value.scalarText {
            bytes += text.utf8
        } else {
            bytes += value.bytes()
        }
    }
}
