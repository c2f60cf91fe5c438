import VersionedCodec

/// The migrations of a plan as ways between its versions.
struct MigrationGraph: Sendable {
    /// A migration in one direction.
    struct Edge: Sendable, Hashable {
        /// The number of the migration in the plan.
        let migration: Int
        let isUp: Bool
        /// The place of the version that it leads to.
        let end: Int
    }

    private struct Ends: Hashable {
        let from: Int
        let to: Int
    }

    /// Whether each version has one migration to the next newer one, and there are no others.
    let isLine: Bool

    /// The migrations from each version; empty for a line.
    private let edges: [[Edge]]
    /// Those of them that do not refuse every document.
    private let ways: [[Edge]]
    private var routes: [Ends: [Edge]] = [:]

    /// The graph of a line of versions.
    static let line = MigrationGraph(isLine: true, edges: [], ways: [])

    private init(isLine: Bool, edges: [[Edge]], ways: [[Edge]]) {
        (self.isLine, self.edges, self.ways) = (isLine, edges, ways)
    }

    /// - `places`: The places of the versions by their labels.
    init(_ migrations: [Migration], _ places: [String: Int]) {
        var edges = [[Edge]](repeating: [], count: places.count)
        var ways = edges
        for (number, migration) in migrations.enumerated() {
            guard let older = places[migration.from], let newer = places[migration.to] else { continue }
            for (isUp, start, end) in [(true, older, newer), (false, newer, older)] where migration.leads(isUp: isUp) {
                let edge = Edge(migration: number, isUp: isUp, end: end)
                edges[start].append(edge)
                if migration.reasonForNoWay(isUp: isUp) == nil { ways[start].append(edge) }
            }
        }
        self.init(isLine: false, edges: edges, ways: ways)
    }

    /// The way from one version to another; `nil` if there is none.
    func path(from start: Int, to end: Int) -> [Edge]? {
        if isLine {
            return start <= end
                ? (start..<end).map { Edge(migration: $0, isUp: true, end: $0 + 1) }
                : (end..<start).reversed().map { Edge(migration: $0, isUp: false, end: $0) }
        }
        if let route = routes[Ends(from: start, to: end)] { return route }
        return shortest(from: start)[end]?.path
    }

    /// The ways from a version to all that it leads to.
    func paths(from start: Int) -> [Int: [Edge]] {
        shortest(from: start).reduce(into: [:]) { paths, found in
            paths[found.key] = routes[Ends(from: start, to: found.key)] ?? found.value.path
        }
    }

    /// The shortest ways from a version to all others, and how many of that length there are. A migration that refuses
    /// every document is taken where nothing else leads on: its message is the error then.
    private func shortest(from start: Int) -> [Int: (path: [Edge], count: Int)] {
        shortest(from: start, over: ways).merging(shortest(from: start, over: edges)) { way, _ in way }
    }

    private func shortest(from start: Int, over edges: [[Edge]]) -> [Int: (path: [Edge], count: Int)] {
        var found: [Int: (path: [Edge], count: Int)] = [start: ([], 1)]
        var ring = [start]
        while !ring.isEmpty {
            var next: [Int] = []
            var new: [Int: (path: [Edge], count: Int)] = [:]
            for version in ring {
                guard let way = found[version] else { continue }
                for edge in edges[version] where found[edge.end] == nil {
                    if new[edge.end] == nil { next.append(edge.end) }
                    new[edge.end] = (new[edge.end]?.path ?? way.path + [edge], (new[edge.end]?.count ?? 0) + way.count)
                }
            }
            found.merge(new) { first, _ in first }
            ring = next
        }
        return found
    }

    /// Whether a version can be reached from another one, or another one from it.
    func isConnected(_ version: Int) -> (leadsHere: Bool, leadsAway: Bool) {
        (edges.contains { $0.contains { $0.end == version } }, !edges[version].isEmpty)
    }

    /// The pairs of versions between which several ways are equally short, and no route decides.
    ///
    /// - Complexity: O(versions × migrations)
    func ambiguities() -> [(from: Int, to: Int)] {
        var pairs: [(from: Int, to: Int)] = []
        for start in edges.indices {
            // Between ways that refuse every document, nothing need be decided.
            for (end, way) in shortest(from: start, over: ways)
            where way.count > 1 && routes[Ends(from: start, to: end)] == nil {
                pairs.append((start, end))
            }
        }
        return pairs.inOrder { ($0.from, $0.to) < ($1.from, $1.to) }
    }

    /// Adds a route over versions; returns the two labels between which there is no migration, if there are any.
    mutating func add(_ stops: [Int]) -> (from: Int, to: Int)? {
        guard let first = stops.first, let last = stops.last else { return nil }
        var there: [Edge] = []
        var back: [Edge]? = []
        for (start, end) in zip(stops, stops.dropFirst()) {
            guard let edge = edges[start].first(where: { $0.end == end }) else { return (start, end) }
            there.append(edge)
            let reverse = ways[end].first { $0.end == start }
            back = reverse.flatMap { edge in back.map { [edge] + $0 } }
        }
        routes[Ends(from: first, to: last)] = there
        if let back, routes[Ends(from: last, to: first)] == nil { routes[Ends(from: last, to: first)] = back }
        return nil
    }
}
