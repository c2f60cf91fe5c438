public import VersionedCodec

extension MigrationPlan {
    /// Migrates a payload to another version.
    ///
    /// ```swift
    /// try plan.migrate(data, to: "2").data
    /// // The body of a PATCH has only some members. The plan renames "mail", and adds "language" with a default.
    /// try plan.migrate(#"{"mail": null}"#, to: "2", from: "1", options: MigrationOptions(isPartial: true)).text
    /// // {"email": null}
    /// ```
    ///
    /// A JSON payload that already has the target version is returned byte for byte. So is one that is newer than all
    /// known versions, if the plan allows those; ``MigrationResult/to`` is then the version in the payload. The input
    /// is never changed, and a failing migration leaves nothing behind.
    ///
    /// - `payload`: The bytes: `Data`, `[UInt8]`, or another sequence of bytes.
    /// - `explicit`: The version of the payload, if the caller knows it; it wins over the version in the payload.
    /// - Throws: ``MigrationError`` with line, column and path, if the payload is not JSON, if its version cannot be
    ///   determined, or if it does not fit a step.
    /// - Complexity: O(bytes × steps)
    public func migrate(
        _ payload: some Sequence<UInt8>, to target: String, from explicit: String? = nil,
        options: MigrationOptions = .init()
    ) throws(MigrationError) -> MigrationResult {
        try MigrationError.wrapping {
            try migrate(Array(payload), to: target, from: explicit, options: options, handingTo: nil)
        }
    }

    /// Migrates a text to another version; see ``migrate(_:to:from:options:)-(Sequence<UInt8>,_,_,_)``.
    public func migrate(
        _ payload: String, to target: String, from explicit: String? = nil, options: MigrationOptions = .init()
    ) throws(MigrationError) -> MigrationResult {
        try migrate(payload.utf8, to: target, from: explicit, options: options)
    }

    /// Migrates a document that is already read to another version, without reading it again.
    public func migrate(
        _ document: JSONDocument, to target: String, from explicit: String? = nil, options: MigrationOptions = .init()
    ) throws(MigrationError) -> MigrationResult {
        try MigrationError.wrapping { try migrated(document, to: target, from: explicit, options) }
    }

    /// Makes a payload of another version out of a payload.
    ///
    /// - `sink`: Takes what can be written piece by piece; the result then has no bytes.
    func migrate(
        _ payload: [UInt8], to target: String, from explicit: String?, options: MigrationOptions,
        handingTo sink: DocumentSink?
    ) throws -> MigrationResult {
        let options = keepingBridgeRuns(options)
        if let result = try run(on: payload, to: target, from: explicit, options: options, sink) { return result }
        if let sink, !sink.startOver(), let failure = sink.failure { throw failure }
        let document = try Self.document(payload, options.parsing)
        let result = try migrate(text: document, to: target, from: explicit, options)
        // A document is UTF-8; an unchanged payload keeps its encoding.
        guard options.parsing.tolerances.contains(.otherEncodings), !document.isToBeJSON,
            result.bytes == document.bytes
        else {
            return result
        }
        var same = MigrationResult(bytes: payload, from: result.from, to: result.to, lossList: result.lossList)
        (same.carried, same.carriedLosses) = (result.carried, result.carriedLosses)
        same.outdatedCarried = result.outdatedCarried
        return same
    }

    /// Migrates a document that has been read from a payload, and whose result will be one.
    func migrate(
        text document: JSONDocument, to target: String, from explicit: String?, _ options: MigrationOptions
    ) throws(MigrationError) -> MigrationResult {
        let result = try migrate(document, to: target, from: explicit, options: options)
        if result.bytes != document.bytes { try MigrationError.checkDepth(of: result.bytes, options.parsing) }
        return result
    }

