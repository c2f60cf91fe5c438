import VersionedCodec

/// Losses as lines of JSON, each as ``Loss/json`` has it, to be written many at a time.
package struct LossLines: ~Copyable {
    private var writer = JSONWriter(style: .compact)
    private var parts = LossParts()

    package init() {}

    package mutating func add(_ losses: [Loss]) {
        // Each loss that a loop hands out would be copied.
        for index in losses.indices {
            parts.write(losses[index], to: &writer, end: "}\n")
        }
    }

    package mutating func add(_ losses: RepeatedLosses) {
        for number in losses.indices {
            parts.write(losses, number, to: &writer)
        }
    }

    /// Whether there is enough for a call.
    package var areMany: Bool { writer.output.count >= 1 << 16 }

    /// Calls a function with the lines, unless there are none, and starts again with no lines.
    package mutating func flush<Failure>(_ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        if writer.output.isEmpty { return }
        try body(writer.output)
        writer.clear()
    }
}

extension Loss {
    /// Losses as an array in JSON, each as ``json`` has it.
    package static func array(of losses: [Loss]) -> [UInt8] {
        var writer = JSONWriter(style: .compact)
        var parts = LossParts()
        writer.append("[")
        for (index, loss) in losses.enumerated() {
            if index > 0 { writer.append(",") }
            parts.write(loss, to: &writer, end: "}")
        }
        writer.append("]")
        return writer.output
    }
}

/// Writes losses as JSON. What those of one operation have in common is written once and then copied.
private struct LossParts {
    /// All of a loss but its value and its position.
    private struct Common {
        let storage: Loss.Storage
        /// What comes before the value, and then what comes after it: the reason, and the rest.
        let bytes: [UInt8]
        private let start, reason: Int

        init(_ loss: Loss.Storage) {
            storage = loss
            let start = Self.bytes("{\"path\":", loss.details.path.description) + Array(",\"value\":".utf8)
            let reason = Self.bytes(",\"reason\":", loss.details.reason)
            bytes = start + reason + Self.end(of: loss.details)
            (self.start, self.reason) = (start.count, start.count + reason.count)
        }

        var beforeValue: Range<Int> { 0..<start }
        var afterValue: Range<Int> { start..<bytes.count }
        var afterReason: Range<Int> { reason..<bytes.count }

        /// The bytes after the reason.
        static func end(of loss: Loss.Details) -> [UInt8] {
            (loss.operation.map { bytes(",\"operation\":", $0) } ?? [])
                + (loss.step.map { bytes(",\"step\":", $0) } ?? [])
        }

        /// Some JSON, and a text as JSON after it.
        private static func bytes(_ before: String, _ text: String) -> [UInt8] {
            var writer = JSONWriter(style: .compact)
            writer.append(before)
            writer.write(string: text)
            return writer.output
        }

        /// Whether a loss differs in its value and its reason only.
        func isLike(_ other: Loss.Details) -> Bool {
            storage.details.operation.isSame(as: other.operation) && storage.details.step.isSame(as: other.step)
                && storage.details.path == other.path
        }

        /// Whether a loss that is like this one has its reason, too.
        func hasReason(of other: Loss.Storage) -> Bool {
            storage === other || storage.details.reason.hasSameBytes(as: other.details.reason)
        }
    }

    /// Documents of one shape rarely lose more than this.
    private static let most = 16

    private var known: [Common] = []
    /// The storages of those losses, which they hold.
    private var storages: [ObjectIdentifier] = []
    /// Where the next loss is expected: documents of one shape lose the same, in the same order.
    private var next = 0
    /// Which one makes room for the next unknown one.
    private var replaced = 0
    /// Whether losses are unknown more often than not: those of the elements of one array all have paths of their own.
    /// What is made for an unknown one takes as long as some known ones save.
    private var credit = Self.mostCredit
    private static let mostCredit = 128
    /// How many losses were not looked for.
    private var passed = 0
    /// What comes after the reason of the last loss that was unknown.
    private var lastEnd: (operation: String?, step: String?, bytes: [UInt8]) = (nil, nil, [])

