import Migrations

/// The entries of a walk, some at a time; a file of lines is a piece of its own.
struct DocumentChunks {
    enum Chunk {
        case documents([WalkedEntry])
        case lines(DocumentPlace)
    }

    private let walk: () throws -> WalkedEntry?
    private let size: Int
    private let removesLeftovers: Bool
    private let kept: Set<StoredPath>
    private var lines: DocumentPlace?

    /// - `kept`: Leftovers that the run continues with.
    init(
        _ walk: @escaping () throws -> WalkedEntry?, size: Int, removesLeftovers: Bool, but kept: Set<StoredPath>
    ) {
        (self.walk, self.size, self.removesLeftovers, self.kept) = (walk, size, removesLeftovers, kept)
    }

    mutating func next() throws -> Chunk? {
        if let entries = try nextDocuments() { return .documents(entries) }
        defer { lines = nil }
        return lines.map { .lines($0) }
    }

    /// Documents up to the next file of lines; `nil` if there are none.
    mutating func nextDocuments() throws -> [WalkedEntry]? {
        var chunk: [WalkedEntry] = []
        while lines == nil, chunk.count < size, let entry = try walk() {
            switch entry {
            case .document(let place) where place.holdsLines: lines = place
            case .temporary(let name, let folder):
                if removesLeftovers, !kept.contains(name) { TemporaryName.removeLeftover(name, in: folder) }
            default: chunk.append(entry)
            }
        }
        return chunk.isEmpty ? nil : chunk
    }
}
