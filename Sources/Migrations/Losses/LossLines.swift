import VersionedCodec

/// Losses as lines of JSON, each as ``Loss/json`` has it, to be written many at a time.
package struct LossLines: ~Copyable {
    private var writer = JSONWriter(style: .compact)
    private var parts = LossParts()

    package init() {}

    package mutating func add(_ losses: [Loss]) {
        for loss in losses {
            parts.write(loss, to: &writer)
            writer.append("\n")
        }
    }

    /// How many bytes the lines have.
    package var count: Int { writer.output.count }

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
            parts.write(loss, to: &writer)
        }
        writer.append("]")
        return writer.output
    }
}

/// Writes losses as JSON. What those with the same details have in common is written once and then copied.
private struct LossParts {
    private struct Common {
        let storage: Loss.Storage
        /// The bytes before the value and after it.
        let (start, end): ([UInt8], [UInt8])

        func isOf(_ loss: Loss) -> Bool { storage === loss.storage }
    }

    /// Documents of one shape rarely lose more than this.
    private static let most = 16

    private var known: [Common] = []
    /// Where the next loss is expected: documents of one shape lose the same, in the same order.
    private var next = 0
    /// Which one makes room for the next unknown one.
    private var replaced = 0

    mutating func write(_ loss: Loss, to writer: inout JSONWriter) {
        if !(known.indices.contains(next) && known[next].isOf(loss)) {
            next = known.firstIndex { $0.isOf(loss) } ?? known.count
        }
        if next < known.count {
            writer.append(bytes: known[next].start)
            writer.writeValue(loss.value, depth: 0)
            writer.append(bytes: known[next].end)
        } else {
            writeAndKeep(loss, to: &writer)
        }
        next = (next + 1) % Self.most
        if let position = loss.position {
            writer.append(",\"line\":")
            writer.append(position.line)
            writer.append(",\"column\":")
            writer.append(position.column)
        }
        writer.append("}")
    }

    private mutating func writeAndKeep(_ loss: Loss, to writer: inout JSONWriter) {
        let first = writer.output.count
        writer.append("{\"path\":")
        writer.write(string: loss.path.description)
        writer.append(",\"value\":")
        let start = Array(writer.output[first...])
        writer.writeValue(loss.value, depth: 0)
        let last = writer.output.count
        writer.append(",\"reason\":")
        writer.write(string: loss.reason)
        if let operation = loss.operation {
            writer.append(",\"operation\":")
            writer.write(string: operation)
        }
        if let step = loss.step {
            writer.append(",\"step\":")
            writer.write(string: step)
        }
        let common = Common(storage: loss.storage, start: start, end: Array(writer.output[last...]))
        if known.count < Self.most {
            next = known.count
            known.append(common)
        } else {
            next = replaced
            replaced = (replaced + 1) % Self.most
            known[next] = common
        }
    }
}
