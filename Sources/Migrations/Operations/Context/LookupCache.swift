import VersionedCodec

/// The places of the elements of tables by their keys, so that a table of many elements is gone through once, and not
/// for each reference.
///
/// A class, so that a look at the way back shares what was found; each step has one of its own.
final class LookupCache {
    private var tables: [String: JSONObject] = [:]

    /// Whether nothing has been looked up.
    var isEmpty: Bool { tables.isEmpty }

    /// For each key the place of the first element that has it.
    func places(of array: JSONArray, by key: JSONPointer, name: String) -> JSONObject {
        if let known = tables[name] { return known }
        let places = Self.places(of: array, by: key)
        tables[name] = places
        return places
    }

    static func places(of array: JSONArray, by key: JSONPointer) -> JSONObject {
        var places = JSONObject()
        for (index, element) in array.enumerated() {
            guard let found = element[at: key] else { continue }
            let name = name(of: found)
            if places[name] == nil { places[name] = .integer(index) }
        }
        return places
    }

    /// A text that equal keys have in common: `1` and `1.0` do, `1` and `"1"` do not.
    static func name(of value: JSONValue) -> String {
        if let text = value.string { return "\"" + text }
        return value.number?.exactText ?? value.text(in: .canonical)
    }
}
