extension NumberText {
    /// Appends the shortest text that reads back as the same `Double`, as `description` has it: `0.1`, `1e+16`, `5e-324`.
    ///
    /// A value that is not finite appends `nan`, `inf` or `-inf`, which are no JSON. Allocates nothing but what the array needs.
    @inline(__always)
    package static func append(_ value: Double, to bytes: inout [UInt8]) {
        var sink = DigitSink()
        swap(&sink.bytes, &bytes)
        value.write(to: &sink)
        swap(&sink.bytes, &bytes)
    }

    /// Appends the shortest text that reads back as the same `Float`.
    @inline(__always)
    package static func append(_ value: Float, to bytes: inout [UInt8]) {
        var sink = DigitSink()
        swap(&sink.bytes, &bytes)
        value.write(to: &sink)
        swap(&sink.bytes, &bytes)
    }
}

/// Takes digits as bytes.
///
/// The standard library writes a number of any floating type through `_writeASCII`, straight from its stack; where that entry point
/// does not exist, it writes a string. Neither calls the other.
private struct DigitSink: TextOutputStream {
    var bytes: [UInt8] = []

    mutating func write(_ string: String) { bytes.append(contentsOf: string.utf8) }

    mutating func _writeASCII(_ buffer: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: buffer) }
}
