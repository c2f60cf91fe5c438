public import VersionedCodec

extension MigrationPlan {
    /// All problems that prevent a document from being migrated to the other versions.
    ///
    /// ```swift
    /// // {"version": 1, "customer": "Ann Smith", "items": [{"price": "much"}]}
    /// plan.issues(in: document)
    /// // [line 1, column 63, at "/items/0/price": "much" is not a number (step 1 → 2, …)]
    /// ```
    ///
    /// Every path is tried, and each ends at its first problem. A version that refuses the document, or that has no
    /// path, is not an issue: see ``missingPaths``.
    ///
    /// - Returns: The issues in document order, each once. If the version cannot be determined, only that issue.
    /// - Complexity: O(bytes × versions)
    public func issues(
        in document: JSONDocument, from explicit: String? = nil, options: MigrationOptions = .init()
    ) -> [DecodingIssue] {
        var (hints, options) = (options.hints, options)
        // A loss is an issue only where it is refused.
        if options.losses == .report { options.judgesLosses = false }
        if let explicit { hints.explicit = explicit }
        do throws(MigrationError) {
            let from = try version(of: document, knowing: hints).label
            var issues: [DecodingIssue] = []
            let (plan, steps) = (withOwnRunners(), sharedSteps(options))
            defer { if let steps { keep(steps, options) } }
            for target in labels where target != from {
                guard let issue = plan.issue(in: document, to: target, from: explicit, options, steps) else { continue }
                if !issues.contains(issue) { issues.append(issue) }
            }
            return issues.inOrder { ($0.position?.byteOffset ?? 0) < ($1.position?.byteOffset ?? 0) }
        } catch {
            return [DecodingIssue(error, in: document)]
        }
    }

    private func issue(
        in document: JSONDocument, to target: String, from explicit: String?, _ options: MigrationOptions,
        _ steps: PreparedSteps?
    ) -> DecodingIssue? {
        do throws(MigrationError) {
            _ = try MigrationError.wrapping {
                try migrated(document, to: target, from: explicit, options, sharing: steps)
            }
            return nil
        } catch {
            return error.code == .noWay || error.code == .refused ? nil : DecodingIssue(error, in: document)
        }
    }
}

extension DecodingIssue {
    /// The issue for a document that cannot be migrated.
    ///
    /// - `document`: The document that was read. If the step found a value of it, the path is the path of that value.
    public init(_ error: MigrationError, in document: JSONDocument? = nil) {
        if [.invalidJSON, .invalidVersion].contains(error.code), let cause = error.underlying {
            self.init(describing: cause)
            return
        }
        let code: Code =
            switch error.code {
            case .absent: .missingMember
            case .wrongKind: .unexpectedKind
            case .unexpectedValue: .invalidValue
            default: Code(rawValue: error.code.rawValue)
            }
        var diagnostic = error.diagnostic
        if code != .missingMember, let offset = diagnostic.position?.byteOffset,
            let path = document?.value(at: offset)?.path
        {
            diagnostic.path = path
        }
        self = DecodingIssue(diagnostic, code: code).found(at: error.path)
    }
}
