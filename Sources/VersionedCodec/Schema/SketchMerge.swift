/// Makes one sketch out of what several runs of a type asked for.
struct SketchMerge {
    let type: Any.Type
    let path: [any CodingKey]
    let add: (TypeSketch.Object) -> Void

    init(type: Any.Type, path: [any CodingKey], add: @escaping (TypeSketch.Object) -> Void) {
        self.type = type
        self.path = path
        self.add = add
    }

    /// The value in one place.
    func value(_ frames: [SketchFrame], _ name: TypeSketch.RecordedType) throws -> TypeSketch.Value {
        let objects = frames.filter { $0.isObject || $0.superclass != nil }
        let arrays = frames.filter { $0.elements != nil }
        let wholes = frames.filter { $0.whole != nil }
        if [objects, arrays, wholes].filter({ !$0.isEmpty }).count > 1 {
            throw ambiguous("it reads \(name) as more than one of an object, an array and a single value")
        }
        var result = TypeSketch.Value.anything
        if !objects.isEmpty {
            result = .object(name)
            add(try object(objects, name))
        } else if !arrays.isEmpty {
            result = try array(arrays, name)
        } else if !wholes.isEmpty {
            result = try content(wholes.compactMap { frame in frame.whole.map { (frame, .value($0)) } }, name, "")
        }
        return frames.contains(where: \.isNullable) ? result.orNull : result
    }

    private func array(_ frames: [SketchFrame], _ name: TypeSketch.RecordedType) throws -> TypeSketch.Value {
        var elements: [TypeSketch.Value] = []
        for index in 0..<(frames.map { $0.elements?.count ?? 0 }.max() ?? 0) {
            let contents = frames.compactMap { frame in
                frame.elements.flatMap { $0.count > index ? (frame, $0[index]) : nil }
            }
            elements.append(try content(contents, name, "\(index)"))
        }
        guard frames.contains(where: \.countIsAsked) else { return .tuple(elements) }
        let kinds = Set(elements)
        if kinds.count > 1 { throw ambiguous("the elements of \(name) are of several kinds") }
        return .array(kinds.first ?? .anything)
    }

    private func object(_ frames: [SketchFrame], _ name: TypeSketch.RecordedType) throws -> TypeSketch.Object {
        var keys: [any CodingKey] = []
        for member in frames.flatMap(\.members) where !keys.contains(where: { Self.areOne($0, member.key) }) {
            keys.append(member.key)
        }
        let members = try keys.map { key in
            let found = frames.compactMap { frame in
                frame.members.first { Self.areOne($0.key, key) }.map { (frame, $0) }
            }
            let contents = found.compactMap { frame, member in member.content.map { (frame, $0) } }
            let value = contents.isEmpty ? .anything : try content(contents, name, key.stringValue)
            let isRequired = contents.count == frames.count && !found.contains { $1.isTested }
            let isNullable = found.contains { $1.isNullable }
            return TypeSketch.Object.Member(key: key, value: isNullable ? value.orNull : value, isRequired: isRequired)
        }
        let superclasses = frames.compactMap(\.superclass)
        let others = frames.compactMap { frame in frame.others.map { (frame, $0) } }
        return TypeSketch.Object(
            type: name, members: members,
            superclass: superclasses.isEmpty
                ? nil : try value(superclasses, TypeSketch.RecordedType(within: name, at: "super")),
            superclassKeys: frames.lazy.compactMap(\.superclassKeys).first,
            others: others.isEmpty ? nil : try content(others, name, "*"))
    }

    /// The contents at one key in the runs that asked for it.
    private func content(
        _ contents: [(SketchFrame, SketchFrame.Content)], _ name: TypeSketch.RecordedType, _ key: String
    ) throws -> TypeSketch.Value {
        var values: [(frame: SketchFrame, sketch: TypeSketch.Value)] = []
        var frames: [SketchFrame] = []
        for (frame, content) in contents {
            switch content {
            case .value(let sketch): values.append((frame, sketch))
            case .frame(let inner): frames.append(inner)
            }
        }
        if values.isEmpty { return try value(frames, TypeSketch.RecordedType(within: name, at: key)) }
        guard frames.isEmpty else {
            throw ambiguous("it reads \"\(key)\" of \(name) by a type of its own and without one")
        }
        if Set(values.map(\.sketch)).count == 1 { return values[0].sketch }
        for (point, ways) in values.flatMap(\.frame.run.met) {
            guard let decider = point.key, point.place == values[0].frame.place else { continue }
            if let choices = Self.choices(values, by: point, ways) { return .chosen(by: decider, choices) }
        }
        throw ambiguous(
            "it reads \"\(key)\" of \(name) in several ways, and no enum or Bool beside it decides in which")
    }

    /// The kind that each value of a member selects; `nil` if more than that member decides.
    private static func choices(
        _ values: [(frame: SketchFrame, sketch: TypeSketch.Value)], by point: SketchChoicePoint,
        _ ways: [TypeSketch.Scalar?]
    ) -> [TypeSketch.Choice]? {
        var chosen: [Int: TypeSketch.Value] = [:]
        for (frame, sketch) in values {
            guard frame.run.met.contains(where: { $0.point == point }) else { return nil }
            let way = frame.run.choose(point, ways)
            if let known = chosen.updateValue(sketch, forKey: way), known != sketch { return nil }
        }
        return ways.indices.compactMap { way in
            chosen[way].flatMap { sketch in ways[way].map { TypeSketch.Choice($0, sketch) } }
        }
    }

    private static func areOne(_ left: any CodingKey, _ right: any CodingKey) -> Bool {
        ObjectIdentifier(Swift.type(of: left)) == ObjectIdentifier(Swift.type(of: right))
            && left.stringValue.utf8.elementsEqual(right.stringValue.utf8)
    }

    private func ambiguous(_ reason: String) -> TypeSketch.RecordingError {
        TypeSketch.RecordingError(.ambiguous, type, at: path, reason)
    }
}

extension TypeSketch.Value {
    /// The value, or `null`.
    fileprivate var orNull: TypeSketch.Value { if case .optional = self { self } else { .optional(self) } }
}
