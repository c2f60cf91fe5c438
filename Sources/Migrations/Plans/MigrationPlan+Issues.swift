public import VersionedCodec

extension MigrationPlan {
    /// Everything that keeps a document from being brought to the other versions: what is wrong with it, as far as a
    /// plan can tell.
    ///
    /// ```swift
    /// // {"version": 1, "customer": "Ann Smith", "items": [{"price": "much"}]}
    /// plan.issues(in: document)
    /// // [line 1, column 63, at "/items/0/price": "much" is not a number (step 1 → 2, …)]
    /// ```
    ///
    /// Every way is tried, and each ends at its first problem. A version that refuses the document, or to which there
    /// is not a way, is not an issue: see ``missingPaths``.
    ///
    /// - Returns: The issues in the order of the document, each once; one alone where the version cannot be determined.
    /// - Complexity: O(bytes × versions)
    public func issues(
        in document: JSONDocument, from explicit: String? = nil, options: MigrationOptions = .init()
    ) -> [DecodingIssue] {
        var hints = options.hints
        if let explicit { hints.explicit = explicit }
        do {
            let from = try detector.detect(in: document, knowing: hints).label
            var issues: [DecodingIssue] = []
            for target in labels where target != from {
                guard let issue = issue(in: document, to: target, from: explicit, options) else { continue }
                if !issues.contains(issue) { issues.append(issue) }
            }
            return issues.sorted { ($0.position?.byteOffset ?? 0) < ($1.position?.byteOffset ?? 0) }
        } catch {
            return [DecodingIssue(describing: error)]
        }
    }

    private func issue(
        in document: JSONDocument, to target: String, from explicit: String?, _ options: MigrationOptions
    ) -> DecodingIssue? {
        do {
            _ = try migrate(document, to: target, from: explicit, options: options)
            return nil
        } catch let error as MigrationError {
            return error.code == .noWay || error.code == .refused ? nil : DecodingIssue(error, in: document)
        } catch {
            return DecodingIssue(describing: error)
        }
    }
}

extension DecodingIssue {
    /// The issue that a document is which does not fit a step.
    ///
    /// - `document`: The document that was read: the path is then that of its own value, where the step has found one.
    public init(_ error: MigrationError, in document: JSONDocument? = nil) {
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
        self.init(diagnostic, code: code)
    }
}
