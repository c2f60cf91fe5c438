import Synchronization

/// What one version of a controller is written with, worked out once: the layouts, what says the version, and the controller as models find it.
///
/// Shared by all documents and tasks.
final class VersionWriting: Sendable {
    let book: KeyLayoutBook

    /// Adds the controller, in this version, to those that a coder carries.
    let install: @Sendable (inout VersionControllers) -> Void

    /// What says the version; `nil` where payloads do not. Invariant: it holds texts and numbers only, and never changes.
    private nonisolated(unsafe) let stamp: VersionStamp?

    /// Why the location cannot say the version.
    private let fault: String?

    /// - Parameter controller: In the version that is written.
    init<Version: APIVersion>(_ controller: VersionController<Version>) {
        book = controller.book
        install = { $0.install(controller) }
        guard let location = controller.location, controller.version != controller.legacy else {
            (stamp, fault) = (nil, nil)
            return
        }
        let marks = location.stamps(of: book.label)
        fault =
            marks == nil
            ? "version \(controller.version) cannot be written as \(location.writableForm), which the location asks for"
            : nil
        // Whoever fixes a version can read it without a stamp.
        stamp = marks.map { VersionStamp($0, isOptional: controller.explicitVersion != nil) }
    }

    /// The version that is written where it is found on reading, if payloads say it.
    ///
    /// - Throws: `EncodingError` where the location cannot say it.
    func stamp(at path: @autoclosure () -> [any CodingKey], depth: Int = 0) throws -> VersionStamp? {
        if let fault {
            throw EncodingError.invalidValue(book.version, .init(codingPath: path(), debugDescription: fault))
        }
        guard var stamp else { return nil }
        stamp.depth = depth
        return stamp
    }
}

/// What the versions of a controller are written with, each made when it is first asked for. Looked up once a document.
final class ControllerWritings<Version: APIVersion>: Sendable {
    private struct Place: Hashable {
        let version: Version
        let isFixed: Bool
    }

    private let made = Mutex<[Place: VersionWriting]>([:])

    fileprivate func writing(of version: Version, isFixed: Bool, make: () -> VersionWriting) -> VersionWriting {
        made.withLock { made in
            let place = Place(version: version, isFixed: isFixed)
            if let known = made[place] { return known }
            let new = make()
            made[place] = new
            return new
        }
    }
}

extension VersionController {
    /// What the version in effect is written with, of a controller that is inside of it.
    var writing: VersionWriting {
        guard isSettled, let caches, explicitVersion == nil || explicitVersion == version else {
            return VersionWriting(alone)
        }
        return caches.writings.writing(of: version, isFixed: explicitVersion != nil) { VersionWriting(alone) }
    }

    /// What ``fixed(to:)`` a version is written with; without a copy of the controller where that is known.
    func writing(fixedTo version: Version) -> VersionWriting {
        func make() -> VersionWriting { VersionWriting(alone.fixed(to: version).inside(version)) }
        return caches?.writings.writing(of: version, isFixed: true, make: make) ?? make()
    }
}
