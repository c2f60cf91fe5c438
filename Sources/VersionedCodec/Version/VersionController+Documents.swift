#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension VersionController {
    /// A model as a document of a version, stamped with it; members in the order in which the model writes them.
    package func document<Model: Encodable>(of model: Model, for target: Version) throws -> JSONValue {
        let context = FormatContext(controller: fixed(to: target).inside(target), userInfo: [:], isPropertyList: false)
        defer { context.hasEnded = true }
        return try fixed(to: target).inside(target).settledValue(model, context, at: [], stamps: true).json()
    }

    /// The model of a document of a version.
    package func decode<Model: Decodable>(
        _ type: Model.Type, from document: JSONValue, of version: Version
    ) throws -> Model {
        try fixed(to: version).decode(type, from: Data(document.bytes())).value
    }
}