    /// - `end`: What is written behind the last member.
    mutating func write(_ loss: Loss, to writer: inout JSONWriter, end: StaticString) {
        guard let place = place(of: loss.storage) else { return writeAlone(loss, to: &writer, end) }
        next = (place + 1) % Self.most
        let common = known[place]
        writer.output += common.bytes[common.beforeValue]
        writer.writeCompact(loss.content)
        if common.hasReason(of: loss.storage) {
            writer.output += common.bytes[common.afterValue]
        } else {
            writer.append(ascii: ",\"reason\":")
            writer.write(string: loss.reason)
            writer.output += common.bytes[common.afterReason]
        }
        write(loss.position, end, to: &writer)
    }

    /// Writes a loss with the text of its value, and a line feed.
    ///
    /// Unsafe code: writes no more than it asks for.
    mutating func write(_ losses: borrowing RepeatedLosses, _ number: Int, to writer: inout JSONWriter) {
        let storage = losses.storages[number]
        guard let place = place(of: storage) else { return writeAlone(losses[number], to: &writer, "}\n") }
        if !known[place].hasReason(of: storage) { return write(losses[number], to: &writer, end: "}\n") }
        next = (place + 1) % Self.most
        let (text, position) = (losses.text(number), losses.values[number].position)
        let room = known[place].bytes.count + text.count + Self.mostOfPosition
        writer.output.makeRoom(room)
        writer.output.append(room: room) { start in
            var out = OutputCursor(start)
            known[place].bytes.withUnsafeBufferPointer { bytes in
                out.write(bytes, known[place].beforeValue)
                out.write(text)
                out.write(bytes, known[place].afterValue)
            }
            Self.write(position, to: &out)
            out.write(ascii: "}\n")
            return out.count(from: start)
        }
    }

    /// The most bytes of a position, and of the end of a line.
    private static var mostOfPosition: Int { 2 * OutputCursor.mostDigits + 24 }

    private static func write(_ position: SourcePosition, to out: inout OutputCursor) {
        out.write(ascii: ",\"line\":")
        out.write(position.line)
        out.write(ascii: ",\"column\":")
        out.write(position.column)
    }

    /// Writes a loss that has its path with no other one in common.
    private mutating func writeAlone(_ loss: Loss, to writer: inout JSONWriter, _ end: StaticString) {
        if !lastEnd.operation.isSame(as: loss.operation) || !lastEnd.step.isSame(as: loss.step) {
            lastEnd = (loss.operation, loss.step, Common.end(of: loss.details))
        }
        writer.append(ascii: "{\"path\":")
        writer.write(string: loss.path.description)
        writer.append(ascii: ",\"value\":")
        writer.writeCompact(loss.content)
        writer.append(ascii: ",\"reason\":")
        writer.write(string: loss.reason)
        writer.append(bytes: lastEnd.bytes)
        write(loss.position, end, to: &writer)
    }

    private func write(_ position: SourcePosition?, _ end: StaticString, to writer: inout JSONWriter) {
        if let position {
            writer.output.makeRoom(Self.mostOfPosition)
            writer.output.append(room: Self.mostOfPosition) { start in
                var out = OutputCursor(start)
                Self.write(position, to: &out)
                return out.count(from: start)
            }
        }
        writer.append(ascii: end)
    }

    /// Where the parts of a loss are; `nil` if so many were unknown that only some are looked for.
    private mutating func place(of loss: Loss.Storage) -> Int? {
        let storage = ObjectIdentifier(loss)
        if next < storages.count, storages[next] == storage { return next }
        if let found = storages.firstIndex(of: storage) { return found }
        if credit == 0 {
            passed += 1
            if passed % Self.most != 0 { return nil }
        }
        let found =
            known.indices.contains(next) && known[next].isLike(loss.details)
            ? next : known.firstIndex { $0.isLike(loss.details) }
        credit = found == nil ? max(0, credit - 4) : min(Self.mostCredit, credit + 1)
        if let found { return found }
        if known.count < Self.most {
            known.append(Common(loss))
            storages.append(storage)
            return known.count - 1
        }
        defer { replaced = (replaced + 1) % Self.most }
        known[replaced] = Common(loss)
        storages[replaced] = storage
        return replaced
    }
}
