import VersionedCodec

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The routes of payloads to a model that need no document, decided when the migrator is made.
final class DecodingRoutes: Sendable {
    private let direct: DirectDecoding?
    private let operations: OperationDecoding?

    init<Version: APIVersion>(_ plan: MigrationPlan, _ controller: VersionController<Version>, _ model: WireModel) {
        direct = DirectDecoding(plan, controller, model)
        operations = OperationDecoding(plan, controller)
    }

    /// The model of a payload, and what was found.
    ///
    /// - Throws: ``NeedsDocument`` if the payload needs a document, or has a fault: the way over documents has the
    ///   words and places.
    func decode<Model: Codable>(
        _ type: Model.Type, _ payload: Data, from explicit: String?, _ found: inout FoundPayload
    ) throws(NeedsDocument) -> Model {
        do {
            return try payload.withUnsafeBytes { bytes in
                try bytes.withMemoryRebound(to: UInt8.self) { try decode(type, $0, from: explicit, &found) }
            }
        } catch {
            throw NeedsDocument()  // It is one.
        }
    }

    private func decode<Model: Codable>(
        _ type: Model.Type, _ bytes: UnsafeBufferPointer<UInt8>, from explicit: String?, _ found: inout FoundPayload
    ) throws(NeedsDocument) -> Model {
        if explicit == nil, let direct {
            do throws(NeedsDocument) {
                return try direct.decode(type, bytes, &found)
            } catch {
                // Operations may do.
            }
        }
        guard let operations else { throw NeedsDocument() }
        return try operations.decode(type, bytes, from: explicit, &found)
    }
}

/// A payload must be decoded over a document. An error type of its own, and not an optional model, because types that
/// are made of the model's are looked up for each call.
struct NeedsDocument: Error {}

/// Facts about a payload after decoding its model.
struct FoundPayload {
    var version = 0
    var source = DetectedVersion.Source.legacy

    /// The results of bridges on the way to the model; `nil` if they made only the model itself.
    var bridgeRuns: BridgeRuns?

    /// The step of the bridge that made the model, if that bridge reported nothing.
    var lastStep: String?
}
