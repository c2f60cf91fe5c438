import VersionedCodec

/// The places of the elements of tables by their keys, so that a table of many elements is traversed once, and not
/// for each reference.
///
/// A class, so that a look at the way back shares what was found; each step has one of its own.
final class LookupCache {
    private var values: [(place: JSONPointer, value: JSONValue?)] = []
    private var seenTables: [(place: JSONPointer, table: SeenTable?)] = []
    private var tables: [(name: Name, places: [ByteKey: Int])] = []
    private var rangeTables: [(name: Name, ranges: RangeTable)] = []
    private var outcomes: [JSONOperation.PathOrigin: [Condition: Bool]] = [:]

    /// A table by its place. An operation looks into few of them.
    struct Name: Equatable {
        let origin: JSONOperation.PathOrigin
        let path: JSONPointer
        /// Where the key is in an element; `nil`: the elements are members.
        let key: JSONPointer?
        var match = JSONOperation.LookUpMatch.first
    }

    /// Whether nothing has been looked up.
    private(set) var isEmpty = true

    /// The value at a place of the document.
    func value(at place: JSONPointer, _ find: () -> JSONValue?) -> JSONValue? {
        if let known = values.first(where: { $0.place == place }) { return known.value }
        let value = find()
        values.append((place, value))
        isEmpty = false
        return value
    }

    /// The table at a place of the document.
    func table(at place: JSONPointer, _ find: () -> SeenTable?) -> SeenTable? {
        if let known = seenTables.first(where: { $0.place == place }) { return known.table }
        let table = find()
        seenTables.append((place, table))
        isEmpty = false
        return table
    }

    /// The place of the element of a table for a key: of the first or last element that has it.
    ///
    /// - `isKept`: Whether the table is the same when it is looked into again.
    func place(of key: ByteKey, in table: @autoclosure () -> SeenTable, _ name: Name, isKept: Bool = true) -> Int? {
        if isKept, let known = tables.firstIndex(where: { $0.name == name }) { return tables[known].places[key] }
        var places: [ByteKey: Int] = [:]
        let table = table()
        for index in 0..<table.count {
            guard let key = Self.key(ofElement: index, in: table, name.key) else { continue }
            if name.match == .last || places[key] == nil { places[key] = index }
        }
        if isKept {
            tables.append((name, places))
            isEmpty = false
        }
        return places[key]
    }

    private static func key(ofElement index: Int, in table: SeenTable, _ place: JSONPointer?) -> ByteKey? {
        guard let place else { return table.key(at: index).map { ByteKey($0) } }
        return table.value(at: place, ofElement: index).map(name(of:))
    }

    /// The elements of a table in the order of what is at a place in them.
    func ranges(of table: SeenTable, by key: JSONPointer, _ name: Name, isKept: Bool) -> RangeTable {
        if isKept, let known = rangeTables.first(where: { $0.name == name }) { return known.ranges }
        let ranges = RangeTable(table, by: key)
        if isKept {
            rangeTables.append((name, ranges))
            isEmpty = false
        }
        return ranges
    }

    /// Whether a condition holds for the document, or for the context; `nil` if that is not known yet.
    func outcome(of condition: Condition, in origin: JSONOperation.PathOrigin) -> Bool? {
        outcomes[origin]?[condition]
    }

    func keep(_ outcome: Bool, of condition: Condition, in origin: JSONOperation.PathOrigin) {
        outcomes[origin, default: [:]][condition] = outcome
        isEmpty = false
    }

    /// A text that equal keys have in common: `1` and `1.0` do, `1` and `"1"` do not.
    static func name(of value: JSONValue) -> ByteKey {
        if let text = value.string { return ByteKey("\"" + text) }
        return ByteKey(exactText(of: value))
    }

    /// The same for a value within others.
    private static func exactText(of value: JSONValue) -> String {
        if let number = value.number { return number.exactText }
        if let array = value.array { return "[\(array.map(exactText).joined(separator: ","))]" }
        if let object = value.object {
            let members = object.map { "\(JSONValue.string($0.key).text()):\(exactText(of: $0.value))" }
            return "{\(members.inOrder { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: ","))}"
        }
        return value.text(in: .canonical)
    }
}
