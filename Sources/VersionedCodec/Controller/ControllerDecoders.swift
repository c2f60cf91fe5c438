import Synchronization

/// The JSON decoders of a controller, one for each version that it has been fixed to: made once, because a decoder
/// learns the types that it meets. Looked up once a document.
final class ControllerDecoders<Version: APIVersion>: Sendable {
    private struct Key: Hashable {
        let explicit: Version?
        let yieldsToPayloads: Bool
    }

    private let made = Mutex<[Key: VersionedJSONDecoder]>([:])

    fileprivate func decoder(
        for explicit: Version?, yieldsToPayloads: Bool, make: () -> VersionedJSONDecoder
    ) -> VersionedJSONDecoder {
        let key = Key(explicit: explicit, yieldsToPayloads: yieldsToPayloads)
        return made.withLock { made in
            if let known = made[key] { return known }
            let decoder = make()
            made[key] = decoder
            return decoder
        }
    }
}

extension VersionController {
    /// A JSON decoder that carries this controller.
    var jsonDecoder: VersionedJSONDecoder {
        guard !isSettled, let caches else { return VersionedJSONDecoder(alone) }
        return caches.decoders.decoder(for: explicitVersion, yieldsToPayloads: yieldsToPayloads) {
            VersionedJSONDecoder(alone)
        }
    }
}
