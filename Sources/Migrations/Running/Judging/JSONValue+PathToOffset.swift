import VersionedCodec

extension JSONValue {
    /// The path to the value that begins at a byte of the payload, from the root of the document as it was read.
    /// O(members on the way)
    func path(toOffset offset: Int) -> JSONPointer? {
        var (value, tokens) = (self, [String]())
        while value.sourceOffset != offset {
            // Children are in the order of the payload: the last one that begins before the byte holds it.
            if let array = value.array {
                let next = array.partitioningIndex { $0.sourceOffset.map { $0 > offset } ?? true }
                guard next > 0 else { return nil }
                tokens.append(String(next - 1))
                value = array[next - 1]
            } else {
                let last = value.object?.last { $0.value.sourceOffset.map { $0 <= offset } == true }
                guard let last else { return nil }
                tokens.append(last.key)
                value = last.value
            }
        }
        return JSONPointer(tokens)
    }
}
