extension FormatContext {
    /// Whether a model has been asked for its layouts in this version.
    func hasAsked(_ model: Any.Type) -> Bool { document.layouts.asked[ObjectIdentifier(model)] != nil }

    /// The work that a model needs besides a call of its own code; asks it for its layouts if that has not been done.
    func kind(of model: Any.Type) -> ModelKind {
        document.layouts.asked[ObjectIdentifier(model)]
            ?? ModelKind(model, fallbacks: document.registry.format.fallbackCases)
    }

    /// Asks a model for its layouts, once for each version.
    func ask(_ model: Any.Type) throws {
        guard !hasAsked(model) else { return }
        document.layouts = try document.registry.ask(model)
    }

    /// The resolved layout of a key type.
    func layout<Key: CodingKey>(for keys: Key.Type) -> ResolvedLayout {
        if let layout = document.layouts.resolved[ObjectIdentifier(keys)] { return layout }
        let (layout, layouts) = document.registry.resolve(keys)
        document.layouts = layouts
        return layout
    }

    /// The resolved key of a key.
    ///
    /// - Throws: ``KeyLayout/CollisionError`` if another key of the type is in its place.
    @inline(__always)
    func resolvedKey<Key: CodingKey>(of key: Key, in layout: ResolvedLayout) throws(KeyLayout.CollisionError)
        -> ResolvedKey
    {
        if let resolvedKey = layout.resolvedKey(of: key) { return resolvedKey }
        return try learn(key)
    }

    private func learn<Key: CodingKey>(_ key: Key) throws(KeyLayout.CollisionError) -> ResolvedKey {
        let (resolvedKey, layouts) = try document.registry.learn(key)
        document.layouts = layouts
        return resolvedKey
    }

    /// Whether a key type has a declared layout, or a class a family, so far.
    var declaresLayouts: Bool { !document.layouts.declared.isEmpty || !document.layouts.families.isEmpty }

    /// Whether a class declares where its members are in subclasses that share its container, so far.
    var hasSharedSuperclasses: Bool { document.layouts.hasSharedSuperclasses }

    /// The identity of the format of this version in this controller and its copies.
    var registry: LayoutRegistry { document.registry }

    /// How values without a case of their type are read; the type has been asked for its layouts.
    func unknownCaseRule(of type: Any.Type) -> UnknownCaseRule? {
        document.layouts.unknownCases.isEmpty ? nil : document.layouts.unknownCases[ObjectIdentifier(type)]
    }

    /// The family of a class, where one is declared.
    func family(of model: Any.Type) -> ClassFamily? { document.layouts.family(of: model) }
}
