public import VersionedCodec

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Migrator {
    /// A model that was decoded tolerantly, and information about the payload.
    public struct Reported {
        /// The model, and everything that was wrong with it.
        public let report: DecodingReport<Model>

        /// The version of the payload.
        public let version: Version

        /// How the version was found.
        public let source: DetectedVersion.Source

        /// The losses of migrating to the model's version, in the order of the payload. They are judged when they are
        /// read, which migrates the payload once more, and back.
        public var losses: [Loss] { (payload?.losses() ?? []) + (inner?() ?? []) }

        let payload: PayloadToJudge?
        /// What models within a payload of the current version lose.
        var inner: (@Sendable () -> [Loss])?
    }

    /// Decodes a payload of any version into the model, and records problems instead of stopping.
    ///
    /// ```swift
    /// let read = try migrator.decodeReporting(payload)
    /// read.report.value     // the model, without what could not be read
    /// read.report.issues    // what was wrong
    /// read.losses           // the losses of the steps
    /// ```
    ///
    /// Steps of the plan stay strict, including bridges and their wire models. Issues of a migrated payload name places
    /// of the original payload. If a step created the value, they name the step; then there is no line, and the path is
    /// that of the migrated document. A handler in the options receives issues before this is known.
    ///
    /// - Throws: ``MigrationError`` if the payload is not JSON, if its version cannot be determined, or if a step
    ///   refuses it.
    public func decodeReporting(
        _ payload: Data, from explicit: Version? = nil,
        parsing: JSONParsingOptions = VersionedJSONDecoder.defaultParsingOptions,
        options: ReportingOptions = ReportingOptions()
    ) throws(MigrationError) -> Reported {
        try MigrationError.wrapping { try reported(payload, from: explicit, parsing, options) }
    }

    private func reported(
        _ payload: Data, from explicit: Version?, _ parsing: JSONParsingOptions, _ options: ReportingOptions
    ) throws -> Reported {
        let document = try JSONDocument(parsing: payload, options: parsing)
        let found = try plan.detector.detect(in: document, explicit: explicit?.label)
        let current = controller.current
        let version = found.isNewer ? current : try Version(label: found.label)
        if version == current {
            let report = try controller.decodeReporting(
                Model.self, from: document.root, as: current, options: options
            ).noting(found.contradiction, in: document, options)
            return Reported(
                report: report, version: version, source: found.source, payload: nil,
                inner: innerLosses(of: payload, parsing))
        }
        var migration = MigrationOptions()
        migration.parsing = parsing
        (migration.judgesLosses, migration.bridgeRuns) = (false, plan.newBridgeRuns)
        let moved = try plan.migrate(payload, to: current.label, from: found.label, options: migration)
        let migrated = try JSONDocument(parsing: moved.bytes, options: parsing)
        let origins = LazyIssueOrigins { () throws(MigrationError) in
            try IssueOrigins(
                of: document, plan.path(from: found.label, to: current.label), plan, migration.environment)
        }
        var report = try origins.placing {
            try controller.decodeReporting(Model.self, from: migrated.root, as: current, options: options)
        }
        // A document that has been written is read for its issues alone.
        if !report.gaveUp, let model = try bridged(document, from: found.label, migration) {
            report = report.replacing(value: model)
        }
        let judged = toJudge(payload, found.label, parsing, FoundPayload(bridgeRuns: migration.bridgeRuns))
        guard !report.issues.isEmpty else {
            return Reported(
                report: report.noting(found.contradiction, in: document, options), version: version,
                source: found.source, payload: judged)
        }
        return Reported(
            report: report.mapIssues(try origins.made().traced).noting(found.contradiction, in: document, options),
            version: version, source: found.source, payload: judged)
    }
}

extension Migrator {
    /// The model that the last step of a migration has made, if that step is a bridge, and no carried data was
    /// restored.
    ///
    /// - `options`: Those of the migration, which has kept what bridges made.
    func bridged(_ document: JSONDocument, from label: String, _ options: MigrationOptions) throws -> Model? {
        let steps = try plan.path(from: label, to: controller.current.label).steps
        guard let last = steps.last, case .bridge = last.work, let model = options.bridgeRuns?.model(of: last.name)
        else { return nil }
        if Carrier.isNeeded(document.root, options) {
            let carried = try Carrier(document.root, options).carried
            if steps.contains(where: { carried.record(for: $0.to) != nil }) { return nil }
        }
        return try WireModel.cast(model, to: Model.self)
    }
}

extension Migrator.Reported: Sendable where Model: Sendable {}
