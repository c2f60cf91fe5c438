import Synchronization

/// The prepared writing of one version of a controller, made once: the layouts, the version stamp, and the controller
/// as models find it.
///
/// Shared by all documents and tasks.
final class VersionWriting: Sendable {
    /// Where the version comes from: it is the one in effect, is fixed for reading and writing, or is asked for by one
    /// call.
    enum Origin { case inEffect, fixed, target }

    /// Identifies a way to write one version.
    struct Kind: Equatable {
        let origin: Origin

        /// Whether the version is written as a string, where the form leaves that to each payload.
        let asString: Bool
    }

    let registry: LayoutRegistry

    /// Adds the controller, in this version, to those that a coder carries.
    let install: @Sendable (inout VersionControllerSet) -> Void

    /// Writes the version; `nil` if payloads do not name it.
    private let stamp: VersionStamp?

    /// The reason why the location cannot hold the version.
    private let fault: String?

    /// - Parameter controller: In the version that is written.
    init<Version: APIVersion>(_ controller: VersionController<Version>) {
        registry = controller.registry
        install = { $0.install(controller) }
        guard let location = controller.location, controller.version != controller.legacy else {
            (stamp, fault) = (nil, nil)
            return
        }
        let marks = location.stamps(of: registry.label, asString: controller.saysVersionAsString)
        fault =
            marks == nil
            ? "version \(controller.version) cannot be written as \(location.writableForm), which the location asks for"
            : nil
        // A reader with a fixed version needs no stamp.
        let isUnmarked = registry.format.shape?.isNoObject == true
        stamp = marks.map { VersionStamp($0, isOptional: controller.leavesOutVersions, isUnmarked: isUnmarked) }
    }

    /// The version, written where it is found on reading, if payloads name it.
    ///
    /// - Throws: `EncodingError` if the location cannot hold it.
    func stamp(at path: @autoclosure () -> [any CodingKey]) throws -> VersionStamp? {
        if let fault {
            throw EncodingError.invalidValue(registry.version, .init(codingPath: path(), debugDescription: fault))
        }
        return stamp
    }

    /// The member that names the version, if it is one.
    var stampMember: VersionStamp.Member? { stamp?.member }
}

/// The prepared writing of each version of a controller, made when it is first needed. Looked up once a document.
///
/// A list that only grows, by one for each version that is written, and is read without a lock. It is not generic over
/// the versions, because code that is not specialised would then ask for metadata in each document.
final class ControllerWritings: Sendable {
    private final class Entry: Sendable {
        let version: any APIVersion
        let byte: UInt8?
        let kind: VersionWriting.Kind
        let writing: VersionWriting
        let next: Entry?

        init(
            _ version: any APIVersion, _ byte: UInt8?, _ kind: VersionWriting.Kind, _ writing: VersionWriting,
            next: Entry?
        ) {
            (self.version, self.byte, self.kind, self.writing, self.next) = (version, byte, kind, writing, next)
        }
    }

    /// Those that were made last come first. Invariant: it owns one reference to the first, which holds the others.
    private let first = Atomic<Unmanaged<Entry>?>(nil)

    deinit { first.load(ordering: .acquiring)?.release() }

    /// The prepared writing of a version, if it exists. All versions are of one type. O(versions that have been
    /// written)
    func known(_ version: some APIVersion, _ kind: VersionWriting.Kind) -> VersionWriting? {
        find(version, kind, from: first.load(ordering: .acquiring)?.takeUnretainedValue())
    }

    @inline(__always)
    private func find(_ version: some APIVersion, _ kind: VersionWriting.Kind, from head: Entry?) -> VersionWriting? {
        guard let byte = Self.byte(of: version) else { return findLarge(version, kind, from: head) }
        return find(byte, kind, from: head)
    }

    private func find(_ byte: UInt8, _ kind: VersionWriting.Kind, from head: Entry?) -> VersionWriting? {
        var entry = head
        while let known = entry {
            if known.byte == byte, known.kind == kind { return known.writing }
            entry = known.next
        }
        return nil
    }

    @inline(never)
    private func findLarge<Version: APIVersion>(
        _ version: Version, _ kind: VersionWriting.Kind, from head: Entry?
    ) -> VersionWriting? {
        var entry = head
        while let known = entry {
            if known.version as? Version == version, known.kind == kind { return known.writing }
            entry = known.next
        }
        return nil
    }

    /// The byte of a version that has one, as an enum has. It has no padding, so equal bytes are equal versions.
    @inline(__always)
    private static func byte<Version: APIVersion>(of version: Version) -> UInt8? {
        switch MemoryLayout<Version>.size {
        case 0: 0
        case 1: unsafeBitCast(version, to: UInt8.self)
        default: nil
        }
    }

    /// O(versions that have been written)
    fileprivate func writing(of version: some APIVersion, _ kind: VersionWriting.Kind, make: () -> VersionWriting)
        -> VersionWriting
    {
        var made: VersionWriting?
        while true {
            let head = first.load(ordering: .acquiring)
            let entry = head?.takeUnretainedValue()
            if let known = find(version, kind, from: entry) { return known }
            // Another task may make the same, or that of another version; the first one wins.
            let writing = made ?? make()
            made = writing
            let new = Unmanaged.passRetained(Entry(version, Self.byte(of: version), kind, writing, next: entry))
            guard !first.compareExchange(expected: head, desired: new, ordering: .acquiringAndReleasing).exchanged
            else {
                head?.release()  // The new entry holds it.
                return writing
            }
            new.release()
        }
    }
}

extension VersionController {
    /// The prepared writing of the version in effect, for a controller within it.
    var writing: VersionWriting {
        guard isSettled, let caches, explicitVersion == nil || explicitVersion == version else {
            return VersionWriting(alone)
        }
        return caches.writings.writing(of: version, kind) { VersionWriting(alone) }
    }

    private var kind: VersionWriting.Kind {
        let origin: VersionWriting.Origin = explicitVersion == nil ? .inEffect : leavesOutVersions ? .fixed : .target
        return VersionWriting.Kind(origin: origin, asString: saysVersionAsString)
    }

    /// The prepared writing of a version that a caller names; without a copy of the controller if it exists.
    func writing(ofTarget version: Version) -> VersionWriting {
        func make() -> VersionWriting { VersionWriting(alone.writing(for: version).inside(version)) }
        return caches?.writings.writing(of: version, targetKind, make: make) ?? make()
    }

    /// How a version is written that a caller asks for.
    var targetKind: VersionWriting.Kind {
        VersionWriting.Kind(origin: leavesOutVersions ? .fixed : .target, asString: saysVersionAsString)
    }
}
