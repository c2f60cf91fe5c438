/// Where the members of a sketch stand in payloads of one version.
package struct SketchPlaces {
    /// How the version writes things.
    package let format: VersionFormat

    /// The sketch of the model, as the version sees it.
    package let sketch: TypeSketch

    private let book: KeyLayoutBook

    /// Where a version of a controller puts the members of a sketch.
    package init<Version: APIVersion>(
        _ sketch: TypeSketch, in version: Version, of controller: VersionController<Version>
    ) {
        self.sketch = sketch
        format = controller.format(for: version)
        book = KeyLayoutBook(format: format, version: version)
    }

    /// One member, in the place that the version gives it.
    package struct Member {
        /// What the member is.
        package let sketch: ObjectSketch.Member

        /// The keys that lead to it from the object of the type.
        package let path: [String]

        /// The date formats that the layout names for it, and for all within it; `nil` for those around it.
        package let dates: DateFormats?
    }

    /// The members of a type's object, those of its superclasses included, in an order that is the same in each version.
    ///
    /// - Throws: ``KeyCollisionError`` where two keys stand in one place, and what the type's ``VersionedKeys/keyLayouts(for:)`` throws.
    package func members(of type: SketchedType) throws -> [Member] {
        guard let object = sketch[type] else { return [] }
        if let model = type.type { try book.ask(model) }
        var members: [Member] = []
        for member in object.members {
            let layout = resolved(member.key)
            let place = try layout.place(of: member.key)
            members.append(
                Member(
                    sketch: member, path: prefix(of: member, in: object, layout) + place.path,
                    dates: layout.dates(of: member.key)))
        }
        if case .object(let superclass) = object.superclass {
            for member in try self.members(of: superclass) {
                members.append(
                    Member(sketch: member.sketch, path: format.superclass.path + member.path, dates: member.dates))
            }
        }
        return members
    }

    /// Where the format puts the superclass of a type, seen from the type's object; `nil` where the type has none of its own.
    package func superclassPath(of type: SketchedType) -> [String]? {
        sketch[type]?.superclass == nil ? nil : format.superclass.path
    }

    /// Where the members of a class stand because a subclass shares its container with it.
    private func prefix(of member: ObjectSketch.Member, in object: ObjectSketch, _ layout: ResolvedLayout) -> [String] {
        guard let declared = layout.declared, let placement = declared.inSubclasses else { return [] }
        let isShared =
            object.type.type.flatMap { declared.isProperSubclass?($0) }
            ?? object.members.contains { Swift.type(of: $0.key) != Swift.type(of: member.key) }
        return isShared ? placement.path : []
    }

    private func resolved(_ key: any CodingKey) -> ResolvedLayout {
        func resolved<Key: CodingKey>(_ key: Key) -> ResolvedLayout { book.resolved(for: Key.self) }
        return resolved(key)
    }
}
