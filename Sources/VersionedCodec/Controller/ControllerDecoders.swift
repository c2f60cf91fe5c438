import Synchronization

/// The JSON decoders of a controller, one for each version that it has been fixed to: made once, because a decoder
/// learns the types that it meets. Looked up once a document.
final class ControllerDecoders<Version: APIVersion>: Sendable {
    private let made = Mutex<[Version?: VersionedJSONDecoder]>([:])

    fileprivate func decoder(for explicit: Version?, make: () -> VersionedJSONDecoder) -> VersionedJSONDecoder {
        made.withLock { made in
            if let known = made[explicit] { return known }
            let decoder = make()
            made[explicit] = decoder
            return decoder
        }
    }
}

extension VersionController {
    /// A JSON decoder that carries this controller.
    var jsonDecoder: VersionedJSONDecoder {
        guard !isSettled, let caches else { return VersionedJSONDecoder(alone) }
        return caches.decoders.decoder(for: explicitVersion) { VersionedJSONDecoder(alone) }
    }
}
