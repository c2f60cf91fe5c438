/// The version that was found for a payload, and how.
public struct DetectedVersion: Sendable, Hashable {
    /// The label of the version. For a payload that is newer than all known versions, the label in the payload.
    public let label: String

    /// How the version was found.
    public let source: DetectedVersion.Source

    /// The version as the payload or the caller wrote it, if it differs from the label: `4.2.1`, a day.
    public internal(set) var said: String?

    /// Whether the payload names it as a string, if the form allows both.
    var isString = false

    /// Whether the payload is newer than all known versions, and the rules let it pass.
    public internal(set) var isNewer = false

    /// The first test of the declared shape that the payload fails, if it fails any.
    public internal(set) var contradiction: DetectedVersion.Contradiction?

    /// A version with its source.
    public init(label: String, source: DetectedVersion.Source) {
        self.label = label
        self.source = source
    }
}

extension DetectedVersion {
    /// A payload that names one version and looks like another.
    ///
    /// ```swift
    /// found.contradiction?.description
    /// // line 1, column 15, at "/cells": the payload names version 3, but "/cells" is not absent; it looks like
    /// version 4
    /// ```
    public struct Contradiction: DiagnosableError, Hashable {
        /// The label that the payload names.
        public let label: String

        /// The failing test of that version's shape.
        public let test: PayloadShape.Test

        /// The labels of the versions whose shape the payload has.
        public let looksLike: [String]

        /// How the version was found.
        let source: DetectedVersion.Source

        /// The position in the bytes.
        public package(set) var position: SourcePosition?

        /// The parts of the message.
        public var diagnostic: Diagnostic {
            let others = looksLike.joined(separator: " or ")
            let subject =
                source == .date
                ? "version \(label) is the closest to the day that was given" : "the payload names version \(label)"
            return Diagnostic(
                message: "\(subject), but \(test.negation)"
                    + (others.isEmpty ? "" : "; it looks like version \(others)"),
                position: position, path: test.pointer)
        }
    }
}

extension DetectedVersion {
    /// How a version was found. The list may grow.
    public struct Source: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: Hashable {
            case explicit, mediaType, date, shape, pinned, legacy
            case field(JSONPointer)
        }

        private let kind: Kind

        private init(_ kind: Kind) { self.kind = kind }

        /// The caller specified it.
        public static let explicit = DetectedVersion.Source(.explicit)

        /// The media type of the payload names it.
        public static let mediaType = DetectedVersion.Source(.mediaType)

        /// The caller specified a day: the closest version up to that day.
        public static let date = DetectedVersion.Source(.date)

        /// The payload names it at a pointer.
        public static func field(_ pointer: JSONPointer) -> DetectedVersion.Source {
            DetectedVersion.Source(.field(pointer))
        }

        /// The payload names none, and has the declared shape of one version.
        public static let shape = DetectedVersion.Source(.shape)

        /// The payload names none, and the version of its API pins this one.
        public static let pinned = DetectedVersion.Source(.pinned)

        /// The payload names none, and a default is declared for legacy payloads.
        public static let legacy = DetectedVersion.Source(.legacy)

        /// The place that names it, if one does.
        package var pointer: JSONPointer? { if case .field(let pointer) = kind { pointer } else { nil } }

        /// The source, in words.
        public var description: String {
            switch kind {
            case .explicit: "given explicitly"
            case .pinned: "pinned by the version of the API"
            case .mediaType: "said by the media type"
            case .date: "closest to the day that was given"
            case .shape: "found by its shape"
            case .legacy: "declared default for payloads without a version"
            case .field(let pointer): "found " + Diagnostic.place(pointer)
            }
        }
    }
}
