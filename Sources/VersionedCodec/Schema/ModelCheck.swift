extension VersionController {
    /// Checks a model in all versions of the controller, before any payload arrives. Use it in a test.
    ///
    /// ```swift
    /// struct Song: Codable, VersionedKeys {
    ///     var title: String, name: String
    ///
    ///     static func keyLayouts(for version: FeedVersion) throws -> [KeyLayout] {
    ///         [try KeyLayout(CodingKeys.self, [.title: .key("name")]), try KeyLayout(OldKeys.self, style: .snakeCase)]
    ///     }
    /// }
    ///
    /// for fault in try controller.faults(of: Song.self) { print(fault) }
    /// // version 1: Song: the keys "title" and "name" of CodingKeys use the same place
    /// // version 1: Song: the model does not use its layout of OldKeys
    /// ```
    ///
    /// The check finds layouts for key types that are never used, of models and of formats; two members that are read
    /// or written in one place, or one of them within the other, which is a scalar, also of a class and its superclass,
    /// or of flattened values; and versions in which the model cannot be read, because its declared keys are an error.
    /// The members are those of its ``TypeSketch``, that is, those that the model decodes. Keys that only `encode(to:)`
    /// writes are not seen.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - hints: Information that a recording of the model cannot find.
    /// - Returns: The faults, version by version; empty if there are none.
    /// - Throws: ``TypeSketch/RecordingError`` if the model cannot be recorded.
    /// - Complexity: One recording of the model for each version.
    public func faults<Model: Decodable>(of model: Model.Type, hints: [TypeSketch.Hint] = []) throws -> [ModelFault] {
        try versions.flatMap { version in
            var check = ModelCheck(version: version, controller: self, hints: hints)
            try check.look(at: model)
            return check.finished
        }
    }
}

/// The check of a model in one version.
private struct ModelCheck<Version: APIVersion> {
    let version: Version
    let controller: VersionController<Version>
    let hints: [TypeSketch.Hint]

    private var faults: [ModelFault] = []
    private var askedKeys: Set<ObjectIdentifier> = []
    private var seen: Set<TypeSketch.RecordedType> = []

    /// The layouts that no model has used yet, and the models that declare them.
    private var layouts: [(layout: KeyLayout, model: String?)] = []

    init(version: Version, controller: VersionController<Version>, hints: [TypeSketch.Hint]) {
        (self.version, self.controller, self.hints) = (version, controller, hints)
        layouts = controller.format(for: version).layouts.map { ($0, nil) }
    }

    /// The faults; those of unused layouts are last.
    var finished: [ModelFault] {
        faults
            + layouts.filter { !askedKeys.contains($0.layout.keyType) }.map { layout, model in
                let keys = layout.keyTypeName
                return fault(
                    .unusedLayout, model,
                    model == nil
                        ? "no model uses the layout of \(keys) in the format"
                        : "the model does not use its layout of \(keys)")
            }
    }

    private func fault(
        _ code: ModelFault.Code, _ model: String?, _ reason: String, keys: [String] = [], at place: JSONPointer? = nil
    ) -> ModelFault {
        ModelFault(code: code, version: version.label, model: model, keys: keys, place: place, reason: reason)
    }

    mutating func look<Model: Decodable>(at model: Model.Type) throws {
        var userInfo: [CodingUserInfoKey: Any] = [:]
        userInfo.install(controller.fixed(to: version))
        let sketch = try TypeSketch(of: model, hints: hints, userInfo: userInfo)
        let places = SketchPlaces(sketch, in: version, of: controller)
        for object in sketch.objects where seen.insert(object.type).inserted {
            for member in object.members { askedKeys.insert(ObjectIdentifier(type(of: member.key))) }
            noteLayouts(of: object.type)
            look(at: object.type, places)
        }
        for family in places.declarations.families {
            guard sketch.objects.contains(where: { $0.type.type.map(family.isSubclass) == true }) else { continue }
            for (_, type) in family.classes where !seen.contains(TypeSketch.RecordedType(type)) { try look(at: type) }
        }
    }

