/// Takes the pieces of a document as they are written.
package final class EditSink {
    private let write: (UnsafeBufferPointer<UInt8>) throws -> Void
    private let forget: () throws -> Void
    /// What went wrong, after which nothing more was taken.
    package private(set) var failure: (any Error)?
    private var hasTaken = false

    /// A sink that hands pieces to a function, and can have all of them forgotten.
    package init(
        write: @escaping (UnsafeBufferPointer<UInt8>) throws -> Void, forget: @escaping () throws -> Void
    ) {
        self.write = write
        self.forget = forget
    }

    /// Has all pieces forgotten; whether that could be done.
    package func startOver() -> Bool {
        guard failure == nil else { return false }
        do {
            if hasTaken { try forget() }
            hasTaken = false
            return true
        } catch {
            failure = error
            return false
        }
    }

    fileprivate func take(_ piece: UnsafeBufferPointer<UInt8>) throws(EditLimit) {
        do {
            hasTaken = true
            try write(piece)
        } catch {
            failure = error
            throw EditLimit()
        }
    }
}

/// What a document is written into: memory that holds all of it, or a piece of it for a sink.
extension IndexEdits {
    /// From so many bytes on a piece is handed over.
    private static var piece: Int { 1 << 18 }

    /// Copies a range of the text.
    @inline(__always)
    mutating func copy(_ range: Range<Int>) throws(EditLimit) {
        guard let base = text.baseAddress, !range.isEmpty else { return }
        if sink != nil, range.count > Self.piece { return try copyInPieces(range) }
        output.append(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    private mutating func copyInPieces(_ range: Range<Int>) throws(EditLimit) {
        var start = range.lowerBound
        while start < range.upperBound {
            let end = min(start + Self.piece, range.upperBound)
            output.append(UnsafeBufferPointer(rebasing: text[start..<end]))
            try handOver()
            start = end
        }
    }

    mutating func append(_ byte: UInt8) {
        output.append(byte)
    }

    mutating func appendPool(_ range: Range<Int>) {
        output.append(vocabulary.bytes(range))
    }

    mutating func append(_ bytes: some Sequence<UInt8>) {
        let appended: Void? = bytes.withContiguousStorageIfAvailable { output.append($0) }
        if appended == nil { for byte in bytes { output.append(byte) } }
    }

    /// Hands over what has been written, where there is a sink and that is much.
    @inline(__always)
    mutating func handOver() throws(EditLimit) {
        if sink != nil, output.count >= Self.piece { try handOverAll() }
    }

    /// Hands over all that has been written.
    mutating func handOverAll() throws(EditLimit) {
        guard let sink, output.count > 0 else { return }
        line.head = headOfLine()
        (line.start, line.seen) = (0, 0)
        try sink.take(UnsafeBufferPointer(start: output.base, count: output.count))
        output.truncate(to: 0)
    }

    // MARK: The line that is being written

    /// What is known of the line.
    struct Line {
        /// Of a line that begins in what has been handed over, as much as `headOfLine` gives.
        var head: [UInt8] = []
        /// Where it begins in what has not been handed over.
        var start = 0
        /// How far line breaks have been looked for, so that no byte is looked at twice.
        var seen = 0
    }

    /// The white space that the line begins with, and the byte behind it, if there is one.
    mutating func headOfLine() -> [UInt8] {
        guard breaksLines else { return [] }
        if line.seen > output.count || line.start > output.count { (line.start, line.seen) = (0, 0) }
        var place = output.count
        while place > line.seen, output[place - 1] != 0x0A { place -= 1 }
        if place > line.seen { (line.head, line.start) = ([], place) }
        line.seen = output.count
        var head = line.head
        place = line.start
        while head.last.map({ $0 == 0x20 || $0 == 0x09 }) != false, place < output.count {
            head.append(output[place])
            place += 1
        }
        return head
    }

    /// Gives up the index of what has been written, from `kept` on, where that is much.
    @inline(__always)
    mutating func giveUpWritten(_ kept: inout UInt32, to next: UInt32) {
        if next > kept, next - kept > 1 << 16 { giveUp(&kept, to: next) }
    }

    @inline(never)
    private mutating func giveUp(_ kept: inout UInt32, to next: UInt32) {
        // Whoever has kept a value of the document may still ask for what is in it.
        guard document == nil || isKnownUniquelyReferenced(&document) else { return kept = .max }
        hasGivenUp = true
        buffer.release(Int(kept)..<Int(next))
        overlays.release(Int(kept)..<Int(next))
        kept = next
    }

    /// The first node of a container that may be given up once it is written; none where one may be needed again: where something is
    /// moved out of it.
    func firstGivenUp(of container: UInt32) -> UInt32 {
        givesUpWritten && firstMoved > container ? container + 1 : .max
    }
}
