/// The state of the line that is being written.
struct OutputLine {
    /// The white space at its start, where that has been handed over.
    var head: [UInt8]?
    /// Its start in the output that has not been handed over.
    var start = 0
    /// How far line breaks have been searched, so that each byte is read once.
    var seen = 0
}

/// A document that is handed over piece by piece while it is written.
extension Arena {
    /// From so many bytes on a piece is handed over.
    static var piece: Int { 1 << 18 }

    /// Hands the output over, if there is a sink and enough output. Called after a value: the line then has more than
    /// white space.
    @inline(__always)
    func handOver() {
        if state.pointee.sink != nil, state.pointee.outputCount >= Self.piece { handOverAll() }
    }

    /// Hands over all that has been written.
    @inline(never)
    func handOverAll() {
        flush()
        guard let sink = state.pointee.sink else { return }
        if state.pointee.breaksLines { state.pointee.line.head = lineIndent() }
        (state.pointee.line.start, state.pointee.line.seen) = (0, 0)
        sink.take(UnsafeBufferPointer(start: state.pointee.output, count: state.pointee.outputCount))
        state.pointee.outputCount = 0
    }

    /// Hands over a long run of the text, up to its last line.
    @inline(never)
    func handOver(_ run: Range<Int>) {
        guard let sink = state.pointee.sink, let text = state.pointee.text.baseAddress else { return }
        var end = run.upperBound
        if state.pointee.breaksLines {
            end = state.pointee.text.endOfLastLineBreak(from: run.lowerBound, to: end)
            if end > run.lowerBound { state.pointee.line = OutputLine() }
        }
        let isWhole = end > run.lowerBound
        if isWhole {
            sink.take(UnsafeBufferPointer(start: state.pointee.output, count: state.pointee.outputCount))
            state.pointee.outputCount = 0
            sink.take(UnsafeBufferPointer(start: text + run.lowerBound, count: end - run.lowerBound))
        }
        appendBytes(text + end, run.upperBound - end)
    }

    /// The white space that the line begins with that is being written.
    func lineIndent() -> [UInt8] {
        flush()
        guard state.pointee.breaksLines else { return [] }
        let (output, count) = (state.pointee.output, state.pointee.outputCount)
        let written = UnsafeBufferPointer(start: output, count: count)
        let place = written.endOfLastLineBreak(from: state.pointee.line.seen, to: count)
        if place > state.pointee.line.seen { (state.pointee.line.head, state.pointee.line.start) = (nil, place) }
        state.pointee.line.seen = count
        if let head = state.pointee.line.head { return head }
        let start = state.pointee.line.start
        var end = start
        while end < count, output[end] == 0x20 || output[end] == 0x09 { end += 1 }
        return Array(UnsafeBufferPointer(start: output + start, count: end - start))
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The place after the last line break of a range; the start of the range if there is none. Eight bytes at a time.
    fileprivate func endOfLastLineBreak(from start: Int, to end: Int) -> Int {
        guard let base = baseAddress else { return start }
        var place = end
        while place - 8 >= start {
            let bytes = UnsafeRawPointer(base).loadUnaligned(fromByteOffset: place - 8, as: UInt64.self)
            if bytes.marked(by: bytes.difference(to: 0x0A)) != 0 { break }
            place -= 8
        }
        while place > start, base[place - 1] != 0x0A { place -= 1 }
        return place
    }
}
