import VersionedCodec

/// The places of the elements of tables by their keys, so that a table of many elements is traversed once, and not
/// for each reference.
///
/// A class, so that a look at the way back shares what was found; each step has one of its own.
final class LookupCache {
    private var tables: [ByteKey: [ByteKey: Int]] = [:]
    private var rangeTables: [ByteKey: RangeTable] = [:]
    private var outcomes: [JSONOperation.PathOrigin: [Condition: Bool]] = [:]

    /// Whether nothing has been looked up.
    var isEmpty: Bool { tables.isEmpty && rangeTables.isEmpty && outcomes.isEmpty }

    /// For each key the place of the first or last element that has it.
    ///
    /// - `name`: Under which the places are kept; `nil`: they are not.
    func places(of array: JSONArray, by key: JSONPointer, _ match: JSONOperation.LookUpMatch, name: ByteKey?)
        -> [ByteKey: Int]
    {
        if let name, let known = tables[name] { return known }
        var places: [ByteKey: Int] = [:]
        for (index, element) in array.enumerated() {
            guard let found = element[at: key] else { continue }
            let name = Self.name(of: found)
            if match == .last || places[name] == nil { places[name] = index }
        }
        if let name { tables[name] = places }
        return places
    }

    /// The elements of an array in the order of their keys.
    func ranges(of array: JSONArray, by key: JSONPointer, name: ByteKey?) -> RangeTable {
        if let name, let known = rangeTables[name] { return known }
        let ranges = RangeTable(array, by: key)
        if let name { rangeTables[name] = ranges }
        return ranges
    }

    /// Whether a condition holds for the document, or for the context; `nil` if that is not known yet.
    func outcome(of condition: Condition, in origin: JSONOperation.PathOrigin) -> Bool? {
        outcomes[origin]?[condition]
    }

    func keep(_ outcome: Bool, of condition: Condition, in origin: JSONOperation.PathOrigin) {
        outcomes[origin, default: [:]][condition] = outcome
    }

    /// A text that equal keys have in common: `1` and `1.0` do, `1` and `"1"` do not.
    static func name(of value: JSONValue) -> ByteKey {
        if let text = value.string { return ByteKey("\"" + text) }
        return ByteKey(value.number?.exactText ?? value.text(in: .canonical))
    }
}
