public import VersionedCodec

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension VersionController {
    /// The same controller with a migrator. If a payload contains the model as `Versioned<Model, Version>`, at any
    /// depth and with any coder, the migrator migrates it.
    ///
    /// ```swift
    /// struct Page: Codable { var items: [Versioned<Order, ShopVersion>] }
    ///
    /// let shop = VersionController<ShopVersion>(location: field).migrating(by: orders)
    /// decoder.userInfo.install(shop)
    /// let page = try decoder.decode(Page.self, from: payload)    // an order of version 1 has gone through its bridge
    /// page.items[0].version                                      // .v1: the version in the payload
    /// try encoder.encode(page)                                   // writes the order in that version again
    /// ```
    ///
    /// A payload inside another one has the version that it names, otherwise the version of the enclosing payload.
    /// Encoding for a version applies to every depth. A `Migrator` of the page uses the same controller. If its steps
    /// are operations, ``JSONOperation/migrating(by:)`` declares where the orders are.
    ///
    /// - `policy`: How an order that would lose values is handled. ``Loss/collecting(_:)`` and the `Migrator` of a page
    ///   report them. In other calls, the policy `fail` makes them an error of the coder.
    public func migrating<Model>(by migrator: Migrator<Model, Version>, losses policy: LossPolicy = .report) -> Self {
        converting(by: migrator.conversion(policy))
    }

    /// The same for a model with versions of its own. Installing this controller also installs theirs.
    public func migrating<Model, Other: APIVersion>(
        by migrator: Migrator<Model, Other>, losses policy: LossPolicy = .report
    ) -> Self {
        converting(by: migrator.conversion(policy), of: migrator.controller)
    }
}

extension Migrator {
    /// The conversion that coders need from the migrator.
    fileprivate func conversion(_ policy: LossPolicy) -> ModelConversion<Model, Version> {
        ModelConversion { payload, version, place in
            try locating(place) { try decode(payload, version, policy, at: place) }
        } encode: { model, version, place in
            try locating(place) {
                // Losses on the way are among its losses.
                let (encoded, _) = try LossCollection.$current.withValue(nil) {
                    try FallbackLog.collecting { try encode(model, for: version, losses: policy) }
                }
                LossCollection.current?.add(encoded.losses, at: place, of: Version.self)
                return try JSONDocument(parsing: encoded.data, options: .ofValues).root
            }
        }
    }

    /// Decodes a payload within another one.
    private func decode(
        _ payload: JSONValue, _ version: Version, _ policy: LossPolicy, at place: JSONPointer
    ) throws -> Model {
        let collection = LossCollection.current
        return try LossCollection.$current.withValue(nil) {
            try KeptIssues.placing(by: nil) { try decode(payload, version, policy, collection, at: place) }
        }
    }

    private func decode(
        _ payload: JSONValue, _ version: Version, _ policy: LossPolicy, _ collection: LossCollection?,
        at place: JSONPointer
    ) throws -> Model {
        if policy != .report || collection != nil || payload.object?[CarriedData.Options().member] != nil {
            let decoded = try decode(
                Data(payload.bytes()), from: version, parsing: .ofValues, losses: policy)
            if let collection { collection.add(decoded.losses, at: place, of: Version.self) }
            return decoded.model
        }
        let path = try plan.path(from: version.label, to: controller.current.label)
        var state = MigrationState(payload, plan: plan)
        defer { state.finish() }
        for step in path.steps { try state.run(step) }
        return try WireModel.cast(try state.model(WireModel(Model.self), path.to), to: Model.self)
    }

    /// Gives errors their place in the payload around.
    private func locating<Result>(_ place: JSONPointer, _ body: () throws -> Result) throws -> Result {
        do { return try body() } catch var error as MigrationError {
            error.path = error.path.map(place.appending) ?? place
            throw error
        }
    }
}
