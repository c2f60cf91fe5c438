public import VersionedCodec

/// Pass them to a migration for a style, a policy for losses, facts from outside, a partial document, or other rules of
/// reading.
public struct MigrationOptions: Sendable, Equatable {
    /// The style of a migrated document.
    public enum Style: String, Sendable, Hashable, CaseIterable {
        /// The style of the target version, or of the input if the version declares none.
        case version
        /// The style of the input.
        case keep
    }

    /// The style of a migrated document.
    public var style: Style = .version

    /// Whether a migrated document is written on one line, as for NDJSON. One that already has the target version stays
    /// byte for byte.
    public var isOneLine = false

    /// How lost values are handled.
    public var losses: LossPolicy = .report

    /// The place and the limit of carried data.
    public var carrying = CarriedData.Options()

    /// The facts from outside that operations can read, with the plan's `"in": "context"`; `nil`: there are none.
    public var context: JSONValue?

    /// Whether the payload is partial, such as the body of a PATCH or an answer with some fields. Absent members stay
    /// absent, no default is added, and `null` stays `null`. The version is written only if the payload names one. A
    /// result that depends on an absent member is an error with the code `tooPartial`.
    public var isPartial = false

    /// Facts that the caller knows about the payload's version.
    public var hints = VersionHints()

    /// The text that is accepted as JSON. The default is that of `VersionedJSONDecoder`, which also reads a byte order
    /// mark, UTF-16 and UTF-32.
    public var parsing = VersionedJSONDecoder.defaultParsingOptions

    /// The defaults: the version's style, losses reported, a whole document, no context.
    @inline(never)
    public init(
        style: Style = .version, losses: LossPolicy = .report, context: JSONValue? = nil, isPartial: Bool = false
    ) {
        self.style = style
        self.losses = losses
        self.context = context
        self.isPartial = isPartial
    }

    /// Whether losses are judged; if they are not requested, that costs nothing.
    var judgesLosses = true

    /// Takes what the bridges on the ways of the document make, and may have some of it already; `nil`: each call that
    /// migrates a document has its own.
    var bridgeRuns: BridgeRuns?

    /// The environment of operations besides the document.
    var environment: MigrationEnvironment {
        MigrationEnvironment(
            facts: context, isPartial: isPartial, mustBeRecognized: !isPartial && losses != .carry,
            sortsMembers: style == .keep ? false : nil, bridgeRuns: bridgeRuns)
    }

    /// The same for entities of a payload that has a style, which is that of all of them. The payload says which
    /// versions they have.
    func environment(of style: WritingStyle?) -> MigrationEnvironment {
        var environment = environment
        environment.mustBeRecognized = false
        environment.sortsMembers = self.style != .keep && style?.keyOrder == .sorted
        return environment
    }
}
