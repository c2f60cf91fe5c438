#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a payload is read from: a file, or standard input.
///
/// ```swift
/// let input = PayloadInput("-")       // standard input
/// try input.bytes()
/// ```
public struct PayloadInput: Sendable, Hashable {
    /// The name as errors show it; `<stdin>` for standard input.
    public let name: String

    private let isStandardInput: Bool

    /// The file of a path; `-` is standard input.
    public init(_ path: String) {
        isStandardInput = path == "-"
        name = isStandardInput ? "<stdin>" : path
    }

    /// Whether there is something of the name: standard input always is.
    public var exists: Bool { isStandardInput || SystemFile.mode(of: name) != nil }

    /// Whether both are one file, by whatever names.
    public func isSameFile(as other: PayloadInput) -> Bool {
        self == other
            || !isStandardInput && !other.isStandardInput
                && SystemFile.resolved(name) == SystemFile.resolved(other.name)
    }

    /// Whether it is a folder.
    public var isFolder: Bool { !isStandardInput && SystemFile.isFolder(name) }

    private func open() throws(StoredFileError) -> SystemFile {
        isStandardInput ? .standardInput : try .reading(name)
    }

    /// All bytes.
    ///
    /// - Throws: ``StoredFileError`` where they cannot be read.
    public func bytes() throws(StoredFileError) -> [UInt8] { try open().readAll() }

    /// The lines, one after the other.
    ///
    /// - Throws: ``StoredFileError`` where the file cannot be opened; reading a line throws where that fails.
    public func lines() throws(StoredFileError) -> LineReader {
        let file = try open()
        return LineReader { try file.read(upTo: 1 << 16) }
    }

    /// The files of a path: itself, or, of a folder, those within it that end in `.json`, at any depth, by name.
    ///
    /// - Throws: ``StoredFileError`` where a folder cannot be read, or holds no such file.
    public static func all(at path: String) throws(StoredFileError) -> [PayloadInput] {
        var visited: Set<String> = []
        let inputs = try all(at: path, visited: &visited)
        if inputs.isEmpty {
            throw StoredFileError(
                code: .unreadable, path: path, reason: "the folder holds no file that ends in \".json\"")
        }
        return inputs
    }

    private static func all(at path: String, visited: inout Set<String>) throws(StoredFileError) -> [PayloadInput] {
        guard SystemFile.isFolder(path) else { return [PayloadInput(path)] }
        // A symbolic link may lead back to a folder that has been listed.
        guard visited.insert(SystemFile.resolved(path)).inserted else { return [] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            throw StoredFileError(code: .unreadable, path: path, reason: "the folder cannot be listed")
        }
        var inputs: [PayloadInput] = []
        for name in names {
            let inner = path.hasSuffix("/") ? path + name : path + "/" + name
            if SystemFile.isFolder(inner) {
                inputs += try all(at: inner, visited: &visited)
            } else if name.hasSuffix(".json") {
                inputs.append(PayloadInput(inner))
            }
        }
        return inputs
    }
}

/// Where a result is written to.
public enum PayloadOutput {
    /// Standard output.
    public static func writeToStandardOutput(_ bytes: [UInt8]) throws(StoredFileError) {
        try SystemFile.standardOutput.write(bytes)
    }

    /// Standard error. Where that cannot be written either, there is no place left to say so.
    public static func writeToStandardError(_ text: String) {
        do { try SystemFile.standardError.write(Array(text.utf8)) } catch { return }
    }
}
