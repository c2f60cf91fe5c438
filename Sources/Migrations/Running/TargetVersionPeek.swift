package import VersionedCodec

/// Finds documents that have the target version, and stay as they are, by their first member: they are not read to
/// their end, so they need not be JSON.
package struct TargetVersionPeek: Sendable {
    /// The version of such a document.
    package let version: DetectedVersion
    private let peek: VersionPeek
    private let key: [UInt8]

    /// A peek; `nil` if something else may apply to a document of the target version: if it is normalized, if shapes
    /// determine versions too, if a member below the root names the version, or if a tolerance makes JSON of it.
    package init?(_ plan: MigrationPlan, to target: String, from explicit: String?, options: MigrationOptions) {
        guard explicit == nil, options.leavesTextAlone, plan.tellsVersionsByTheFieldAlone(options),
            let location = plan.location,
            let runner = PlanRunner(plan, to: target, from: nil, options: options), runner.leavesTargetAlone,
            let peek = VersionPeek(label: target, at: location)
        else { return nil }
        self.peek = peek
        version = DetectedVersion(label: target, source: .field(location.pointer))
        key = Array(JSONValue.string(location.pointer.tokens[0]).text().utf8)
    }

    /// Whether a document begins with the target version, and names no version again.
    package func hasTarget(_ document: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let length = peek.length(in: document) else { return false }
        let rest = UnsafeBufferPointer(rebasing: document[length...])
        // A key can be spelled with escapes.
        return !ByteSearch.holdsTextOrEscape(key, in: rest)
    }
}

extension MigrationOptions {
    /// Whether a document of the target version has nothing that these options change.
    fileprivate var leavesTextAlone: Bool {
        parsing.tolerances.isSubset(of: [.byteOrderMark, .otherEncodings]) && parsing.duplicateKeys == .report
            && !isPartial && losses != .carry
    }
}
