/// JSON values, which are written as they are.
extension JSONOutput {
    /// Writes a JSON value: number texts and the order of members as they are, strings that were read as they were
    /// spelled.
    @inline(never)
    func write(_ value: JSONValue) throws {
        var writer = JSONWriter(style: scope.rules.json, copiesStrings: scope.rules.copiesStrings)
        writer.writeValue(value, depth: 0)
        guard let name = writer.nameOfNumber else { return bytes.pointee.append(contentsOf: writer.output) }
        throw error(value, "JSON has no number for \(name), which a JSON value holds")
    }

    /// Writes the name of a member, as it was spelled in the payload that it came from, unless a style declares
    /// otherwise.
    func write(name: String, spelling: String?) {
        guard let spelling, scope.rules.copiesStrings || scope.rules.json.keepsEscapes else { return write(name) }
        bytes.pointee.append(UInt8(ascii: "\""))
        bytes.pointee.append(contentsOf: spelling.utf8)
        bytes.pointee.append(UInt8(ascii: "\""))
    }
}
