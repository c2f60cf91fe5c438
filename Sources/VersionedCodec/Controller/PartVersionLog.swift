import Synchronization

/// Collects where the parts of a payload name their versions, while a step of a plan reads the payload.
package final class PartVersionLog: Sendable {
    @TaskLocal static var current: PartVersionLog?

    private let places = Mutex<[JSONPointer]>([])

    /// Decodes a payload with a decoder of one version (`VersionController.decoder(of:)`), and collects the places that
    /// may name the versions of its ``Versioned`` parts.
    package static func collecting<Result>(
        _ body: () throws -> Result
    ) rethrows -> (result: Result, places: [JSONPointer]) {
        let log = PartVersionLog()
        let result = try $current.withValue(log) { try body() }
        return (result, log.places.withLock { $0 })
    }

    /// Decodes a payload within another one, whose places are not those of the other one.
    static func pausing<Result>(_ body: () throws -> Result) rethrows -> Result {
        if current == nil { return try body() }
        return try $current.withValue(nil) { try body() }
    }

    /// Notes the part that a decoder is at.
    func note(_ decoder: any Decoder, _ location: VersionLocation) {
        guard let native = decoder.asNative else { return }
        let part = native.session.pointer(to: native.node)
        let new = [location.pointer, location.minor].compactMap { $0.map(part.appending) }
        places.withLock { $0 += new }
    }
}

extension VersionController {
    /// Notes the part that a decoder is at, if someone wants to know.
    @inline(never)
    func notePart(at decoder: any Decoder) {
        guard let location, let log = PartVersionLog.current else { return }
        log.note(decoder.asProxy?.base ?? decoder, location)
    }
}
