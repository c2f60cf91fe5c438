#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import Migrations
public import VersionedCodec

/// A model in a place that holds one payload: opened in any version, and migrated there if it is older.
///
/// ```swift
/// let settings = OwnedValue(in: DefaultsStore(defaults: .standard, key: "settings"), migrator: migrator)
/// var opened = try settings.open()
/// opened?.model.theme = .dark
/// try opened?.save()
/// ```
///
/// The payload is replaced only when the migrated one has been read as the model, so one that cannot be read stays as
/// it is.
public struct OwnedValue<Model: Codable & SendableMetatype, Version: APIVersion, Store: ValueStore> {
    private let store: Store
    private let migrator: Migrator<Model, Version>
    private let whenNewer: NewerPayloadPolicy

    /// A model in a store.
    ///
    /// - `whenNewer`: What happens to a payload that is newer than all known versions.
    public init(in store: Store, migrator: Migrator<Model, Version>, whenNewer: NewerPayloadPolicy = .fail) {
        (self.store, self.migrator, self.whenNewer) = (store, migrator, whenNewer)
    }

    /// Reads the model; a payload that is older is migrated, and replaced.
    ///
    /// - Returns: `nil` if nothing is stored.
    /// - Throws: What the store throws; `JSONSyntaxError`, `VersionError`, `MigrationError` and `DecodingError` for a
    ///   payload that cannot be read, which then stays as it is; ``OwnedValueError`` where others write it all the
    ///   time.
    public func open() throws -> OpenedValue<Model, Version, Store>? { try open { _, _ in } }

    /// - `beforeReplacing`: Takes what is going to be replaced, and its version.
    func open(
        beforeReplacing: (Data, Version) throws -> Void
    ) throws -> OpenedValue<Model, Version, Store>? {
        // Another program may migrate it at the same time: then it is read again.
        for _ in 0..<Self.attempts {
            guard let old = try store.read() else { return nil }
            let decoded: Migrator<Model, Version>.Decoded
            do {
                decoded = try migrator.decode(old)
            } catch let error as VersionError where error.code == .tooNew && whenNewer == .readOnly {
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
        throw OwnedValueError(code: .changed, reason: "others write it all the time")
    }

    private static var attempts: Int { 8 }

    private func opened(
        _ model: Model, _ data: Data?, from: Version? = nil, losses: [Loss] = [], isReadOnly: Bool = false
    ) -> OpenedValue<Model, Version, Store> {
        OpenedValue(
            model: model, migratedFrom: from, losses: losses, isReadOnly: isReadOnly, data: data, store: store,
            migrator: migrator)
    }

    /// Stores a model where nothing is stored yet.
    ///
    /// - Throws: What the store throws; ``OwnedValueError`` where something is stored already.
    public func create(_ model: Model) throws -> OpenedValue<Model, Version, Store> {
        var opened = opened(model, nil)
        try opened.save()
        return opened
    }
}

/// A model that was opened, and what that took.
public struct OpenedValue<Model: Codable & SendableMetatype, Version: APIVersion, Store: ValueStore> {
    /// The model, to be changed and saved.
    public var model: Model

    /// The version that the payload had; `nil` if it was not migrated.
    public let migratedFrom: Version?

    /// What could not be carried over.
    public let losses: [Loss]

    /// Whether the payload is newer than all known versions, so that saving would spoil it.
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
    /// - Throws: What the store throws; ``OwnedValueError`` where the payload is read-only, or somebody else has
    ///   written it since.
    public mutating func save() throws {
        if isReadOnly {
            throw OwnedValueError(
                code: .readOnly, reason: "it is newer than all known versions, and is not overwritten")
        }
        let new = try migrator.encode(model, for: migrator.controller.current).data
        guard try store.write(new, replacing: data) else {
            throw OwnedValueError(code: .changed, reason: "somebody else has written it since it was read")
        }
        data = new
    }
}

/// A stored value that cannot be opened or saved.
public struct OwnedValueError: DiagnosableError, Equatable {
    /// Why; the list may grow.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// A code with the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Somebody else has written it.
        public static let changed = Code(rawValue: "changed")
        /// It is newer than all known versions.
        public static let readOnly = Code(rawValue: "readOnly")
        /// Another process has it open.
        public static let inUse = Code(rawValue: "inUse")
    }

    /// Why.
    public let code: Code

    /// Why, in words.
    public let reason: String

    /// The error in the form that one renderer makes text of.
    public var diagnostic: Diagnostic { Diagnostic(message: reason) }
}
