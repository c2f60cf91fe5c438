import Synchronization

/// The layouts of one version: declared ones by coding-key type, and the resolved key of each key.
///
/// One for each version of a controller, shared by all its documents and tasks: a model is asked once, a key is
/// resolved once. Each document uses a ``Snapshot`` of its own, without a lock, and asks the registry for keys that the
/// snapshot lacks.
package final class LayoutRegistry: Sendable {
    /// All that is known so far; a value, so what a document holds does not change beneath it.
    struct Snapshot: Sendable {
        var declared: [ObjectIdentifier: KeyLayout] = [:]
        var resolved: [ObjectIdentifier: ResolvedLayout] = [:]
        var families: [ClassFamily] = []

        /// Whether a class declares where its members are in subclasses that share its container.
        private(set) var hasSharedSuperclasses = false

        /// How values without a case of their type are read, for types that have been asked.
        var unknownCases: [ObjectIdentifier: UnknownCaseRule] = [:]

        /// The models that have been asked, and what else there is to do for them.
        var asked: [ObjectIdentifier: ModelKind] = [:]

        mutating func declare(_ layout: KeyLayout) {
            declared[layout.keyType] = layout
            if layout.inSubclasses?.path.isEmpty == false { hasSharedSuperclasses = true }
        }

        /// The family that a class is of: the first that is declared for it or for a class above it.
        func family(of model: Any.Type) -> ClassFamily? {
            guard !families.isEmpty, model is AnyObject.Type else { return nil }
            return families.first { $0.isSubclass(model) }
        }
    }

    package let format: VersionFormat
    package let version: any APIVersion

    /// The names of keys in JSON text.
    let keyTables = KeyTables()

    /// The label of the version.
    let label: String

    private let known: Mutex<Snapshot>

    /// How often models have declared something; caches of resolved layouts compare it to find out whether they are
    /// still valid.
    var declarationCount: Int { declarations.load(ordering: .acquiring) }
    private let declarations = Atomic<Int>(0)

    init(format: VersionFormat, version: any APIVersion) {
        self.format = format
        self.version = version
        label = version.label
        var first = Snapshot()
        for layout in format.layouts { first.declare(layout) }
        first.families = format.families
        known = Mutex(first)
    }

    /// The current snapshot.
    var current: Snapshot { known.withLock { $0 } }

    /// Asks a model for its layouts and families; the format's own come first, then those of the model that was asked
    /// first.
    ///
    /// - Throws: The error of the model; it is asked again the next time.
    func ask(_ model: Any.Type) throws -> Snapshot {
        let versioned = format.asksModels ? model as? any VersionedKeys.Type : nil
        let kind = ModelKind(model, fallbacks: format.fallbackCases)
        let (layouts, families) = try versioned.map { try declarations(of: $0) } ?? ([], [])
        let rule = UnknownCaseRule(model, in: format)
        return known.withLock { known in
            if let rule { known.unknownCases[ObjectIdentifier(model)] = rule }
            for layout in layouts where known.declared[layout.keyType] == nil {
                known.declare(layout)
                known.resolved[layout.keyType] = nil
            }
            for family in families where !known.families.contains(where: { $0.baseType == family.baseType }) {
                known.families.append(family)
            }
            known.asked[ObjectIdentifier(model)] = kind
            if !layouts.isEmpty || !families.isEmpty { declarations.add(1, ordering: .releasing) }
            return known
        }
    }

    private func declarations<Model: VersionedKeys>(of model: Model.Type) throws -> ([KeyLayout], [ClassFamily]) {
        guard let version = version as? Model.Version else { return ([], []) }
        return (try model.keyLayouts(for: version), try model.classFamilies(for: version))
    }

    /// The resolved layout of a key type.
    func resolve<Key: CodingKey>(_ keys: Key.Type) -> (ResolvedLayout, Snapshot) {
        let id = ObjectIdentifier(keys)
        while true {
            let declared = current.declared[id]
            let made = ResolvedLayout(declared: declared, keys: keys, format: format)
            let result: (ResolvedLayout, Snapshot)? = known.withLock { known in
                if let layout = known.resolved[id] { return (layout, known) }
                // A model that was asked meanwhile may have declared a layout; declarations never change after that.
                guard (known.declared[id] == nil) == (declared == nil) else { return nil }
                known.resolved[id] = made
                return (made, known)
            }
            if let result { return result }
        }
    }

    /// The resolved key of a key that is new in a document.
    func learn<Key: CodingKey>(_ key: Key) throws(KeyLayout.CollisionError) -> (resolvedKey: ResolvedKey, Snapshot) {
        let (layout, _) = resolve(Key.self)
        if let resolvedKey = layout.resolvedKey(of: key) { return (resolvedKey, current) }
        let learnt = try layout.learning(key)
        return known.withLock { known in
            // Where another task has learnt a key meanwhile, this one is learnt again when it is next asked for.
            if known.resolved[ObjectIdentifier(Key.self)] === layout {
                known.resolved[ObjectIdentifier(Key.self)] = learnt.layout
            }
            return (learnt.resolvedKey, known)
        }
    }

    /// The declared layout of a key type, with the style of the format where it names none.
    func declared<Key: CodingKey>(for keys: Key.Type) -> KeyLayout {
        KeyLayout(current.declared[ObjectIdentifier(keys)], keys, style: format.keys)
    }
}
