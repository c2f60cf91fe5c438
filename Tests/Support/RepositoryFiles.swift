public import Foundation

/// Where tests find the files of this repository, and the material beside it that we did not write.
public enum RepositoryFiles {
    /// The root of the package: the folder of `Package.swift`.
    public static let root: URL = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The material that we did not write; it is not part of the repository, so it may be absent.
    ///
    /// A suite that reads it is declared with `.enabled(if: RepositoryFiles.hasSharedData, …)`, so that a clone without
    /// it says that the suite is skipped.
    public static let sharedData: URL = root.deletingLastPathComponent().appending(path: "shared/data")

    /// Whether the material that we did not write is here.
    public static let hasSharedData: Bool = FileManager.default.fileExists(atPath: sharedData.path)

    /// What a skipped suite says.
    public static let sharedDataIsAbsent = "skipped: ../shared/data is absent"

    /// The bytes of a file below `fixtures/`.
    public static func fixture(_ path: String) throws -> Data {
        try Data(contentsOf: root.appending(path: "fixtures").appending(path: path))
    }

    /// The bytes of a file below `../shared/data`.
    public static func shared(_ path: String) throws -> Data {
        try Data(contentsOf: sharedData.appending(path: path))
    }
}