    /// - `shared`: Has the steps that paths to other versions share, if the document is migrated to several ones.
    func migrated(
        _ document: JSONDocument, to target: String, from explicit: String?, _ options: MigrationOptions,
        sharing shared: PreparedSteps? = nil
    ) throws -> MigrationResult {
        let options = keepingBridgeRuns(options)
        var hints = options.hints
        if let explicit { hints.explicit = explicit }
        let from = try version(of: document, knowing: hints)
        if Carrier.isNeeded(document.root, options) {
            return try migrateCarrying(document, from, to: target, options)
        }
        if from.isNewer {
            return MigrationResult(
                bytes: try document.bytesAsJSON(), from: from, to: from.label, losses: [])
        }
        let path = try path(from: from.label, to: target, withRemarks: shared == nil)
        if path.steps.isEmpty {
            return MigrationResult(bytes: try document.bytesAsJSON(), from: from, to: target, losses: [])
        }
        let judge =
            shared.map { LossJudge(plan: self, path: path, environment: options.environment, sharing: $0) }
            ?? judge(of: path, options.environment)
        var state = MigrationState(document.root, plan: self, options.environment)
        if options.judgesLosses { state.record(for: judge) }
        if mayBeUnrecognizable(from) { state.doubt() }
        defer {
            state.finish()
            if shared == nil { keep(judge) }
        }
        try run(path, &state, document.bytes, prepared: judge.wayThere.steps)
        if !state.isModel {
            try checkRecognition(
                of: state.result, on: path, from: document.root, document.bytes, isPartial: options.isPartial)
        }
        let bytes = from.label != target && keepsLayout(of: document, to: target, options) ? state.written() : nil
        if options.judgesLosses, state.isModel {
            // Values that a model cannot hold in the version are known once it is a document.
            _ = try locating(path, document.bytes) { () throws(MigrationError) in try state.memory(path.to) }
        }
        let isJudged = options.judgesLosses && judge.isNeeded(state.records)
        if let bytes, !isJudged {
            return MigrationResult(bytes: bytes, from: from, to: target, losses: [])
        }
        var lost: [Loss] = []
        if isJudged {
            // Errors of a model that becomes a document are reported as those of steps are.
            let result = try locating(path, document.bytes) { () throws(MigrationError) in try state.memory(path.to) }
            lost = judge.losses(ofRun: .value(document.root), becoming: result.arena, state.records)
        }
        let losses = Loss.inDocumentOrder(lost, document.bytes)
        if let bytes {
            try enforce(options.losses, on: losses, from: from.label)
            return MigrationResult(bytes: bytes, from: from, to: target, losses: losses)
        }
        let value = try locating(path, document.bytes) { () throws(MigrationError) in try state.document(path.to) }
        if state.isModel {
            try checkRecognition(
                of: .value(value), on: path, from: document.root, document.bytes, isPartial: options.isPartial)
        }
        return try result(of: value, losses, document, from, to: target, options)
    }

    /// Options whose ways share what bridges make.
    private func keepingBridgeRuns(_ options: MigrationOptions) -> MigrationOptions {
        guard options.bridgeRuns == nil, let runs = newBridgeRuns else { return options }
        var options = options
        options.bridgeRuns = runs
        return options
    }

    /// Whether a migrated document is written in the layout of the input, and that is JSON.
    private func keepsLayout(of document: JSONDocument, to target: String, _ options: MigrationOptions) -> Bool {
        guard options.style == .keep || self[target]?.style == nil, !document.isToBeJSON else { return false }
        return !options.isOneLine || !document.writtenBytes.contains { $0 == 0x0A || $0 == 0x0D }
    }

    @inline(never)
    func result(
        of value: JSONValue, _ losses: [Loss], _ document: JSONDocument, _ from: DetectedVersion, to target: String,
        _ options: MigrationOptions
    ) throws -> MigrationResult {
        try enforce(options.losses, on: losses, from: from.label)
        if from.label == target, value == document.root {
            return MigrationResult(bytes: try document.bytesAsJSON(), from: from, to: target, losses: losses)
        }
        try document.requireJSON(value)
        let bytes = Self.bytes(of: value, self[target]?.style, document, options)
        return MigrationResult(bytes: bytes, from: from, to: target, losses: losses)
    }

    /// A migrated value in the style of its version; where that declares none, in the layout of the input.
    static func bytes(
        of value: JSONValue, _ style: WritingStyle?, _ document: JSONDocument, _ options: MigrationOptions
    ) -> [UInt8] {
        if options.style != .keep, let style {
            let count = document.writtenBytes.count
            return value.bytes(
                in: options.isOneLine ? style.onOneLine : style, expecting: count < PlanRunner.large ? 0 : 3 * count)
        }
        let isOnOneLine = !document.writtenBytes.contains { $0 == 0x0A || $0 == 0x0D }
        return options.isOneLine && !isOnOneLine
            ? value.bytes(in: document.writingStyle.onOneLine) : document.bytes(with: value)
    }

