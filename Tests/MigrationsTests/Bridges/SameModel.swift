import Migrations
import VersionedCodec

/// A bridge that leaves its model as it is; only the formats of the versions differ.
struct SameModel<Model: Codable & SendableMetatype>: Bridge {
    func upgrade(_ older: Model, in context: inout BridgeContext) -> Model { older }

    func downgrade(_ newer: Model, in context: inout BridgeContext) -> Model { newer }
}
