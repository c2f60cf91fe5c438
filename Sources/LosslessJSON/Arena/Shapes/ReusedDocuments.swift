/// Documents that are read into the memory of those before, if nobody has these still.
struct ReusedDocuments {
    private var documents: [DocumentIndex] = []

    /// Reads a text into the memory of the last document of a number; `nil` if it is not JSON.
    ///
    /// - `number`: At most one more than the greatest one so far.
    mutating func read(_ text: UnsafeBufferPointer<UInt8>, _ number: Int) -> DocumentIndex? {
        let isUsedAgain = number < documents.count && isKnownUniquelyReferenced(&documents[number])
        let buffer = isUsedAgain ? documents[number].buffer : IndexBuffer()
        let options = JSONParsingOptions()
        guard IndexScanner(options: options, buffer: buffer).scan(text) else { return nil }
        let document = DocumentIndex(bytes: Array(text), buffer: buffer, options: options)
        if number < documents.count {
            documents[number] = document
        } else {
            documents.append(document)
        }
        return document
    }
}
