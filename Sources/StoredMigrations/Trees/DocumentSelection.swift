public import Migrations

/// Which documents a stored migration is about: files, and folders with what they hold.
///
/// ```swift
/// var selection = DocumentSelection(["orders"])
/// selection.exclude = [PathPattern("archive/**")]
/// ```
///
/// A folder is walked with all folders in it: its files by name, then its folders by name, compared byte by byte.
/// Symbolic links in it are not followed, unless that is said; pipes and devices are never opened.
public struct DocumentSelection: Sendable, Hashable {
    /// The files and folders, in the order in which they are taken.
    public var paths: [StoredPath]

    /// Which files of folders are documents; a file that is named itself always is one.
    public var include: [PathPattern] = Self.usual

    /// Which files and folders are left out, even where ``include`` has them.
    public var exclude: [PathPattern] = []

    /// Whether folders within folders are walked.
    public var isRecursive = true

    /// Whether symbolic links within folders are followed, out of the folder too. A folder that is reached twice is
    /// walked once.
    public var followsLinks = false

    /// Files that are not documents, by whatever names they are found: a plan that is among its documents.
    public var ignored: [StoredPath] = []

    /// Which files hold one document a line.
    public var lines: [PathPattern] = Self.usualLines

    /// The documents of these files and folders.
    public init(_ paths: [StoredPath]) { self.paths = paths }

    /// The documents of these files and folders.
    public init(_ paths: [String]) { self.init(paths.map { StoredPath($0) }) }

    /// `*.json`, and the files of lines.
    public static let usual = [PathPattern("*.json")] + usualLines

    /// `*.ndjson` and `*.jsonl`, as they are, and compressed: with `.gz` or `.zst` behind that.
    public static let usualLines = ["*.ndjson", "*.jsonl"].flatMap { pattern in
        ([""] + Compression.allCases.map(\.rawValue)).map { PathPattern(pattern + $0) }
    }

    func includes(_ path: StoredPath) -> Bool {
        include.contains { $0.matches(path) } && !excludes(path)
    }

    func excludes(_ path: StoredPath) -> Bool { exclude.contains { $0.matches(path) } }

    func holdsLines(_ path: StoredPath) -> Bool { lines.contains { $0.matches(path) } }
}
