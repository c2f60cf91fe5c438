/// The scope in effect, and what is known of types.
///
/// Unsafe code: `Unmanaged<KeyTable>` holds no reference: the `KeyTables` of the rules own their tables, and the
/// output's scope owns the rules. Borrowed entries of a `TypeTable` stay at their addresses until the table is cleared.
extension JSONOutput {
    /// Writes values with a scope from now on.
    func use(_ scope: EncodingScope) {
        self.scope = scope
        nilMembers = scope.rules.nilMembers
        let known = typeCaches.firstIndex { $0.suits(scope.rules) } ?? addTypeCache(scope.rules)
        typeCaches[known].renew(for: scope.rules)
        types = typeCaches[known].types
    }

    @inline(never)
    private func addTypeCache(_ rules: EncodingRules) -> Int {
        if typeCaches.count == Self.mostTypeCaches {
            typeCaches.removeFirst(Self.mostTypeCaches / 2)
            droppedTypeCaches += 1
        }
        tablePairs = []
        typeCaches.append(TypeInfoCache(rules))
        return typeCaches.count - 1
    }

    /// Writes values with another scope during a call.
    func withScope<Result>(_ scope: EncodingScope, _ body: () throws -> Result) rethrows -> Result {
        let (outer, outerStamp, outerDepth) = (self.scope, stamp, stampDepth)
        let (outerTypes, outerDrops) = (types, droppedTypeCaches)
        defer {
            // Outside of all versions no model declares anything, so what is known there stays true.
            if outer.isVersioned || droppedTypeCaches != outerDrops {
                use(outer)
            } else {
                (self.scope, nilMembers, types) = (outer, outer.rules.nilMembers, outerTypes)
            }
            setStamp(outerStamp, at: outerDepth)
        }
        use(scope)
        return try body()
    }

    /// Sets the version that is to be written, and into which value; none by -1.
    func setStamp(_ stamp: VersionStamp?, at depth: Int) {
        stampDepth = depth
        if self.stamp !== stamp { self.stamp = stamp }
    }

    /// The facts about a key type, with its table.
    @inline(__always)
    func typeInfo<Key: CodingKey>(keys type: Key.Type) -> UnsafeMutablePointer<TypeInfo> {
        if let known = types.find(type), known.pointee.table != nil { return known }
        return meet(keys: type)
    }

    @inline(never)
    private func meet<Key: CodingKey>(keys type: Key.Type) -> UnsafeMutablePointer<TypeInfo> {
        let table = Unmanaged.passUnretained(scope.table(of: type))
        let info = types.place(for: type)
        info.pointee.table = table
        return info
    }

    /// Whether a type is known to write itself, not to be a class, and to have declared its layouts.
    @inline(__always)
    func hasMet(_ model: Any.Type) -> Bool { types.find(model)?.pointee.isModel ?? false }

    /// Notes that a type writes itself, is not a class, and has declared its layouts.
    func noteMet(_ model: Any.Type) { types.place(for: model).pointee.isModel = true }

    /// The work that a model needs besides a call of its own code.
    func kind(of model: Any.Type) -> ModelKind {
        let info = types.find(model) ?? types.place(for: model)
        if let kind = info.pointee.kind { return kind }
        let kind = ModelKind(model, fallbacks: scope.rules.version?.registry.format.fallbackCases ?? [])
        info.pointee.kind = kind
        return kind
    }

    /// A type as a dictionary that is written without containers, if it is one.
    func dictionary(_ type: Any.Type) -> (any TextDictionary.Type)? {
        if let known = types.find(type) { return known.pointee.dictionary }
        let dictionary = type as? any TextDictionary.Type
        types.place(for: type).pointee.dictionary = dictionary
        return dictionary
    }

    /// Asks a model for its layouts.
    @inline(__always)
    func ask(_ model: Any.Type) throws {
        if scope.rules.asksModels { try askAnew(model) }
    }

    @inline(never)
    private func askAnew(_ model: Any.Type) throws {
        guard let context = scope.context, !context.hasAsked(model) else { return }
        try context.ask(model)
        // Keys that have been written without a layout may have one now.
        guard model is any VersionedKeys.Type else { return }
        var output: JSONOutput? = self
        while let known = output {
            for cache in known.typeCaches where cache.suits(scope.rules) { cache.forget() }
            output = known.place?.parent
        }
        (document ?? self).dropSpares()
    }
}
