import VersionedCodec

/// Derives operations from a sketch and the formats of two versions: first the values are changed where they are,
/// then they move.
struct FormatChange {
    let old: SketchPlaces
    let new: SketchPlaces

    /// The types whose operations are being derived; a type that holds itself is met again.
    private var begun: Set<ObjectKey> = []

    /// The types that were met again.
    private var recursive: Set<ObjectKey> = []

    private struct ObjectKey: Hashable {
        let type: TypeSketch.RecordedType
        let forms: Forms
    }

    /// How both versions write the values in a place.
    struct Forms: Hashable {
        let old: Form
        let new: Form

        struct Form: Hashable {
            var dates: DateFormats
            var scalars: ScalarRule

            init(_ format: VersionFormat) {
                dates = format.dates
                scalars = ScalarRule(form: nil, conversions: format.conversions ?? [])
            }

            /// The form for the members of a model, which a form of scalars is not for.
            var ofModel: Form {
                var form = self
                form.scalars.form = nil
                return form
            }

            /// The form in a member.
            func within(_ member: SketchPlaces.Member) -> Form {
                var form = self
                form.dates = member.dates ?? dates
                form.scalars.form = member.scalars ?? scalars.form
                form.scalars.conversions = member.conversions ?? scalars.conversions
                return form
            }
        }

        /// The forms for the members of a model.
        var ofModel: Forms { Forms(old: old.ofModel, new: new.ofModel) }
    }

    /// A place in a document that is being changed, for readers of errors.
    struct Place {
        let type: String
        let key: String?
        let path: JSONPointer
        /// The members that decide what others are.
        var deciders: [String: MemberChange] = [:]

        func error(_ reason: String) -> FormatChangeError { FormatChangeError(type, key, reason) }

        /// The same place, seen from itself.
        var inside: Place { Place(type: type, key: key, path: .root) }
    }

    private init(_ old: SketchPlaces, _ new: SketchPlaces) {
        self.old = old
        self.new = new
    }

    /// The operations that make payloads of one version into payloads of another.
    static func operations(from old: SketchPlaces, to new: SketchPlaces) throws -> [JSONOperation] {
        for format in [old.format, new.format] where !format.fallbackCases.isEmpty {
            throw FormatChangeError(
                old.sketch.objects.first?.type.name ?? "\(old.sketch.value)", nil,
                "a version has fallback cases, and a sketch does not tell which values are of their types; use a Bridge from the model to itself"
            )
        }
        guard old.format.unknownCasesAreRead(in: new.format) else {
            throw FormatChangeError(
                old.sketch.objects.first?.type.name ?? "\(old.sketch.value)", nil,
                "a version reads unknown cases of a type that the other one refuses, and a sketch does not tell which values are of that type; declare the rule in both, or use a Bridge from the model to itself"
            )
        }
        var change = FormatChange(old, new)
        guard old.sketch == new.sketch else { throw SketchDifference.error(old.sketch, new.sketch) }
        let forms = Forms(old: .init(old.format), new: .init(new.format))
        let place = Place(type: old.sketch.objects.first?.type.name ?? "\(old.sketch.value)", key: nil, path: .root)
        return try change.changes(of: old.sketch.value, forms, place)
    }

    // MARK: Values

    /// The operations for a value in its place.
    mutating func changes(of value: TypeSketch.Value, _ forms: Forms, _ place: Place) throws -> [JSONOperation] {
        switch value {
        case .url, .uuid, .versioned, .anything: return []
        case .text, .boolean, .integer, .decimal, .oneOf: return try scalarChanges(of: value, forms, place)
        case .date: return try dateChanges(forms, place)
        case .data: return try dataChanges(place)
        case .floatingPoint: return try numberChanges(forms, place)
        case .array(let element), .dictionary(_, let element):
            let inner = try changes(of: element, forms, place.inside)
            return inner.isEmpty ? [] : [.each(place.path, inner)]
        case .tuple(let elements):
            return try elements.enumerated().flatMap { index, element in
                try changes(
                    of: element, forms,
                    Place(type: place.type, key: place.key, path: place.path.appending("\(index)")))
            }
        case .pairs(let key, let value):
            let inner = try changes(of: key, forms, place.inside) + changes(of: value, forms, place.inside)
            guard inner.isEmpty else {
                throw place.error("the keys and values of a dictionary that is written as an array alternate")
            }
            return []
        case .optional(let inner):
            return Self.unlessNull(place.path, try changes(of: inner, forms, place))
        case .object(let type):
            let inner = try changes(of: type, forms.ofModel)
            if inner.isEmpty { return [] }
            return place.path.isRoot ? inner : [.inside(place.path, inner)]
        case .chosen(let key, let choices):
            guard let decider = place.deciders[key] else {
                throw place.error("\"\(key)\", which decides what it is, is not a member of \(place.type)")
            }
            return try choices.flatMap { choice -> [JSONOperation] in
                let inner = try changes(of: choice.sketch, forms, place)
                if !inner.isEmpty, decider.old.scalars ?? decider.new.scalars != nil {
                    throw place.error("\"\(key)\", which decides what it is, is written in another form")
                }
                return inner.isEmpty ? [] : [.when(decider.isRead(as: choice.value.json), inner)]
            }
        }
    }

    private static func unlessNull(_ path: JSONPointer, _ operations: [JSONOperation]) -> [JSONOperation] {
        operations.isEmpty ? [] : [.when(.not(.at(path, is: .null)), operations)]
    }

    // MARK: Objects

    /// The operations for the object of a type; empty for one that is the same in both versions.
    private mutating func changes(of type: TypeSketch.RecordedType, _ forms: Forms) throws -> [JSONOperation] {
        let key = ObjectKey(type: type, forms: forms)
        guard begun.insert(key).inserted else {
            recursive.insert(key)
            return [.again(type.name)]
        }
        defer { begun.remove(key) }
        let operations = try memberChanges(of: type, forms)
        guard recursive.remove(key) != nil else { return operations }
        // A type whose only changes are within itself does not change.
        return operations.allSatisfy { $0.onlyRepeats(type.name) } ? [] : [.named(type.name, operations)]
    }

    mutating func otherMemberChanges(
        of type: TypeSketch.RecordedType, _ forms: Forms, _ members: [MemberChange]
    ) throws -> [JSONOperation] {
        guard let others = old.sketch[type]?.others else { return [] }
        let place = Place(type: type.name, key: nil, path: .root)
        let inner = try changes(of: others, forms, place)
        if inner.isEmpty { return [] }
        guard members.isEmpty else {
            throw place.error(
                "members whose keys are data are mixed with others, so they cannot be changed by themselves")
        }
        return [.each(.root, inner)]
    }

    /// The object of a superclass that has nothing to write is there in one placement, and is not in another.
    func superclassChanges(of type: TypeSketch.RecordedType) throws -> [JSONOperation] {
        let (from, target) = (try old.superclassPaths(of: type), try new.superclassPaths(of: type))
        let gone = from.filter { !$0.isEmpty && !target.contains($0) }.reversed().map { JSONPointer($0) }
        let made = target.filter { !$0.isEmpty && !from.contains($0) }.map { JSONPointer($0) }
        return gone.map { .when(.at($0, equals: [:]), [.remove($0, default: [:])]) }
            + made.map { .add($0, value: [:], ifExists: .skip) }
    }
}
