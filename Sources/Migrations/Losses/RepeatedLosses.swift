import VersionedCodec

/// The losses of a line of a known shape: those of the first line of the shape, with values that are still in the text
/// of this one.
///
/// ```swift
/// // {"id": 7, "debug": "t1"} was the first line, {"id": 8, "debug": "t2"} is this one.
/// losses[0].description    // line 2, column 19, at "/debug": lost "t2": the other version does not have it
/// ```
///
/// Unsafe code: the text of the line is borrowed, and valid only during the call that receives the losses.
package struct RepeatedLosses {
    /// A value that is lost.
    struct Value {
        /// Its bytes, which are written as they are.
        let text: Range<Int>
        /// Where it is in the stream.
        let position: SourcePosition
    }

    /// What the losses of the first line have in common with those of this one, by the places of the values.
    private(set) var storages: [Loss.Storage] = []
    private(set) var values: [Value] = []
    private var line = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

    /// Begins with a line.
    ///
    /// - `storages`: Those of the losses of the first line of its shape, by the places of their values.
    mutating func begin(_ storages: [Loss.Storage], _ line: UnsafeBufferPointer<UInt8>) {
        (self.storages, self.line) = (storages, line)
        values.removeAll(keepingCapacity: true)
    }

    mutating func append(_ value: Value) { values.append(value) }

    var indices: Range<Int> { values.indices }

    package var count: Int { values.count }

    /// The text of a value.
    func text(_ number: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: line[values[number].text])
    }

    /// A loss with its value. O(bytes of the value)
    package subscript(number: Int) -> Loss {
        let (value, text) = (values[number], text(number))
        return Loss(Array(text), at: value.text.lowerBound, value.position, storages[number])
    }
}

extension SourcePosition {
    /// A place in a line of a stream, as one in the stream.
    ///
    /// - `start`: The number of the line, and of the bytes before it.
    func inStream(at start: (line: Int, byteOffset: Int)) -> SourcePosition {
        SourcePosition(line: start.line, column: column, byteOffset: start.byteOffset + byteOffset)
    }
}
