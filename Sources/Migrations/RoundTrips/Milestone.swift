import VersionedCodec

/// How far a document has come in a row of round trips, each a step longer than the one before.
struct Milestone {
    /// The names of the steps that this trip has and the one before had not.
    let steps: Set<String>

    /// Where the document came back otherwise; `nil` where it did not come back.
    var differences: PathSet?
}

/// Places, to be asked whether any of them is another place, in it, or around it.
struct PathSet {
    private let paths: Set<JSONPointer>
    private let around: Set<JSONPointer>

    init(_ paths: some Sequence<JSONPointer>) {
        self.paths = Set(paths)
        around = Set(
            self.paths.flatMap { path in path.tokens.indices.map { JSONPointer(Array(path.tokens[..<$0])) } })
    }

    /// O(length of the path)
    func meets(_ path: JSONPointer) -> Bool {
        if paths.isEmpty { return false }
        if around.contains(path) || paths.contains(path) { return true }
        return path.tokens.indices.contains { paths.contains(JSONPointer(Array(path.tokens[..<$0]))) }
    }
}
