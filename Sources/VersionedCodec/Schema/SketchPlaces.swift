/// Where the members of a sketch are in payloads of one version.
package struct SketchPlaces {
    /// The formats of the version.
    package let format: VersionFormat

    /// The sketch of the model, as the version sees it.
    package let sketch: TypeSketch

    private let registry: LayoutRegistry

    /// A value as the version writes it.
    private let json: (any Encodable) throws -> JSONValue

    /// Where a version of a controller puts the members of a sketch.
    package init<Version: APIVersion>(
        _ sketch: TypeSketch, in version: Version, of controller: VersionController<Version>
    ) {
        self.sketch = sketch
        format = controller.format(for: version)
        registry = LayoutRegistry(format: format, version: version)
        json = { try Self.json($0, controller, version) }
    }

    private static func json<Value: Encodable, Version: APIVersion>(
        _ value: Value, _ controller: VersionController<Version>, _ version: Version
    ) throws -> JSONValue { try controller.value(of: value, as: version) }

    /// One member, in the place that the version gives it.
    package struct Member {
        /// The sketch of the member.
        package let sketch: TypeSketch.Object.Member

        /// Where it is looked for on reading, in order, seen from the object of the type.
        package let reading: [MemberPath]

        /// Where it is written.
        package let writing: MemberPath

        /// Whether its own members are in that place, which is an object that others share.
        package let isFlattened: Bool

        /// The date formats that the layout names for it, and for all within it; `nil` for those around it.
        package let dates: DateFormats?

        /// How the layout declares that the scalars in it are written; `nil`: as their types are.
        package let scalars: KeyPlace.ScalarForm?

        /// Which values of another kind are read in it, and in all within it; `nil`: those around it decide.
        package let conversions: ValueConversions?

        /// The forms that mean nil.
        package let nilForms: KeyPlace.NilForms

        /// How nil is written.
        package let nilMembers: VersionFormat.NilMembers

        /// The nil form that the version writes.
        package let fallback: JSONValue?

        /// The names of its case, if a discriminator names the case.
        package let tags: [String]

        /// The same member, seen from an object around that of its type.
        package func within(_ prefix: MemberPath) -> Member {
            Member(
                sketch: sketch, reading: reading.map { MemberPath(prefix.steps + $0.steps) },
                writing: MemberPath(prefix.steps + writing.steps), isFlattened: isFlattened, dates: dates,
                scalars: scalars, conversions: conversions, nilForms: nilForms,
                nilMembers: nilMembers, fallback: fallback, tags: tags)
        }
    }

    /// The members of a type's object, those of its superclasses included, in an order that is the same in each
    /// version.
    ///
    /// - Throws: ``KeyLayout/CollisionError`` if two keys use the same place, and what the type's
    ///   ``VersionedKeys/keyLayouts(for:)`` throws.
    package func members(of type: TypeSketch.RecordedType) throws -> [Member] {
        guard let object = try object(of: type) else { return [] }
        var members: [Member] = []
        for member in object.members {
            let resolvedKey = try resolvedKey(of: member.key)
            let fallback: JSONValue? =
                switch resolvedKey.fallback {
                case .json(let value): value
                case .value(let value): try json(value)
                case nil: nil
                }
            let made = Member(
                sketch: member, reading: resolvedKey.reading, writing: resolvedKey.writing,
                isFlattened: resolvedKey.isFlattened,
                dates: resolvedKey.values?.dates, scalars: resolvedKey.values?.scalars,
                conversions: resolvedKey.values?.conversions, nilForms: resolvedKey.nilForms,
                nilMembers: resolvedKey.nilMembers, fallback: fallback, tags: resolvedKey.tags)
            members.append(
                resolvedKey.staysOutside
                    ? made : made.within(MemberPath(members: prefix(of: Swift.type(of: member.key), in: object))))
        }
        if case .object(let superclass) = object.superclass {
            let prefix = MemberPath(members: superclassPath(in: object))
            members += try self.members(of: superclass).map { $0.within(prefix) }
        }
        return members
    }

    /// Where the superclass of a type is, and that of the superclass, seen from the type's object; outermost first.
    package func superclassPaths(of type: TypeSketch.RecordedType) throws -> [[String]] {
        guard let object = try object(of: type), let superclass = object.superclass else { return [] }
        let path = superclassPath(in: object)
        guard case .object(let type) = superclass else { return [path] }
        return [path] + (try superclassPaths(of: type).map { path + $0 })
    }

    private func superclassPath(in object: TypeSketch.Object) -> [String] {
        guard let keys = object.superclassKeys?.type as? any CodingKey.Type else { return format.superclass.path }
        return prefix(of: keys, in: object) + (layout(of: keys).declared?.superclass ?? format.superclass).path
    }

    /// The place where payloads name the case of a type, if it is not the enclosing key.
    package func discriminator(of type: TypeSketch.RecordedType) throws -> Discriminator? {
        try object(of: type)?.members.first.flatMap { layout(of: Swift.type(of: $0.key)).discriminator }
    }

    /// The layouts that are declared for the types that have been asked, and the families of classes.
    var declarations: (layouts: [KeyLayout], families: [ClassFamily]) {
        let layouts = registry.current
        return (Array(layouts.declared.values), layouts.families)
    }

    /// Whether payloads name the subclass of a value.
    package func isInFamily(_ type: TypeSketch.RecordedType) throws -> Bool {
        try type.type.flatMap { try registry.ask($0).family(of: $0) } != nil
    }

    /// The members of a type, which has been asked for its layouts.
    private func object(of type: TypeSketch.RecordedType) throws -> TypeSketch.Object? {
        if let model = type.type { _ = try registry.ask(model) }
        return sketch[type]
    }

    /// Where the members of a class are because a subclass shares its container with it.
    private func prefix(of keys: any CodingKey.Type, in object: TypeSketch.Object) -> [String] {
        guard let declared = layout(of: keys).declared, let placement = declared.inSubclasses else { return [] }
        let isShared =
            object.type.type.flatMap { declared.isProperSubclass?($0) }
            ?? object.members.contains { Swift.type(of: $0.key) != keys }
        return isShared ? placement.path : []
    }

    private func layout(of keys: any CodingKey.Type) -> ResolvedLayout {
        func layout<Key: CodingKey>(_ keys: Key.Type) -> ResolvedLayout { registry.resolve(keys).0 }
        return layout(keys)
    }

    private func resolvedKey(of key: any CodingKey) throws -> ResolvedKey {
        func resolvedKey<Key: CodingKey>(_ key: Key) throws -> ResolvedKey { try registry.learn(key).resolvedKey }
        return try resolvedKey(key)
    }
}
