import VersionedCodec

/// Losses as lines of JSON, each as ``Loss/json`` has it, to be written many at a time.
package struct LossLines {
    private var writer = JSONWriter(style: .compact)

    package init() {}

    package mutating func add(_ losses: [Loss]) {
        for loss in losses {
            loss.write(to: &writer)
            writer.append("\n")
        }
    }

    /// How many bytes the lines have.
    package var count: Int { writer.output.count }

    /// Calls a function with the lines, unless there are none, and begins anew.
    package mutating func flush<Failure>(_ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        if count == 0 { return }
        try body(writer.output)
        writer.clear()
    }
}
