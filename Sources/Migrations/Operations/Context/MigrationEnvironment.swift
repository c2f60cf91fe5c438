import VersionedCodec

extension JSONOperation {
    /// Where a path begins.
    public enum PathOrigin: String, Sendable, Hashable, CaseIterable {
        /// At the value that the operation is applied to.
        case here
        /// At the root of the document, as it was before the outermost enclosing operation.
        case document
        /// At the root of the context from the caller.
        case context
    }
}

/// The environment of a running step besides the document.
struct MigrationEnvironment: Sendable {
    /// The facts that the caller gives; `nil` if none are given.
    var facts: JSONValue?

    /// Whether the document is a part of one: what is absent stays absent, and no default is added.
    var isPartial = false

    /// Whether a result goes back only to be compared: objects that steps have made of whole values are whole.
    var isJudged = false

    /// Whether what comes back over the way back must be recognized as a document of its version. Documents that carry
    /// what they lose come back as they were.
    var mustBeRecognized = false

    /// Whether what is written has sorted members; `nil`: if the style of its version says so.
    var sortsMembers: Bool?

    /// The keys at the root that name the version, before the step or after it: for operations on all members, these
    /// are not members of the document.
    var versionKeys: [String] = []

    /// Reads and writes models in the versions of the step; `nil` if the plan has no controller.
    var coding: StepCoding?

    /// The results of the bridges on the ways of the document; `nil` if they are not kept.
    var bridgeRuns: BridgeRuns?

    /// Whether the document is within another one, whose step it is part of.
    var isInner = false
}

extension MigrationEnvironment {
    /// Begins a step, perhaps again. The steps of a document within another one are parts of the outer step.
    func beginBridges(of step: String) { if !isInner { bridgeRuns?.begin(step) } }
}

/// Reads and writes models on both sides of a step.
struct StepCoding: Sendable {
    let coder: WireCoder

    /// The labels of the versions of the step.
    let older: String
    let newer: String
}

extension OperationContext {
    /// Whether the object that an operation is applied to may have a member that names the version.
    var mayHoldVersion: Bool { hasVersionKeys && isAtRoot }

    /// Whether a member of the object that an operation is applied to names the version.
    func isVersion(_ key: String) -> Bool {
        hasVersionKeys && isAtRoot && environment.versionKeys.contains { $0.utf8.elementsEqual(key.utf8) }
    }

    /// Whether a value stays as it is because it is a `null` in a partial document, which there means "nothing from now
    /// on".
    func leavesAlone(_ value: JSONValue) -> Bool { isPartial && value.isNull }
}
