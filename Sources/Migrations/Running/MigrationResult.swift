#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import VersionedCodec

/// The result of a migration: the payload, its losses, and how the version was found.
public struct MigrationResult: Sendable {
    /// The payload in the target version. If it already had that version, the original bytes. For JSON5, always JSON.
    public let bytes: [UInt8]

    /// The original version of the payload, and how it was found.
    public let from: DetectedVersion

    /// The version of the result.
    public let to: String

    /// The losses, in the order of the original document. Of a large document they are kept in little memory, and made
    /// each time that they are asked for.
    public var losses: [Loss] { lossList.array }

    /// The same, to be looked at one after another.
    package let lossList: LossList

    /// The losses that are kept in the carried data, with the policy ``LossPolicy/carry``.
    public internal(set) var carriedLosses: [Loss] = []

    /// The carried data of the payload, if it goes into a sidecar; `nil` if nothing is carried.
    public internal(set) var carried: CarriedData?

    /// The places at which carried values were not restored, because the place now has another value, or no longer
    /// exists. The paths belong to documents of the versions of those values.
    public internal(set) var outdatedCarried: [JSONPointer] = []

    init(bytes: [UInt8], from: DetectedVersion, to: String, lossList: LossList) {
        (self.bytes, self.from, self.to, self.lossList) = (bytes, from, to, lossList)
    }

    init(bytes: [UInt8], from: DetectedVersion, to: String, losses: [Loss]) {
        self.init(bytes: bytes, from: from, to: to, lossList: .few(losses))
    }

    /// The payload as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The payload as `Data`.
    public var data: Data { Data(bytes) }
}
