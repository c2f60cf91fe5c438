import VersionedCodec

extension JSONOperation {
    /// The formats of the models of a bridge among operations.
    public enum BridgeFormat: Sendable, Hashable, CaseIterable {
        /// Each model has the format of its own version, as in a bridge that is a whole step.
        case ofEachVersion
        /// Both models have the format of the older version. Operations after the bridge convert to the newer format.
        case older
        /// Both models have the format of the newer version. Operations before the bridge have already converted to it.
        case newer
    }
}

extension JSONOperation {
    /// A bridge over the value that the operation applies to, among other operations and at any depth.
    ///
    /// ```swift
    /// Migration(from: ShopVersion.v1, to: .v2, "Items have cents, the buyer is a customer", operations: [
    ///     .rename("/buyer", to: "customer"),
    ///     .each("/items", [.bridge(ItemBridgeV1V2())]),
    /// ])
    /// // {"buyer": "Ann", "items": [{"price": 2}]}  ⇄  {"customer": "Ann", "items": [{"cents": 200}]}
    /// ```
    ///
    /// The way down uses the downgrade of the bridge. Members that neither model reads stay, and losses that the bridge
    /// records are reported, as for a whole step. The plan needs a version controller: use `Migrator` or
    /// ``MigrationPlan/init(_:controller:style:migrations:)``.
    ///
    /// - `format`: The formats of the value before and after the bridge.
    ///
    /// Loss class: that of the bridge.
    public static func bridge(
        _ bridge: some Bridge, writtenAs format: JSONOperation.BridgeFormat = .ofEachVersion
    ) -> JSONOperation {
        .custom(BridgeOperation(bridge: AnyBridge(bridge), format: format))
    }

    /// A bridge over a value, and one over partial values; see
    /// ``Migration/init(from:to:_:notes:bridge:parts:)``.
    public static func bridge(
        _ bridge: some Bridge, parts: some Bridge, writtenAs format: JSONOperation.BridgeFormat = .ofEachVersion
    ) -> JSONOperation {
        .custom(BridgeOperation(bridge: AnyBridge(bridge, parts: parts), format: format))
    }
}

struct BridgeOperation: ModelOperation {
    let bridge: AnyBridge
    let format: JSONOperation.BridgeFormat

    var lossClass: LossClass { bridge.lossClass }

    var name: String {
        switch format {
        case .ofEachVersion: bridge.description
        case .older: bridge.description + ", written as the older version"
        case .newer: bridge.description + ", written as the newer version"
        }
    }

    /// The operation that crosses a bridge that is a whole step.
    static func operation(_ bridge: AnyBridge, isUp: Bool) -> JSONOperation {
        JSONOperation(CustomBody(operation: BridgeOperation(bridge: bridge, format: .ofEachVersion), isBack: !isUp))
    }

    func forward(_ value: inout JSONValue, in context: inout CustomContext) throws {
        try cross(&value, isUp: true, &context)
    }

    func back(_ value: inout JSONValue, in context: inout CustomContext) throws {
        try cross(&value, isUp: false, &context)
    }

    private func cross(_ value: inout JSONValue, isUp: Bool, _ context: inout CustomContext) throws(MigrationError) {
        guard let coding = context.coding else {
            throw MigrationError(.doesNotDecode, "the plan has no version controller", at: nil)
        }
        guard let bridge = context.isPartial ? bridge.ofParts.first : bridge else {
            throw MigrationError(
                .tooPartial, "a bridge needs a whole document: its models do not tell absent from nil", at: nil)
        }
        let ways = isUp ? (coding.older, coding.newer) : (coding.newer, coding.older)
        let labels = labels(ways, isUp: isUp, coding)
        let (coder, document) = (coding.coder, value)
        let (wire, otherWire) = isUp ? (bridge.older, bridge.newer) : (bridge.newer, bridge.older)
        let (model, partVersions) = try attempt("decode \(wire)", document) {
            try coder.decodeNoting(wire.type, document, labels.from)
        }
        context.bridgeRuns?.note(partVersions: partVersions, of: document)
        if context.isPartial { try checkParts(document, model, wire, coder, labels.from, context.versionKeys) }
        let said = BridgeRuns.run(.document(document), in: context.bridgeRuns) { losses in
            var said = BridgeContext(from: ways.0, to: ways.1) { document }
            defer { losses = said.losses }
            return try bridge.crossed(model, isUp: isUp, &said)
        }
        let crossed = try attempt(bridge.description, document) { try said.outcome.get() }
        let written = try attempt("encode \(otherWire)", nil) { try coder.encodeNoting(crossed, labels.to) }
        value = written.value.detached
        context.losses += written.fallbacks.map {
            CustomContext.LostPart(value: $0.value.detached, path: $0.path, reason: $0.reason)
        }
        context.losses += said.losses.map {
            CustomContext.LostPart(value: $0.value, path: $0.path, reason: $0.reason, isReportedByBridge: true)
        }
        if context.isPartial { return value.keepVersions(context.versionKeys, of: document) }
        var unread = UnreadMembers(document: document, label: labels.from, wire: wire, model: model)
        unread.cross(
            UnreadMembers.Crossing(
                wire: otherWire, model: crossed, label: labels.to, step: "\(ways.0) → \(ways.1)",
                bridge: bridge.description))
        // The plan writes the version.
        let lost = try attempt("encode \(otherWire)", nil) {
            try unread.carry(into: &value, coder, except: context.versionKeys.map { JSONPointer([$0]) })
        }
        context.losses += lost.map { CustomContext.LostPart(value: $0.value, path: $0.path, reason: $0.reason) }
    }

    /// The labels of the versions in whose formats the value is read and written.
    private func labels(
        _ ways: (String, String), isUp: Bool, _ coding: StepCoding
    ) -> (from: String, to: String) {
        switch format {
        case .ofEachVersion: ways
        case .older: (coding.older, coding.older)
        case .newer: (coding.newer, coding.newer)
        }
    }

    /// Fails if the model of a part has not read all of the part, because the rest would be lost without a report.
    private func checkParts(
        _ document: JSONValue, _ model: any Encodable, _ wire: WireModel, _ coder: WireCoder, _ label: String,
        _ versionKeys: [String]
    ) throws(MigrationError) {
        let read = try attempt("encode \(wire)", nil) { try coder.encode(model, label) }
        let unknown = UnreadMembers.paths(of: document, missingIn: read)
        guard let path = unknown.first(where: { $0.tokens.count > 1 || !versionKeys.contains($0.tokens[0]) }) else {
            return
        }
        throw MigrationError(
            .tooPartial, "\(wire) does not know this member, so the bridge cannot convert it", at: path,
            found: document[at: path])
    }

    private func attempt<Result>(
        _ operation: String, _ document: JSONValue?, _ body: () throws -> Result
    ) throws(MigrationError) -> Result {
        do { return try body() } catch {
            throw MigrationError(ofCoding: error, operation: operation, in: document)
        }
    }
}

extension JSONValue {
    /// Puts the version of the part of a document before everything else.
    fileprivate mutating func keepVersions(_ keys: [String], of document: JSONValue) {
        for (place, key) in keys.filter({ document[$0] != nil }).enumerated() {
            if self[key] == nil, let version = document[key] { _ = object?.insert(version, forKey: key, at: place) }
        }
    }
}
