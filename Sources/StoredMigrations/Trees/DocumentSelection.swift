public import Migrations

/// Select the documents of a stored migration with it: files, and folders with their contents.
///
/// ```swift
/// var selection = DocumentSelection(["orders"])
/// selection.exclude = [PathPattern("archive/**")]
/// ```
///
/// A folder is walked recursively: first its files by name, then its subfolders by name, compared byte by byte.
/// Symbolic links in it are followed only on request. Pipes and devices are never opened.
public struct DocumentSelection: Sendable, Hashable {
    /// The files and folders, in order.
    public var paths: [StoredPath]

    /// Which files in folders are documents. A file in ``paths`` always is one.
    public var include: [PathPattern] = Self.usual

    /// Which files and folders are excluded, even if ``include`` matches. A pattern that ends with a slash excludes
    /// folders only.
    public var exclude: [PathPattern] = []

    /// Whether subfolders are walked.
    public var isRecursive = true

    /// Whether symbolic links in folders are followed, also to places outside. A folder that is reached twice is walked
    /// once.
    public var followsLinks = false

    /// Files that are not documents, under any name, such as a plan in the folder of its documents.
    public var ignored: [StoredPath] = []

    /// Which files hold one document on each line.
    public var lines: [PathPattern] = Self.usualLines

    /// The documents of these files and folders.
    public init(_ paths: [StoredPath]) { self.paths = paths }

    /// The documents of these files and folders.
    public init(_ paths: [String]) { self.init(paths.map { StoredPath($0) }) }

    /// `*.json`, and the files of lines.
    public static let usual = [PathPattern("*.json")] + usualLines

    /// `*.ndjson` and `*.jsonl`, also compressed with `.gz` or `.zst` appended.
    public static let usualLines = ["*.ndjson", "*.jsonl"].flatMap { pattern in
        ([""] + Compression.allCases.map(\.rawValue)).map { PathPattern(pattern + $0) }
    }

    func includes(_ path: StoredPath) -> Bool {
        include.contains { $0.matches(path) } && !excludes(path)
    }

    private func excludes(_ path: StoredPath) -> Bool { exclude.contains { $0.matches(path) } }

    func excludes(folder path: StoredPath) -> Bool { exclude.contains { $0.matches(folder: path) } }

    func holdsLines(_ path: StoredPath) -> Bool { lines.contains { $0.matches(path) } }
}
