/// A version that was found, and how.
public struct DetectedVersion: Sendable, Hashable {
    /// The label of the version; of a payload that is newer than all known ones, what it says.
    public let label: String

    /// How the version was found.
    public let source: DetectionSource

    /// What the payload or the caller said, where the version found is not of that label: `4.2.1`, a day.
    public internal(set) var said: String?

    /// Whether the payload says it as a string, where the form leaves that to each payload.
    var isString = false

    /// Whether the payload is newer than all known versions, and the rules let it pass.
    public internal(set) var isNewer = false

    /// Where the payload is not as its version has it, by the first test of the declared shape that fails.
    public internal(set) var contradiction: VersionContradiction?

    /// A version that was found in a way.
    public init(label: String, source: DetectionSource) {
        self.label = label
        self.source = source
    }
}

/// A payload that says one version and looks like another.
///
/// ```swift
/// found.contradiction?.description
/// // line 1, column 15, at "/cells": the payload says version 3, but not: "/cells" is absent; it looks like version 4
/// ```
public struct VersionContradiction: DiagnosableError, Hashable {
    /// The label that the payload says.
    public let label: String

    /// The test of that version's shape that fails.
    public let test: PayloadShape.Test

    /// The labels of the versions whose shape it has.
    public let looksLike: [String]

    /// Where that is in the bytes.
    public package(set) var position: SourcePosition?

    /// The parts of the message, for one renderer.
    public var diagnostic: Diagnostic {
        let others = looksLike.joined(separator: " or ")
        return Diagnostic(
            message: "the payload says version \(label), but not: \(test)"
                + (others.isEmpty ? "" : "; it looks like version \(others)"),
            position: position, path: test.pointer)
    }
}

/// How a version was found; the list may grow.
public struct DetectionSource: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: Hashable {
        case explicit, mediaType, date, shape, pinned, legacy
        case field(JSONPointer)
    }

    private let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    /// The caller gave it.
    public static let explicit = DetectionSource(.explicit)

    /// The media type that the payload came with says it.
    public static let mediaType = DetectionSource(.mediaType)

    /// A day that the caller gave: the closest version before it.
    public static let date = DetectionSource(.date)

    /// The payload says it at a pointer.
    public static func field(_ pointer: JSONPointer) -> DetectionSource { DetectionSource(.field(pointer)) }

    /// The payload says none, and has the declared shape of one version.
    public static let shape = DetectionSource(.shape)

    /// The payload says none, and the version of the API that it comes from has this one.
    public static let pinned = DetectionSource(.pinned)

    /// The payload says none, and there is a declared default for legacy payloads.
    public static let legacy = DetectionSource(.legacy)

    /// What it is, in words.
    public var description: String {
        switch kind {
        case .explicit: "given explicitly"
        case .pinned: "pinned by the version of the API"
        case .mediaType: "said by the media type"
        case .date: "closest to the day that was given"
        case .shape: "told by the shape"
        case .legacy: "declared default for payloads without a version"
        case .field(let pointer): "found " + Diagnostic.place(pointer)
        }
    }
}
