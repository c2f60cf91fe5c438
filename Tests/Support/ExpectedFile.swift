import Foundation
public import Testing

/// A file below `fixtures/` that holds what a test expects.
///
/// With the environment variable `UPDATE_FIXTURES=1` the files are written anew, instead of compared.
public enum ExpectedFile {
    /// Whether the files are written anew.
    public static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] == "1"

    /// Compares a text with a file, or writes the file.
    public static func expect(
        _ text: String, at path: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let file = RepositoryFiles.root.appending(path: "fixtures").appending(path: path)
        if isUpdating {
            try Data(text.utf8).write(to: file)
            return
        }
        let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(text == expected, "\(path)", sourceLocation: sourceLocation)
    }
}
