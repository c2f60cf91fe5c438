import VersionedCodec

extension JSONOperation {
    /// Whether its table has a replacement several times.
    var repeatsTableValues: Bool { (body as? MapValuesOperation)?.sides.replacements.repeatsValues == true }
}

extension JSONValue {
    /// A reversed table without the values that are not read: of equal ones the first counts.
    var withoutRepeatedValues: JSONValue {
        guard object?["op"]?.string == MapValuesOperation.name, let table = object?["table"]?.array else { return self }
        let first = ValueIndex(table.map { $0.array?.first ?? .null }).firstPlaces
        var operation = self
        let kept = table.enumerated().filter { Int(first[$0.offset]) == $0.offset }.map(\.element)
        operation.object?["table"] = .array(JSONArray(kept))
        return operation
    }
}