    /// Checks that the members of a type have different places.
    private mutating func look(at type: TypeSketch.RecordedType, _ places: SketchPlaces) {
        do {
            let members = try members(of: type, places, [])
            for paths in [\Placed.reading, \Placed.writing] {
                var owners: [MemberPath: Placed] = [:]
                for member in members {
                    for path in member[keyPath: paths] {
                        guard let other = owners.updateValue(member, forKey: path), !other.isSame(as: member) else {
                            continue
                        }
                        noteShared(other, member, path, type)
                    }
                }
                for member in members {
                    for path in member[keyPath: paths] {
                        for depth in path.steps.indices.dropFirst() {
                            let holder = MemberPath(Array(path.steps[..<depth]))
                            guard let other = owners[holder], other.isScalar else { continue }
                            noteShared(other, member, holder, type)
                        }
                    }
                }
            }
        } catch let error as KeyLayout.CollisionError {
            faults.append(
                fault(.sharedPlace, type.name, error.diagnostic.message, keys: error.keys, at: error.place))
        } catch {
            faults.append(fault(.unreadableVersion, type.name, Diagnostic(describing: error).description))
        }
    }

    private mutating func noteShared(
        _ one: Placed, _ other: Placed, _ path: MemberPath, _ type: TypeSketch.RecordedType
    ) {
        let names = [one, other].map { JSONValue.string($0.member.name).text() + " of \($0.keyType)" }
        let made = fault(
            .sharedPlace, type.name,
            "the keys \(names[0]) and \(names[1]) use the same place, \(path.pointer.shownShort)",
            keys: [one.member.name, other.member.name], at: path.pointer)
        if !faults.contains(made) { faults.append(made) }
    }

    private mutating func noteLayouts(of type: TypeSketch.RecordedType) {
        guard controller.format(for: version).asksModels, let model = type.type as? any VersionedKeys.Type else {
            return
        }
        func layouts<Model: VersionedKeys>(of model: Model.Type) -> [KeyLayout] {
            // Errors of a model are reported where its members are examined.
            (version as? Model.Version).flatMap { try? model.keyLayouts(for: $0) } ?? []
        }
        self.layouts += layouts(of: model).map { ($0, type.name) }
    }

    // MARK: Members

    /// A member of the object of a type, or of a value whose members join those of the object.
    private struct Placed {
        let member: TypeSketch.Object.Member
        let reading: [MemberPath]
        let writing: [MemberPath]
        /// The flattened members that it is in.
        var holders: [String] = []

        var keyType: String { "\(type(of: member.key))" }

        /// Whether both are one member, of one key.
        func isSame(as other: Placed) -> Bool { member.hasKey(of: other.member) && holders == other.holders }

        /// Whether nothing can be in its value.
        var isScalar: Bool { member.value.isScalar }
    }

    /// - `around`: The types whose members are being gathered, so that one that is flattened into itself has an end.
    private func members(
        of type: TypeSketch.RecordedType, _ places: SketchPlaces, _ around: [TypeSketch.RecordedType]
    ) throws -> [Placed] {
        if around.contains(type) { return [] }
        return try places.members(of: type).flatMap { member -> [Placed] in
            if !member.tags.isEmpty { return [] }  // Of the cases of an enum there is one only.
            guard member.isFlattened else {
                return [Placed(member: member.sketch, reading: member.reading, writing: [member.writing])]
            }
            guard let inner = member.sketch.value.object else {
                if member.sketch.value.isScalar { throw FlattenedScalar(key: member.sketch.name) }
                return []
            }
            return try members(of: inner, places, around + [type]).map { placed in
                func within(_ prefix: MemberPath) -> (MemberPath) -> MemberPath {
                    { MemberPath(prefix.steps + $0.steps) }
                }
                return Placed(
                    member: placed.member, reading: placed.reading.map(within(member.reading[0])),
                    writing: placed.writing.map(within(member.writing)),
                    holders: [member.sketch.name] + placed.holders)
            }
        }
    }
}

/// A flattened member whose value has no members.
private struct FlattenedScalar: DiagnosableError {
    let key: String

    var diagnostic: Diagnostic {
        Diagnostic(message: "the member \(JSONValue.string(key).text()) is flattened, but its value is not an object")
    }
}

extension TypeSketch.Value {
    /// The type whose object it is, or may be.
    fileprivate var object: TypeSketch.RecordedType? {
        switch self {
        case .object(let type): type
        case .optional(let value): value.object
        default: nil
        }
    }

    /// Whether its JSON is a scalar in every format.
    fileprivate var isScalar: Bool {
        switch self {
        case .text, .boolean, .integer, .floatingPoint, .decimal, .date, .url, .uuid, .oneOf: true
        case .optional(let value): value.isScalar
        default: false
        }
    }
}
