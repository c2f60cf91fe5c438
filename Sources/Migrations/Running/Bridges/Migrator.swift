#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import VersionedCodec

/// Use it for a model whose versions have bridges or plans: it decodes any version into one model, encodes the model
/// for any version, and migrates between all versions.
///
/// ```swift
/// let migrator = try Migrator(
///     Account.self, controller: controller,
///     migrations: [
///         Migration(from: FeedVersion.v1, to: .v2, "Names have two parts", bridge: AccountBridgeV1V2()),
///         Migration(
///             from: FeedVersion.v2, to: .v3, "mail is called email", operations: [.rename("/mail", to: "email")]),
///     ])
/// let account = try migrator.decode(payload).model           // a payload of any version
/// let old = try migrator.encode(account, for: .v1)           // old.data, old.losses
/// let moved = try migrator.migrate(payload, to: .v2)         // moved.data, moved.losses
/// ```
public struct Migrator<Model: Codable & SendableMetatype, Version: APIVersion>: Sendable {
    /// The migrations between the versions.
    public let plan: MigrationPlan

    /// The controller that reads and writes each version.
    public let controller: VersionController<Version>

    private let routes: DecodingRoutes
    private let versions: [Version]
    /// The labels of the versions, and that of the current one.
    private let labels: [String]
    private let currentLabel: String

    /// A migrator for a model: the wire model of the controller's current version.
    ///
    /// - `style`: The writing style of each version; `nil`: that of the input, or compact if there is none.
    /// - Throws: ``PlanError`` for a gap, a duplicate, bridges with different models in the middle, or bridges that do
    ///   not end with the model.
    public init(
        _ model: Model.Type, controller: VersionController<Version>,
        style: (Version) -> WritingStyle? = { _ in nil }, migrations: [Migration]
    ) throws(PlanError) {
        plan = try MigrationPlan("\(model)", controller: controller, style: style, migrations: migrations)
        self.controller = controller
        routes = DecodingRoutes(plan, controller, WireModel(model))
        versions = controller.versions
        labels = versions.map(\.label)
        currentLabel = controller.current.label
        for migration in plan.migrations {
            guard let bridge = migration.bridge, [migration.from, migration.to].contains(currentLabel) else { continue }
            let wire = migration.to == currentLabel ? bridge.newer : bridge.older
            if wire == WireModel(model) { continue }
            throw PlanError(
                .typesDoNotMeet, "\(bridge) has \(wire) at version \(currentLabel), the migrator is of \(model)",
                in: .plan)
        }
    }

    /// A decoded model, and information about the payload.
    public struct Decoded {
        /// The model.
        public let model: Model

        /// The version of the payload.
        public let version: Version

        /// How the version was found.
        public let source: DetectedVersion.Source

        let payload: PayloadToJudge?

        /// The values of the payload that the model cannot hold, for ``Migrator/encode(_:for:losses:carrying:)``; `nil`
        /// if it was not requested, or if there is nothing.
        public internal(set) var carried: CarriedData?

        /// The losses of migrating to the model's version, in the order of the payload. They are judged when they are
        /// read, each time, which migrates the payload once more, and back; the bridges on the way to the model do not
        /// run again. A payload of the current version has those of the models within it that have migrators of their
        /// own (`VersionController.migrating(by:losses:)`); to find them, it is decoded once more.
        public var losses: [Loss] { (payload?.losses(of: model) ?? []) + (inner?() ?? []) }

        /// What models within a payload of the current version lose.
        let inner: (@Sendable () -> [Loss])?
    }

    /// An encoded model, and information about the payload.
    public struct Encoded: Sendable {
        /// The payload.
        public let data: Data

        /// The losses of migrating to the target version.
        public let losses: [Loss]

        /// The losses that are kept in the carried data, with the policy ``LossPolicy/carry``.
        public internal(set) var carriedLosses: [Loss] = []

        /// The carried data of the payload, if it goes into a sidecar; `nil` if nothing is carried.
        public internal(set) var carried: CarriedData?
    }

