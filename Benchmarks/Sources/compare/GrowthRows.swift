import Migrations
import VersionedCodec

/// Work that grows: each row against the same on its smallest size, times how many times as large it is. A ratio of 1
/// says that time grows as the size does; a hundredth, that it grows as its square.
func growthRows() -> RowGroup {
    let growths = [
        Growth("drop", sizes: [1_000, 10_000, 100_000], growsWithSize: true, dropping),
        Growth("everywhere", sizes: [1_000, 10_000, 100_000], growsWithSize: true, renamingEverywhere),
        Growth("split", sizes: [1_000, 10_000, 100_000], growsWithSize: true, splitting),
        Growth("mapValues", sizes: [80, 800, 8_000], growsWithSize: false, mapping),
        Growth("oneOf", sizes: [80, 800, 8_000], growsWithSize: false, asking),
        Growth("check", sizes: [10, 100, 1_000], growsWithSize: true, checking),
        Growth("plan", sizes: [10, 100, 1_000], growsWithSize: true, planning),
    ]
    return RowGroup(names: growths.flatMap(\.names)) { try growths.flatMap { try $0.rows() } }
}

private struct Growth {
    let name: String
    let sizes: [Int]
    /// Whether time may grow with the size; else the size is that of a table, of which the same is asked.
    let growsWithSize: Bool
    /// The work of a size.
    let work: (Int) throws -> () throws -> Int

    init(_ name: String, sizes: [Int], growsWithSize: Bool, _ work: @escaping (Int) throws -> () throws -> Int) {
        (self.name, self.sizes, self.growsWithSize, self.work) = (name, sizes, growsWithSize, work)
    }

    var names: [String] { sizes.map { "growth \(name) \($0)" } }

    func rows() throws -> [Row] {
        let smallest = try work(sizes[0])
        return try zip(names, sizes).map { name, size in
            Row(
                name: name, units: growsWithSize ? size : 1,
                baselineScale: growsWithSize ? Double(size) / Double(sizes[0]) : 1, ours: try work(size),
                baseline: smallest)
        }
    }
}

private func plan(_ operations: [JSONOperation]) throws -> MigrationPlan {
    try MigrationPlan(
        "Growth", versionAt: VersionLocation("/version", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
        migrations: [Migration(from: "1", to: "2", "A change", up: operations, down: nil)])
}

/// A run of operations on items, each made by its number; losses are counted too.
private func migrating(
    _ operations: [JSONOperation], _ count: Int, _ item: (Int) -> String
) throws -> () throws -> Int {
    let plan = try plan(operations)
    let payload = Array(#"{"version":1,"items":[\#((0..<count).map(item).joined(separator: ","))]}"#.utf8)
    return {
        let result = try plan.migrate(payload, to: "2")
        return result.bytes.count + result.losses.count
    }
}

/// A loss in each of so many elements.
private func dropping(_ size: Int) throws -> () throws -> Int {
    try migrating([.drop([.null], deep: true)], size) { #"{"a":null,"b":{"c":null,"d":\#($0)}}"# }
}

private func renamingEverywhere(_ size: Int) throws -> () throws -> Int {
    try migrating([.everywhere(where: .present("/a"), [.remove("/a"), .rename("/b", to: "c")])], size) {
        #"{"a":1,"b":{"a":2,"b":\#($0)}}"#
    }
}

/// New texts beyond ASCII in each element: whether they are written as they are depends on the whole document.
private func splitting(_ size: Int) throws -> () throws -> Int {
    try migrating([.each("/items", [.split("/n", into: ["/a", "/b"], separator: " ")])], size) { #"{"n":"Ä\#($0) Ö"}"# }
}

/// Two thousand values, texts and numbers, in a table of so many.
private func mapping(_ size: Int) throws -> () throws -> Int {
    let texts = (0..<size / 2).map { (JSONValue.string("k\($0)"), JSONValue.string("v\($0)")) }
    let numbers = (0..<size / 2).map { (JSONValue.integer($0), JSONValue.integer(-1 - $0)) }
    return try migrating([.each("/items", [.mapValues("/k", texts), .mapValues("/n", numbers)])], 2_000) {
        #"{"k":"k\#($0 * 7919 % (size / 2))","n":\#($0 * 7919 % (size / 2))}"#
    }
}

/// Two thousand values, asked for whether they are among so many.
private func asking(_ size: Int) throws -> () throws -> Int {
    let values = (0..<size).map { JSONValue.string("k\($0)") }
    return try migrating([.each("/items", [.when(.oneOf("/k", values), [.add("/is", value: true)])])], 2_000) {
        #"{"k":"k\#($0 * 7919 % (2 * size))"}"#
    }
}

private func manyVersions(_ count: Int) throws -> MigrationPlan {
    try MigrationPlan(
        "Growth", versionAt: VersionLocation("/version", as: .integer),
        versions: (1...count).map { PlanVersion("\($0)") },
        migrations: (1..<count).map {
            Migration(
                from: "\($0)", to: "\($0 + 1)", "A change",
                operations: [.rename(JSONPointer(["a\($0)"]), to: "a\($0 + 1)")])
        })
}

/// The round trips through so many versions.
private func checking(_ size: Int) throws -> () throws -> Int {
    let plan = try manyVersions(size)
    let document = try JSONDocument(parsing: #"{"version":1,"a1":"x"}"#)
    return { try plan.roundTrips(of: document).filter(\.isSound).count }
}

/// A new plan of so many versions, and the first document from the oldest to the newest.
private func planning(_ size: Int) throws -> () throws -> Int {
    { try manyVersions(size).migrate(#"{"version":1,"a1":"x"}"#, to: "\(size)").bytes.count }
}
