#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Synchronization

/// One thing about a payload that decoding noted and went on: nothing that keeps the model from being made.
///
/// ```swift
/// // name is laid out as .key("name").alias("title")
/// let song = try controller.decode(Song.self, from: Data(#"{"version": 1, "name": "A", "title": "B"}"#.utf8))
/// song.value.name               // "A"
/// song.issues[0].description    // at "/title": this member was not read: "/name" stands for the key "name" too, and comes first (version 1)
/// ```
public struct DecodingIssue: DiagnosableError, Equatable {
    /// What it is; the list may grow.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// A code of the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Several members stand for one key; the first that a layout declares was read.
        public static let aliasNotRead = Code(rawValue: "aliasNotRead")
    }

    /// What it is.
    public let code: Code

    /// The parts of the text, for one renderer.
    public let diagnostic: Diagnostic
}

/// Collects the issues of all documents that a coder decodes, where there is no ``Versioned`` to hold them.
///
/// ```swift
/// let log = DecodingIssueLog()
/// decoder.userInfo[.decodingIssues] = log
/// let songs = try decoder.decode([Song].self, from: payload, configuration: controller)
/// log.issues    // what was noted
/// ```
public final class DecodingIssueLog: Sendable {
    private let list = Mutex<[DecodingIssue]>([])

    /// An empty log.
    public init() {}

    /// What has been noted, in the order of decoding.
    public var issues: [DecodingIssue] { list.withLock { $0 } }

    func note(_ issue: DecodingIssue) { list.withLock { $0.append(issue) } }
}

extension CodingUserInfoKey {
    /// The place of a ``DecodingIssueLog`` in a decoder's `userInfo`.
    public static let decodingIssues: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "VersionedCodec.decodingIssues") else {
            // A fixed text in the source, no data.
            preconditionFailure("a key of userInfo can be made of any text")
        }
        return key
    }()
}
