/// Values that a document gives up, as they were read.
extension IndexEdits {
    /// The value at a place, which is given up; no edit has changed anything within it.
    package func lost(_ place: EditPlace) throws(EditLimit) -> JSONValue {
        guard let node = original(place), overlay(node)?.isChanged != true else { throw EditLimit() }
        return try read(nodes[Int(node)].span)
    }

    /// The value of a span of the text.
    private func read(_ span: Range<Int>) throws(EditLimit) -> JSONValue {
        let bytes = UnsafeBufferPointer(rebasing: text[span])
        switch bytes[0] {
        case UInt8(ascii: "\"") where !bytes.contains(UInt8(ascii: "\\")):
            let characters = UnsafeBufferPointer(rebasing: bytes[1..<bytes.count - 1])
            return JSONValue(.string(JSONText(String(decoding: characters, as: UTF8.self))), offset: span.lowerBound)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return JSONValue(
                .number(JSONNumber(checked: String(decoding: bytes, as: UTF8.self))), offset: span.lowerBound)
        default:
            // Containers, strings with escapes, words: read for themselves, and remembered as what stands here.
            guard let index = DocumentIndex(scanning: Array(bytes), options: options) else { throw EditLimit() }
            return JSONValue(JSONValue(index, DocumentIndex.root).storage, offset: span.lowerBound)
        }
    }
}