    /// Decodes a payload of any version into the model.
    ///
    /// A payload of the current version is decoded directly; another one goes through the steps between. Data that it
    /// carries for the current version is restored.
    ///
    /// - `explicit`: The version of the payload, if the caller knows it; it wins over the version in the payload.
    /// - `parsing`: The text that is accepted as JSON.
    /// - `policy`: With `carry`, ``Decoded/carried`` holds what the model cannot hold of the payload. With `fail`,
    ///   losses are an error. With `report`, they are judged when they are read.
    /// - `carrying`: The sidecar of the payload, and the limit of carried data.
    /// - Throws: ``MigrationError`` with line, column and path, whether the payload is of the current version or not.
    public func decode(
        _ payload: Data, from explicit: Version? = nil,
        parsing: JSONParsingOptions = VersionedJSONDecoder.defaultParsingOptions, losses policy: LossPolicy = .report,
        carrying: CarriedData.Options = CarriedData.Options()
    ) throws(MigrationError) -> Decoded {
        if policy != .report || carrying.given != nil || CarriedData.mayBe(in: payload, carrying.member) {
            return try MigrationError.wrapping { try decodeCarrying(payload, explicit, parsing, policy, carrying) }
        }
        // The ways without a document refuse every text that only one of these two accepts.
        guard parsing == VersionedJSONDecoder.defaultParsingOptions || parsing == JSONParsingOptions() else {
            return try overDocument(payload, explicit, parsing)
        }
        var found = FoundPayload()
        do throws(NeedsDocument) {
            let model = try routes.decode(Model.self, payload, from: explicit?.label, &found)
            return Decoded(
                model: model, version: versions[found.version], source: found.source,
                payload: toJudge(payload, labels[found.version], parsing, found),
                inner: labels[found.version] == currentLabel ? innerLosses(of: payload, parsing) : nil)
        } catch {
            return try overDocument(payload, explicit, parsing)
        }
    }

    private func overDocument(
        _ payload: Data, _ explicit: Version?, _ parsing: JSONParsingOptions
    ) throws(MigrationError) -> Decoded {
        try MigrationError.wrapping { try readingDocument(payload, explicit, parsing) }
    }

    func readingDocument(
        _ payload: Data, _ explicit: Version?, _ parsing: JSONParsingOptions
    ) throws -> Decoded {
        let document = try JSONDocument(parsing: payload, options: parsing)
        let found = try plan.detector.detect(in: document, explicit: explicit?.label)
        let current = controller.current
        // One that is newer than all known versions, where the controller lets it pass, is read as the current one.
        let version = found.isNewer ? current : try Version(label: found.label)
        if version == current {
            let model = try currentModel(in: document)
            return Decoded(
                model: model, version: version, source: found.source, payload: nil,
                inner: innerLosses(of: payload, parsing))
        }
        let path = try plan.path(from: found.label, to: current.label)
        var environment = MigrationEnvironment()
        environment.bridgeRuns = plan.newBridgeRuns
        var state = MigrationState(document.root, plan: plan, environment)
        try plan.run(path, &state, document.bytes)
        let origins = LazyIssueOrigins { () throws(MigrationError) in
            try IssueOrigins(of: document, path, plan, environment)
        }
        let model = try origins.placing {
            try plan.locating(path, document.bytes, as: current.label) { () throws(MigrationError) in
                try state.model(WireModel(Model.self), current.label)
            }
        }
        return Decoded(
            model: try WireModel.cast(model, to: Model.self), version: version, source: found.source,
            payload: toJudge(payload, found.label, parsing, FoundPayload(bridgeRuns: environment.bridgeRuns)),
            inner: nil)
    }

    /// What models within a payload of the current version lose, for callers that ask; `nil` if no model there has a
    /// migrator of its own.
    func innerLosses(of payload: Data, _ parsing: JSONParsingOptions) -> (@Sendable () -> [Loss])? {
        guard controller.convertsNestedModels else { return nil }
        return { [controller] in
            // It has been decoded before, so it is again.
            let read = try? LossCollection.collecting {
                let document = try JSONDocument(parsing: payload, options: parsing)
                return try controller.decode(Model.self, from: document.root, as: controller.current)
            }
            return read?.collection.all ?? []
        }
    }

    /// The model of a document of the current version.
    func currentModel(in document: JSONDocument) throws(MigrationError) -> Model {
        do {
            return try controller.decode(Model.self, from: document.root, as: controller.current)
        } catch {
            var failure = MigrationError(ofCoding: error, operation: nil, in: document.root)
            failure.position =
                Diagnostic(describing: error, in: document.root).position
                ?? failure.offset.map { SourcePosition(byteOffset: $0, in: document.bytes) }
            failure.version = controller.current.label
            throw failure
        }
    }

    /// A payload of a version, for callers that ask what it lost; `nil` if that is the current version.
    func toJudge(
        _ payload: Data, _ label: String, _ parsing: JSONParsingOptions, _ found: FoundPayload
    ) -> PayloadToJudge? {
        if label == currentLabel { return nil }
        return PayloadToJudge(
            plan: plan, payload: payload, from: label, to: currentLabel, parsing: parsing, bridgeRuns: found.bridgeRuns,
            lastStep: found.lastStep)
    }