    /// Fails where there are losses and the policy is to fail.
    func enforce(_ policy: LossPolicy, on losses: [Loss], from label: String) throws(MigrationError) {
        if policy == .fail { try Self.enforce(losses, from: label) }
    }

    func enforce(_ policy: LossPolicy, on losses: LossList, from label: String) throws(MigrationError) {
        if policy == .fail { try Self.enforce(losses.array, from: label) }
    }

    /// Fails if there are losses. The error is about the first one, and contains the number of the others.
    ///
    /// - `cause`: Why they cannot be carried, where that is asked.
    static func enforce(_ losses: [Loss], from label: String?, as cause: String? = nil) throws(MigrationError) {
        if let error = refusal(of: losses, from: label, as: cause) { throw error }
    }

    /// The error of a document that has losses where there may be none; `nil` if there are none.
    package static func refusal(of losses: [Loss], from label: String?, as cause: String? = nil) -> MigrationError? {
        guard let first = losses.first else { return nil }
        let value = Loss.shortened(first.value.text())
        let message =
            losses.count == 1
            ? "a value would be lost: \(value); \(first.reason)"
            : "\(losses.count) values would be lost: \(value), and \(losses.count - 1) more; the first: \(first.reason)"
        var error = MigrationError(.losses, message + (cause.map { "; \($0)" } ?? ""), at: first.path)
        (error.position, error.step, error.operation) = (first.position, first.step, first.operation)
        (error.version, error.losses) = (label, losses)
        return error
    }
}

// MARK: - Running a path

extension MigrationPlan {
    /// Runs the steps of a path on a value that comes from a document.
    func run(
        _ path: MigrationPath, on root: JSONValue, of document: JSONDocument,
        _ environment: MigrationEnvironment = MigrationEnvironment(), judgesLosses: Bool = true
    ) throws(MigrationError) -> (value: JSONValue, losses: [Loss]) {
        var environment = environment
        environment.bridgeRuns = environment.bridgeRuns ?? newBridgeRuns
        let judge = judge(of: path, environment)
        var state = MigrationState(root, plan: self, environment)
        if judgesLosses { state.record(for: judge) }
        defer {
            state.finish()
            keep(judge)
        }
        try run(path, &state, document.bytes, prepared: judge.wayThere.steps)
        let value = try locating(path, document.bytes) { () throws(MigrationError) in try state.document(path.to) }
        return (value, judgesLosses ? judge.losses(of: root, becoming: value, state.records) : [])
    }

    /// Runs the steps of a path; an error names the version and the place in the bytes.
    ///
    /// - `prepared`: The steps, prepared, if they run more than once.
    func run(
        _ path: MigrationPath, _ state: inout MigrationState, _ bytes: [UInt8], prepared: [PreparedStep]? = nil
    ) throws(MigrationError) {
        try locating(path, bytes) { () throws(MigrationError) in
            for (number, step) in path.steps.enumerated() { try state.run(step, prepared?[number]) }
            try state.leaveOutUnknown(for: path.to, from: path.from)
        }
    }

    /// Adds the version and the place in the bytes to an error.
    ///
    /// - `label`: The version whose form the value has; `nil`: that of the payload.
    func locating<Result>(
        _ path: MigrationPath, _ bytes: [UInt8], as label: String? = nil, _ body: () throws(MigrationError) -> Result
    ) throws(MigrationError) -> Result {
        do throws(MigrationError) {
            return try body()
        } catch {
            throw located(error, of: label ?? path.from, in: bytes)
        }
    }

    @inline(never)
    private func located(_ error: MigrationError, of version: String, in bytes: [UInt8]) -> MigrationError {
        var error = error
        error.version = version
        // A model has no bytes.
        error.position = bytes.isEmpty ? nil : error.offset.map { SourcePosition(byteOffset: $0, in: bytes) }
        return error
    }
}
