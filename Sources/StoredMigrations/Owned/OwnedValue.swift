#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import Migrations
public import VersionedCodec

/// Use it for a model in a store that holds one payload. It opens every version, and migrates older ones in the store.
///
/// ```swift
/// let settings = OwnedValue(in: DefaultsStore(defaults: .standard, key: "settings"), migrator: migrator)
/// var opened = try settings.open()
/// opened?.model.theme = .dark
/// try opened?.save()
/// ```
///
/// The payload is replaced only after the migrated one has been read as the model. So an unreadable payload stays as it
/// is.
public struct OwnedValue<Model: Codable & SendableMetatype, Version: APIVersion, Store: ValueStore> {
    private let store: Store
    private let migrator: Migrator<Model, Version>
    private let whenNewer: NewerPayloadPolicy

    /// A model in a store.
    ///
    /// - `whenNewer`: How a payload is handled that is newer than all known versions.
    public init(in store: Store, migrator: Migrator<Model, Version>, whenNewer: NewerPayloadPolicy = .fail) {
        (self.store, self.migrator, self.whenNewer) = (store, migrator, whenNewer)
    }

    /// Reads the model. An older payload is migrated and replaced.
    ///
    /// - Returns: `nil` if nothing is stored.
    /// - Throws: The errors of the store; `MigrationError` for an unreadable payload, which then stays as it is;
    ///   ``OwnedValueError`` if other programs keep writing it.
    public func open() throws -> Opened? { try open { _, _ in } }

    /// - `beforeReplacing`: Takes what is going to be replaced, and its version.
    func open(
        beforeReplacing: (Data, Version) throws -> Void
    ) throws -> Opened? {
        // Another program may migrate it at the same time: then it is read again.
        for _ in 0..<Self.attempts {
            guard let old = try store.read() else { return nil }
            let decoded: Migrator<Model, Version>.Decoded
            do throws(MigrationError) {
                decoded = try migrator.decode(old)
            } catch {
                guard whenNewer == .readOnly, (error.underlying as? VersionError)?.code == .tooNew else { throw error }
                let model = try migrator.decode(old, from: migrator.controller.current).model
                return opened(model, old, isReadOnly: true)
            }
            if decoded.version == migrator.controller.current { return opened(decoded.model, old) }
            let result = try migrator.migrate(old, to: migrator.controller.current)
            let new = result.data
            let model = try migrator.decode(new).model
            try beforeReplacing(old, decoded.version)
            if try store.write(new, replacing: old) {
                return opened(model, new, from: decoded.version, losses: result.losses)
            }
        }
        throw OwnedValueError(code: .changed, path: store.shownPath, reason: "other programs keep writing it")
    }

    private static var attempts: Int { 8 }

    private func opened(
        _ model: Model, _ data: Data?, from: Version? = nil, losses: [Loss] = [], isReadOnly: Bool = false
    ) -> Opened {
        Opened(
            model: model, migratedFrom: from, losses: losses, isReadOnly: isReadOnly, data: data, store: store,
            migrator: migrator)
    }

    /// Stores a model if nothing is stored yet.
    ///
    /// - Throws: The errors of the store, and ``OwnedValueError`` if something is already stored.
    public func create(_ model: Model) throws -> Opened {
        var opened = opened(model, nil)
        try opened.save()
        return opened
    }
}

extension OwnedValue {
    /// An opened model, and information about its payload.
    public struct Opened {
        /// The model, to be changed and saved.
        public var model: Model

        /// The original version of the payload; `nil` if it was not migrated.
        public let migratedFrom: Version?

        /// The losses of the migration.
        public let losses: [Loss]

        /// Whether the payload is newer than all known versions, so that saving would damage it.
        public let isReadOnly: Bool

        fileprivate(set) var data: Data?
        fileprivate let store: Store
        fileprivate let migrator: Migrator<Model, Version>

        fileprivate init(
            model: Model, migratedFrom: Version?, losses: [Loss], isReadOnly: Bool, data: Data?, store: Store,
            migrator: Migrator<Model, Version>
        ) {
            (self.model, self.migratedFrom, self.losses, self.isReadOnly) = (model, migratedFrom, losses, isReadOnly)
            (self.data, self.store, self.migrator) = (data, store, migrator)
        }

        /// Stores the model in the current version.
        ///
        /// - Throws: The errors of the store, and ``OwnedValueError`` if the payload is read-only, or if another
        ///   program has written or removed it since.
        public mutating func save() throws {
            if isReadOnly {
                throw OwnedValueError(
                    code: .readOnly, path: store.shownPath,
                    reason: "it is newer than all known versions, and is not overwritten")
            }
            let new = try migrator.encode(model, for: migrator.controller.current).data
            guard try store.write(new, replacing: data) else {
                let reason =
                    if data == nil {
                        "something is stored already"
                    } else if try store.read() == nil {
                        "it was removed since it was read"
                    } else {
                        "another program has written it since it was read"
                    }
                throw OwnedValueError(code: .changed, path: store.shownPath, reason: reason)
            }
            data = new
        }
    }
}

/// A stored value that cannot be opened or saved.
public struct OwnedValueError: DiagnosableError, Equatable {
    /// The reason. The list may grow.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// A code with the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Another program has written or removed it.
        public static let changed = Code(rawValue: "changed")
        /// It is newer than all known versions.
        public static let readOnly = Code(rawValue: "readOnly")
        /// Another process has it open.
        public static let inUse = Code(rawValue: "inUse")
    }

    /// The kind of reason.
    public let code: Code

    /// The file, where the value is in one.
    public let path: String?

    /// The reason, in words.
    public let reason: String

    /// The parts of the error.
    public var diagnostic: Diagnostic { Diagnostic(message: (path.map { "\($0): " } ?? "") + reason) }
}

extension ValueStore {
    /// The file, where the value is in one, for errors.
    fileprivate var shownPath: String? { (self as? DocumentFile)?.path.description }
}