    /// Encodes the model for a peer of any version.
    ///
    /// - `policy`: How lost values are handled.
    /// - `carrying`: The sidecar of the model, and the place for carried data.
    /// - Throws: ``MigrationError`` if a step refuses the model, if the model cannot be encoded, or if values would be
    ///   lost and the policy is `fail`.
    public func encode(
        _ model: Model, for target: Version, losses policy: LossPolicy = .report,
        carrying: CarriedData.Options = CarriedData.Options()
    ) throws(MigrationError) -> Encoded {
        if policy == .carry || carrying.given != nil {
            return try MigrationError.wrapping { try encodeCarrying(model, for: target, policy, carrying) }
        }
        guard controller.convertsNestedModels else {
            let (encoded, judged) = try encoded(model, for: target)
            try plan.enforce(policy, on: judged, from: currentLabel)
            return encoded
        }
        // What models within it lose, as they are written.
        let (done, collection) = try MigrationError.wrapping {
            try LossCollection.collecting { try encoded(model, for: target) }
        }
        // Where they have versions of the same type, the whole way has been judged with them.
        let inner = target == controller.current ? collection.all : collection.all(besides: Version.self)
        let losses = done.losses + inner
        try plan.enforce(policy, on: losses, from: currentLabel)
        return Encoded(data: done.encoded.data, losses: losses)
    }

    private func encoded(
        _ model: Model, for target: Version
    ) throws(MigrationError) -> (encoded: Encoded, losses: [Loss]) {
        let path = try plan.path(from: controller.current.label, to: target.label)
        var environment = MigrationEnvironment(mustBeRecognized: true)
        environment.bridgeRuns = plan.newBridgeRuns
        let judge = plan.judge(of: path, environment)
        defer { plan.keep(judge) }
        var state = MigrationState(model, label: path.from, plan: plan, environment)
        state.record(for: judge)
        if plan.recognizesByContents(path.from) { state.doubt() }
        try plan.run(path, &state, [], prepared: judge.wayThere.steps)
        let value = try state.document(target.label)
        try plan.checkRecognition(of: .value(value), on: path, from: nil, [])
        let records = state.records
        let written = state.givenDocument
        let losses = try MigrationError.wrapping {
            try LossCollection.$current.withValue(nil) {
                try self.losses(of: model, written, judge, becoming: value, records)
            }
        }
        let data = Data(value.bytes(in: plan[target.label]?.style ?? .compact))
        return (Encoded(data: data, losses: losses), losses)
    }

    /// The losses of a model on the way to another version: those of the document that it is in the current one.
    ///
    /// - `written`: That document, if the way needed it.
    private func losses(
        of model: Model, _ written: JSONValue?, _ judge: LossJudge, becoming value: JSONValue, _ records: LossRecords
    ) throws -> [Loss] {
        guard judge.isNeeded(records) else { return [] }
        let document = try written ?? controller.value(of: model, as: controller.current)
        return judge.losses(of: document, becoming: value, records).map { loss in
            // Code that has a model has no bytes.
            var loss = loss
            loss.offset = nil
            return loss
        }
    }

    /// Migrates a payload of any version to another version.
    ///
    /// - Throws: ``MigrationError`` with line, column and path.
    public func migrate(
        _ payload: Data, to target: Version, from explicit: Version? = nil, options: MigrationOptions = .init()
    ) throws(MigrationError) -> MigrationResult {
        try MigrationError.wrapping {
            // Losses of models within the payload are among those of the result.
            try LossCollection.$current.withValue(nil) {
                try plan.migrate(payload, to: target.label, from: explicit?.label, options: options)
            }
        }
    }
}

extension Migrator.Decoded: Sendable where Model: Sendable {}

/// A payload that was decoded, for callers that ask what it lost.
struct PayloadToJudge: Sendable {
    let plan: MigrationPlan
    let payload: Data
    let from: String
    let to: String
    let parsing: JSONParsingOptions

    /// The results of bridges on the way to the model, and the step of the bridge that made the model itself.
    let bridgeRuns: BridgeRuns?
    let lastStep: String?

    /// The losses; each call goes the way back.
    ///
    /// - `model`: The model as which the payload was decoded; `nil` if it was decoded from a document.
    func losses(of model: (any Encodable)? = nil) -> [Loss] {
        var options = MigrationOptions()
        options.parsing = parsing
        // Other tasks may ask as well.
        let runs = bridgeRuns?.copied() ?? BridgeRuns()
        if let lastStep, let model { runs.add(model, [], of: lastStep) }
        options.bridgeRuns = runs
        // It has gone this way before, so it does again.
        return (try? plan.migrate(payload, to: to, from: from, options: options).losses) ?? []
    }
}
