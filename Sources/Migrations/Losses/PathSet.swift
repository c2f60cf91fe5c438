import VersionedCodec

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
