extension DecodingSession {
    /// Decodes a value strictly, and where that fails, tolerantly.
    ///
    /// - `place`: Gets the value, if there is one. It is not part of the result, nor an optional: the runtime would
    ///   look up types of it in every call on the way.
    func report<Value: Decodable>(
        _ type: Value.Type, at node: UInt32, _ options: ReportingOptions,
        into place: UnsafeMutableBufferPointer<Value>
    ) -> ReportedIssues {
        recorder.isReporting = true
        recorder.lastFault = nil
        let mark = recorder.mark
        do {
            place.initializeElement(at: 0, to: try self.value(type, at: node))
            guard recorder.mark > mark || recorder.documentIssue != nil else { return ReportedIssues(hasValue: true) }
            let issues = recorder.take(from: mark).inDocumentOrder
            recorder.tell(issues)
            return ReportedIssues(
                hasValue: true, kept: options.maximumIssues.map { Array(issues.prefix($0)) } ?? issues,
                count: issues.count
            ).with(recorder.documentIssue, options)
        } catch {
            return reportFailure(type, at: node, since: mark, options, into: place)
        }
    }

    /// Decodes a value tolerantly that could not be decoded strictly. A function of its own, so that where nothing is
    /// wrong no types are looked up for it.
    @inline(never)
    private func reportFailure<Value: Decodable>(
        _ type: Value.Type, at node: UInt32, since mark: Int, _ options: ReportingOptions,
        into place: UnsafeMutableBufferPointer<Value>
    ) -> ReportedIssues {
        recorder.rollBack(to: mark)
        let run = ToleranceRun(recorder: recorder, options: options)
        let base = IndexDecoder(session: self, node: node, model: type)
        run.noteFault(at: node, in: self)
        let report: DecodingReport<Value> = run.report(type, base)
        recorder.tell(report.issues)
        if let value = report.value { place.initializeElement(at: 0, to: value) }
        return ReportedIssues(
            hasValue: report.value != nil, kept: report.issues, count: report.issueCount, gaveUp: report.gaveUp
        ).with(recorder.documentIssue, options)
    }
}

extension ToleranceRun {
    /// Decodes a value tolerantly, as a whole.
    func report<Value: Decodable>(_ type: Value.Type, _ base: any Decoder) -> DecodingReport<Value> {
        let tolerated = replay(type, base, nil).tolerant()
        let issues = tolerated.issues.inDocumentOrder
        return DecodingReport(
            value: isOver ? nil : tolerated.value, issues: issues, issueCount: max(count, issues.count),
            gaveUp: isOver)
    }
}

/// The issues that a reporting call has found, with the value.
@usableFromInline
struct ReportedIssues {
    @usableFromInline var hasValue = false
    @usableFromInline var kept: [DecodingIssue] = []
    @usableFromInline var count = 0
    @usableFromInline var gaveUp = false
}

extension ReportedIssues {
    /// With an issue of the document as a whole, which comes first.
    fileprivate func with(_ issue: DecodingIssue?, _ options: ReportingOptions) -> ReportedIssues {
        guard let issue else { return self }
        let all = [issue] + kept
        return ReportedIssues(
            hasValue: hasValue, kept: options.maximumIssues.map { Array(all.prefix($0)) } ?? all, count: count + 1,
            gaveUp: gaveUp)
    }
}

extension DecodingReport {
    /// The report of a value in a document whose version was found before.
    package func noting(
        _ contradiction: DetectedVersion.Contradiction?, in document: JSONDocument, _ options: ReportingOptions
    ) -> DecodingReport {
        guard let contradiction else { return self }
        let issues = ReportedIssues(hasValue: value != nil, kept: issues, count: issueCount, gaveUp: gaveUp)
            .with(DecodingIssue(contradiction, in: document), options)
        return DecodingReport(value: value, issues: issues.kept, issueCount: issues.count, gaveUp: gaveUp)
    }

    /// The report of a call that puts the value, if it has one, into the memory that it is given.
    ///
    /// Unsafe code: the memory is for one value, initialised if the call returns true, and taken out once. Inlined into
    /// the module that knows the type, as reporting calls are: for a small payload, asking the runtime for types made
    /// of it would cost a fifth of decoding.
    @inlinable
    init(_ read: (UnsafeMutableBufferPointer<Value>) throws -> ReportedIssues) rethrows {
        self = try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { place in
            let issues = try read(place)
            return DecodingReport(
                value: issues.hasValue ? place.moveElement(from: 0) : nil, issues: issues.kept,
                issueCount: issues.count, gaveUp: issues.gaveUp)
        }
    }
}
