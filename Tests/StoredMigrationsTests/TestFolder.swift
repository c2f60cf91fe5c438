import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder of the machine that goes when its test ends.
final class TestFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "stored-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // Paths may be too long for anything else.
        let remove = Process()
        remove.executableURL = URL(filePath: "/bin/rm")
        remove.arguments = ["-rf", url.path]
        if (try? remove.run()) != nil { remove.waitUntilExit() }
    }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func file(_ name: String, _ text: String) throws {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    func pipe(_ name: String) throws { try #require(mkfifo(path(name), 0o600) == 0) }

    /// A file so many folders below one, each of a name.
    func deepFile(_ start: String, name: String, depth: Int, _ text: String) throws {
        var folder = open(path(start), O_RDONLY | O_DIRECTORY)
        for _ in 0..<depth {
            try #require(mkdirat(folder, name, 0o700) == 0)
            let inner = openat(folder, name, O_RDONLY | O_DIRECTORY)
            close(folder)
            folder = inner
        }
        let file = openat(folder, "deep.json", O_WRONLY | O_CREAT, 0o600)
        try #require(file >= 0)
        _ = text.withCString { write(file, $0, strlen($0)) }
        close(file)
        close(folder)
    }

    /// All files below a folder, by their paths in it, without the marks of folders that hold no documents.
    func files(in name: String) throws -> [String: String] {
        var files: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: path(name)) {
            var isFolder: ObjCBool = false
            let whole = self.path(name + "/" + path)
            guard FileManager.default.fileExists(atPath: whole, isDirectory: &isFolder), !isFolder.boolValue else {
                continue
            }
            if path.hasSuffix(".versioned-json-no-documents") { continue }
            files[path] = try text(name + "/" + path)
        }
        return files
    }
}
