/// How a file is compressed. A program of the system reads and writes it.
package enum Compression: String, Sendable, CaseIterable {
    case gzip = ".gz"
    case zstd = ".zst"

    /// How a file of such a name is compressed; `nil` if it is not.
    package init?(of name: StoredPath) {
        guard let found = Self.allCases.first(where: { name.hasSuffix($0.rawValue) }) else { return nil }
        self = found
    }

    /// The program that gives what a file holds.
    package var reader: [String] { self == .gzip ? ["gzip", "-dc"] : ["zstd", "-dcq"] }

    /// The program that compresses what it gets: the same bytes give the same file.
    package var writer: [String] { self == .gzip ? ["gzip", "-nc"] : ["zstd", "-cq"] }
}
