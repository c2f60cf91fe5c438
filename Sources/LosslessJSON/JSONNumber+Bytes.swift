/// Unsafe code: bytes are borrowed for the call; each read follows a comparison with their count.
extension JSONNumber {
    /// Whether bytes are a number of JSON.
    package static func isNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return false }
        let end = start + bytes.count
        return IndexScanner.number(from: start, to: end, []).end == end
    }
}
