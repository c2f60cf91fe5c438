/// The documents of a call: bytes, and where each document is in them.
///
/// Unsafe code: memory of the caller, valid for the call; all offsets are checked against each other before use.
struct DocumentBatch {
    /// The documents, from the first offset on: a slice of a column is a small part of it.
    let bytes: UnsafeBufferPointer<UInt8>
    let offsets: UnsafeBufferPointer<Int64>

    /// Looks at all offsets, so that none leads elsewhere.
    init(_ documents: UnsafeRawPointer?, _ offsets: UnsafePointer<Int64>?, _ count: Int64) throws(InterfaceError) {
        guard count >= 0, count < Int64(Int32.max) << 16 else { throw .offsets("the number of documents is \(count)") }
        if count == 0 {
            (bytes, self.offsets) = (
                UnsafeBufferPointer(start: nil, count: 0), UnsafeBufferPointer(start: nil, count: 0)
            )
            return
        }
        guard let offsets else { throw .missing("offsets") }
        let all = UnsafeBufferPointer(start: offsets, count: Int(count) + 1)
        guard all[0] >= 0 else { throw .offsets("the first offset is \(all[0])") }
        for number in 0..<Int(count) where all[number] > all[number + 1] {
            throw .offsets("document \(number) ends at \(all[number + 1]), before it begins at \(all[number])")
        }
        let (first, length) = (Int(all[0]), Int(all[Int(count)] - all[0]))
        guard documents != nil || length == 0 else { throw .missing("documents") }
        self.offsets = all
        bytes = UnsafeBufferPointer(
            start: documents.map { ($0 + first).assumingMemoryBound(to: UInt8.self) }, count: length)
    }
}
