/// The output of a document: runs of the text, each as long as possible, and new bytes.
extension Arena {
    /// Copies a range of the text, in one run with the one before it where it follows that.
    @inline(__always)
    func copy(_ range: Range<Int>) {
        if range.lowerBound == state.pointee.pendingEnd {
            state.pointee.pendingEnd = range.upperBound
        } else {
            flush()
            state.pointee.pendingStart = range.lowerBound
            state.pointee.pendingEnd = range.upperBound
        }
    }

    /// Writes the run that is pending.
    @inline(__always)
    func flush() {
        let (start, end) = (state.pointee.pendingStart, state.pointee.pendingEnd)
        state.pointee.pendingStart = end
        guard end > start, let text = state.pointee.text.baseAddress else { return }
        if state.pointee.isRecording { state.pointee.recorder?.noteText(start..<end) }
        if end &- start > Self.piece, state.pointee.sink != nil { return handOver(start..<end) }
        appendBytes(text + start, end &- start)
    }

    @inline(__always)
    func appendBytes(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
        if state.pointee.outputCount &+ count > state.pointee.outputCapacity { growOutput(by: count) }
        (state.pointee.output + state.pointee.outputCount).update(from: bytes, count: count)
        state.pointee.outputCount &+= count
    }

    @inline(never)
    private func recordConstant(_ byte: UInt8) {
        withUnsafePointer(to: byte) {
            state.pointee.recorder?.noteConstant(UnsafeBufferPointer(start: $0, count: 1))
        }
    }

    @inline(never)
    private func growOutput(by count: Int) {
        let old = state.pointee.outputCapacity
        let new = max(old * 2, state.pointee.outputCount + count)
        state.pointee.output = MemoryPages.resize(state.pointee.output, from: old, to: new)
        state.pointee.outputCapacity = new
        if state.pointee.isTextInOutput {
            state.pointee.text = UnsafeBufferPointer(start: state.pointee.output, count: state.pointee.text.count)
        }
    }

    /// Makes room for so many bytes more.
    func reserveOutput(_ count: Int) {
        if state.pointee.outputCount + count > state.pointee.outputCapacity { growOutput(by: count) }
    }

    /// Appends at most so many bytes, which a function writes; it returns how many.
    @inline(__always)
    func append(most: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
        reserveOutput(most)
        state.pointee.outputCount &+= write(state.pointee.output + state.pointee.outputCount)
    }

    @inline(__always)
    func put(_ byte: UInt8) {
        flush()
        if state.pointee.isRecording { recordConstant(byte) }
        if state.pointee.outputCount == state.pointee.outputCapacity { growOutput(by: 1) }
        state.pointee.output[state.pointee.outputCount] = byte
        state.pointee.outputCount &+= 1
    }

    @inline(__always)
    func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        flush()
        if state.pointee.isRecording { state.pointee.recorder?.noteConstant(bytes) }
        if let base = bytes.baseAddress { appendBytes(base, bytes.count) }
    }

    /// Appends the new scalar that a node is; `false` for a string, which may need escapes.
    @inline(__always)
    func appendUnlessString(_ value: ArenaNode) -> Bool {
        switch value.rawKind {
        case 0: append(ascii: "null")
        case 1: append(ascii: "false")
        case 2: append(ascii: "true")
        case 3: append(side(value.start, value.length))
        default: return false
        }
        return true
    }

    @inline(__always)
    func append(ascii text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }
}
