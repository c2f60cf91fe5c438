#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import VersionedCodec

/// All versions of one model: what each step between neighbours does, and how each version writes things.
///
/// ```swift
/// let plan = try VersionedPlan(Order.self, controller: controller, steps: [
///     .bridge(from: .v1, to: .v2, "A name is one text", OrderBridgeV1V2()),
///     .operations(from: .v2, to: .v3, "The total is called price", [.rename("/total", to: "price")]),
/// ])
/// let order = try plan.decode(payload)                     // any version → today's model
/// let old = try plan.encode(order.value, for: .v1)         // today's model → version 1, with its losses
/// let moved = try plan.migrate(payload, to: .v3)           // bytes → bytes
/// ```
public struct VersionedPlan<Model: Codable & SendableMetatype, Version: APIVersion>: Sendable {
    /// The formats of the versions, and where payloads say theirs.
    public let controller: VersionController<Version>

    /// The steps, oldest first, one for each pair of neighbours.
    public let steps: [VersionStep<Version>]

    /// A plan of the given steps.
    ///
    /// - Throws: ``PlanError`` for a gap, a duplicate, a step between versions that are no neighbours, or two bridges that do
    ///   not fit together.
    public init(
        _ model: Model.Type, controller: VersionController<Version>, steps: [VersionStep<Version>]
    ) throws(PlanError) {
        self.controller = controller
        let versions = controller.versions
        var ordered: [VersionStep<Version>] = []
        for (index, step) in steps.enumerated() {
            let place = versions.firstIndex(of: step.from) ?? 0
            guard place + 1 < versions.count, versions[place + 1] == step.to else {
                throw PlanError(
                    .notNeighbours,
                    "the step \(step.from) → \(step.to) is not between a version and the next newer one",
                    in: .migration(index))
            }
            if steps[..<index].contains(where: { $0.from == step.from }) {
                throw PlanError(
                    .duplicate, "the step \(step.from) → \(step.to) stands twice", in: .migration(index))
            }
        }
        for (older, newer) in zip(versions, versions.dropFirst()) {
            guard let step = steps.first(where: { $0.from == older }) else {
                throw PlanError(.gap, "there is no step from version \(older) to \(newer)", in: .plan)
            }
            ordered.append(step)
        }
        self.steps = ordered
        try Self.checkModels(ordered, current: controller.current)
    }

    /// Checks that what one bridge makes is what the next one takes, and that the current version is today's model.
    private static func checkModels(_ steps: [VersionStep<Version>], current: Version) throws(PlanError) {
        for version in Version.allCases {
            let below = steps.first { $0.to == version }?.bridge?.newer.type
            let above = steps.first { $0.from == version }?.bridge?.older.type
            let types = [below, above, version == current ? Model.self : nil].compactMap(\.self)
            for type in types.dropFirst() where type != types[0] {
                throw PlanError(
                    .differentModels, "version \(version) has two models, \(types[0]) and \(type)", in: .plan)
            }
        }
    }
}

extension PlanError.Code {
    /// A version that two bridges, or a bridge and the plan, have different models for.
    public static let differentModels = PlanError.Code(rawValue: "differentModels")
}

extension VersionStep {
    var bridge: AnyBridge<Version>? {
        if case .bridge(let bridge) = kind { bridge } else { nil }
    }
}

// MARK: - The three jobs

/// A model that was read, and what it took.
public struct DecodedModel<Model, Version: APIVersion> {
    /// The model.
    public let value: Model

    /// The version of the payload.
    public let version: Version

    /// How the version was found.
    public let source: DetectionSource

    /// What could not be carried over.
    public let losses: [Loss]
}

extension DecodedModel: Sendable where Model: Sendable {}

/// A model that was written, and what it took.
public struct EncodedModel: Sendable {
    /// The payload.
    public let data: Data

    /// What could not be carried over.
    public let losses: [Loss]
}

extension VersionedPlan {
    /// Decodes a payload of any version into today's model.
    ///
    /// - Throws: `JSONSyntaxError`, `VersionError`, `DecodingError` where the payload is not what its version says,
    ///   ``BridgeError`` with what a bridge threw, ``MigrationError`` where an operation does not fit, or with the code
    ///   `losses` where the policy is to fail.
    public func decode(
        _ payload: Data, losses policy: LossPolicy = .report
    ) throws -> DecodedModel<Model, Version> {
        let document = try JSONDocument(parsing: payload)
        let (version, source) = try detect(document)
        var walk = PlanWalk(controller: controller, steps: steps, document: document, at: version)
        try walk.go(to: controller.current)
        try walk.check(policy)
        return DecodedModel(
            value: try walk.model(Model.self), version: version, source: source, losses: walk.losses)
    }

    /// Encodes today's model for a version.
    ///
    /// - Throws: `EncodingError`, and what ``decode(_:losses:)`` throws of steps and losses.
    public func encode(
        _ model: Model, for target: Version, losses policy: LossPolicy = .report, style: WritingStyle = .compact
    ) throws -> EncodedModel {
        var walk = PlanWalk(controller: controller, steps: steps, model: model, at: controller.current)
        try walk.go(to: target)
        try walk.check(policy)
        return EncodedModel(data: Data(try walk.finishedDocument().bytes(in: style)), losses: walk.losses)
    }

    /// Makes a payload of another version out of a payload; one that has the version already is returned byte for byte.
    ///
    /// - Throws: What ``decode(_:losses:)`` and ``encode(_:for:losses:style:)`` throw.
    public func migrate(
        _ payload: Data, to target: Version, losses policy: LossPolicy = .report
    ) throws -> MigrationResult {
        let document = try JSONDocument(parsing: payload)
        let (version, source) = try detect(document)
        let from = DetectedVersion(label: version.label, source: source)
        if version == target { return MigrationResult(bytes: document.bytes, from: from, to: target.label, losses: []) }
        var walk = PlanWalk(controller: controller, steps: steps, document: document, at: version)
        try walk.go(to: target)
        try walk.check(policy)
        let bytes = try walk.finishedDocument().bytes(in: document.writingStyle)
        return MigrationResult(bytes: bytes, from: from, to: target.label, losses: walk.losses)
    }

    private func detect(_ document: JSONDocument) throws -> (Version, DetectionSource) {
        let found = try controller.detector.detect(in: document, explicit: controller.explicitVersion?.label)
        return (try Version(label: found.label), found.source)
    }
}
