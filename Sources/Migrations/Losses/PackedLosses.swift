import VersionedCodec

/// Many losses in little memory, in the order of their values in a payload: those of a document of a gigabyte.
///
/// Facts that several losses share (reason, operation, step) are kept once; the rest of each is some tens of bytes.
package struct PackedLosses: Sendable {
    private struct Entry {
        /// Where its bytes begin.
        let start: Int
        /// `UInt32.max`: there is none.
        let offset: UInt32
        var line: UInt32 = 0
        var column: UInt32 = 0
    }

    private var entries: [Entry] = []
    private var bytes: [UInt8] = []
    /// The facts that several losses share, and the number of each such text.
    private var texts: [String] = []
    private var numbers: [ByteKey: Int] = [:]
    /// The texts of the last loss.
    private var last = [(text: String, number: Int)?](repeating: nil, count: 4)
    /// Values that are more than a few characters.
    private var values: [JSONValue] = []

    var count: Int { entries.count }

    private struct Flags: OptionSet {
        let rawValue: UInt8

        static let isOfOrder = Flags(rawValue: 1)
        static let isPlacedByHolder = Flags(rawValue: 2)
        /// The reason begins with what losses of its group have in common.
        static let hasPlainReason = Flags(rawValue: 4)

        init(rawValue: UInt8) { self.rawValue = rawValue }

        init(_ loss: Loss) {
            self = []
            if loss.isOfOrder { insert(.isOfOrder) }
            if loss.isPlacedByHolder { insert(.isPlacedByHolder) }
            if loss.hasPlainReason { insert(.hasPlainReason) }
        }
    }

    // MARK: Packing

    init() {}

    /// What losses of several values have in common, packed.
    struct Kind {
        fileprivate let flags: UInt8
        fileprivate let depth: Int
        /// The path from the part of the document that the value is in.
        fileprivate let path: [UInt8]
        fileprivate let words: [UInt8]
    }

    /// Packs what the losses of other values have in common with one, whose path begins at a part of the document.
    mutating func kind(of loss: Loss) -> Kind {
        let start = bytes.count
        for token in loss.path.tokens { append(text: token) }
        let words = bytes.count
        appendWords(of: loss)
        defer { bytes.removeLast(bytes.count - start) }
        return Kind(
            flags: Flags(loss).rawValue, depth: loss.path.tokens.count, path: Array(bytes[start..<words]),
            words: Array(bytes[words...]))
    }

    /// Appends the loss of a value.
    ///
    /// - `place`: The place of the part of the document that the path of the kind begins at.
    mutating func append(_ kind: Kind, below place: JSONPointer, _ value: JSONValue) {
        begin(kind.flags, depth: place.tokens.count + kind.depth, offset: value.sourceOffset)
        for token in place.tokens { append(text: token) }
        bytes += kind.path
        append(value)
        bytes += kind.words
    }

    mutating func append(_ loss: Loss) {
        begin(Flags(loss).rawValue, depth: loss.path.tokens.count, offset: loss.offset)
        for token in loss.path.tokens { append(text: token) }
        append(loss.value)
        appendWords(of: loss)
    }

    private mutating func begin(_ flags: UInt8, depth: Int, offset: Int?) {
        entries.append(Entry(start: bytes.count, offset: offset.map { UInt32(truncatingIfNeeded: $0) } ?? .max))
        append(number: Int(flags))
        append(number: depth)
    }

    private mutating func appendWords(of loss: Loss) {
        append(common: loss.group, 0)
        let isGroup = loss.hasPlainReason && loss.reason.utf8.count == loss.group.utf8.count
        append(text: isGroup ? "" : loss.hasPlainReason ? String(loss.reason.dropFirst(loss.group.count)) : loss.reason)
        append(common: loss.operation, 1)
        append(common: loss.step, 2)
        append(common: loss.version, 3)
    }

    private mutating func append(number: Int) {
        var rest = UInt(bitPattern: number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private mutating func append(text: String) {
        var text = text
        text.withUTF8 { utf8 in
            append(number: utf8.count)
            bytes.append(contentsOf: utf8)
        }
    }

    /// - `place`: Which of the texts of a loss it is: most losses have that of the one before.
    private mutating func append(common text: String?, _ place: Int) {
        guard let text else { return append(number: 0) }
        if let last = last[place], last.text.hasSameBytes(as: text) { return append(number: last.number) }
        let key = ByteKey(text)
        let number = numbers[key] ?? texts.count + 1
        if number > texts.count {
            texts.append(text)
            numbers[key] = number
        }
        last[place] = (text, number)
        append(number: number)
    }

    /// The forms of a value.
    private enum Form: UInt8 {
        case null, `false`, `true`, number, string, other
    }

    private mutating func append(_ value: JSONValue) {
        switch value.kind {
        case .null: bytes.append(Form.null.rawValue)
        case .boolean: bytes.append((value.bool == true ? Form.true : .false).rawValue)
        case .number:
            bytes.append(Form.number.rawValue)
            append(text: value.number?.text ?? "")
        case .string where !value.isStringWithEscapes:
            bytes.append(Form.string.rawValue)
            append(text: value.string ?? "")
        case .string, .array, .object:
            bytes.append(Form.other.rawValue)
            append(number: values.count)
            values.append(value)
        }
    }

    // MARK: Order

    /// Puts losses in the order of their values in the payload, those of made values last, and finds their lines and
    /// columns.
    mutating func order(in payload: UnsafeBufferPointer<UInt8>) {
        if zip(entries, entries.dropFirst()).contains(where: { $0.offset > $1.offset }) {
            entries.sort { ($0.offset, $0.start) < ($1.offset, $1.start) }
        }
        var position = SourcePosition(line: 1, column: 1, byteOffset: 0)
        for index in entries.indices where entries[index].offset != .max {
            position.advance(to: Int(entries[index].offset), in: payload)
            entries[index].line = UInt32(truncatingIfNeeded: position.line)
            entries[index].column = UInt32(truncatingIfNeeded: position.column)
        }
    }
}

extension PackedLosses: Sequence {
    package struct Iterator: IteratorProtocol {
        fileprivate let losses: PackedLosses
        fileprivate var place = 0

        package mutating func next() -> Loss? {
            if place == losses.entries.count { return nil }
            defer { place += 1 }
            return losses.loss(losses.entries[place])
        }
    }

    package func makeIterator() -> Iterator { Iterator(losses: self) }

    private func loss(_ entry: Entry) -> Loss {
        var reader = Reader(losses: self, place: entry.start)
        let flags = Flags(rawValue: UInt8(truncatingIfNeeded: reader.number()))
        let path = JSONPointer((0..<reader.number()).map { _ in reader.text() })
        let value = reader.value()
        let group = reader.common() ?? ""
        let rest = reader.text()
        var loss = Loss(
            path: path, value: value, reason: flags.contains(.hasPlainReason) ? group + rest : rest, group: group,
            isOfOrder: flags.contains(.isOfOrder))
        loss.isPlacedByHolder = flags.contains(.isPlacedByHolder)
        (loss.operation, loss.step, loss.version) = (reader.common(), reader.common(), reader.common())
        if entry.offset != .max {
            let offset = Int(entry.offset)
            loss.offset = offset
            if entry.line > 0 {
                loss.position = SourcePosition(line: Int(entry.line), column: Int(entry.column), byteOffset: offset)
            }
        }
        return loss
    }

    /// How many of the losses from a number on have the same step, operation and group, each with the first of them, in
    /// the order of these. O(losses)
    func counts(from first: Int) -> [(example: Loss, count: Int)] {
        var counts: [(words: Words, entry: Entry, count: Int)] = []
        var places: [Words: Int] = [:]
        for entry in entries.dropFirst(first) {
            var reader = Reader(losses: self, place: entry.start)
            let words = reader.words()
            if let last = counts.indices.last, counts[last].words == words {
                counts[last].count += 1
            } else if let place = places[words] {
                counts[place].count += 1
            } else {
                places[words] = counts.count
                counts.append((words, entry, 1))
            }
        }
        return counts.map { (loss($0.entry), $0.count) }
    }

    /// The numbers of texts that several losses share.
    private struct Words: Hashable {
        let group: Int
        let operation: Int
        let step: Int
    }

    private struct Reader {
        let losses: PackedLosses
        var place: Int

        mutating func number() -> Int {
            var (number, shift): (UInt, UInt) = (0, 0)
            while true {
                let byte = losses.bytes[place]
                place += 1
                number |= UInt(byte & 0x7F) << shift
                if byte < 0x80 { return Int(bitPattern: number) }
                shift += 7
            }
        }

        mutating func text() -> String {
            let count = number()
            defer { place += count }
            return String(decoding: losses.bytes[place..<place + count], as: UTF8.self)
        }

        private mutating func passText() {
            let count = number()
            place += count
        }

        /// Passes over a loss.
        mutating func words() -> Words {
            _ = number()
            for _ in 0..<number() { passText() }
            let form = Form(rawValue: losses.bytes[place])
            place += 1
            switch form {
            case .number, .string: passText()
            case .other: _ = number()
            case .null, .false, .true, nil: break
            }
            let group = number()
            passText()
            return Words(group: group, operation: number(), step: number())
        }

        mutating func common() -> String? {
            let number = number()
            return number == 0 ? nil : losses.texts[number - 1]
        }

        mutating func value() -> JSONValue {
            place += 1
            switch Form(rawValue: losses.bytes[place - 1]) {
            case .null, nil: return .null
            case .false: return false
            case .true: return true
            case .number: return .number(JSONNumber(checked: text()))
            case .string: return .string(text())
            case .other: return losses.values[number()]
            }
        }
    }
}

extension Loss {
    fileprivate var hasPlainReason: Bool { reason.hasPrefix(group) }
}
