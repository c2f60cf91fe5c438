import VersionedCodec

/// Documents in JSON5 are written as JSON.
extension JSONDocument {
    /// The document as it is written where nothing changes.
    func bytesAsJSON() throws(MigrationError) -> [UInt8] {
        try requireJSON(root)
        return writtenBytes
    }

    /// Fails if the document was accepted as JSON5, and the result holds a number that JSON cannot express. O(values)
    func requireJSON(_ value: JSONValue) throws(MigrationError) {
        guard isToBeJSON, holdsNamesOfNumbers else { return }
        var rest: [(value: JSONValue, path: JSONPointer)] = [(value, .root)]
        while let (value, path) = rest.popLast() {
            if let name = value.number?.text, name.last.map({ $0.isLetter }) == true {
                var error = MigrationError(.noJSON, "no JSON can say \(name)", at: path, found: value)
                error.position = position(of: value)
                throw error
            }
            if let object = value.object {
                rest += object.reversed().map { ($0.value, path.appending($0.key)) }
            } else if let array = value.array {
                rest += array.indices.reversed().map { (array[$0], path.appending($0)) }
            }
        }
    }
}
