#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Records types one after another; a recorded type is not run again. For one sketch.
final class SchemaRecorder {
    /// A recorded type: its sketch, and values of it, the first for every place that needs one.
    struct Known {
        let sketch: TypeSketch.Value
        let values: [Any]
    }

    let userInfo: [CodingUserInfoKey: Any]

    /// The first type that could not be recorded, also where a model dropped the error.
    private(set) var failure: TypeSketch.RecordingError?

    private var known: [ObjectIdentifier: Known] = [:]

    /// The types whose recording has started, with a first value if there is one already.
    private var begun: [ObjectIdentifier: Any?] = [:]

    /// The types that were asked for while their recording was going on.
    private var askedWithin: Set<ObjectIdentifier> = []

    /// How often something was left out because a type that is being recorded has no value yet.
    private(set) var omissions = 0

    private var objects: [TypeSketch.RecordedType: TypeSketch.Object] = [:]
    private var values: [HintedKey: [TypeSketch.Scalar]] = [:]
    private var written: [ObjectIdentifier: Written] = [:]
    private var asked: Set<ObjectIdentifier> = []

    private struct HintedKey: Hashable {
        let type: ObjectIdentifier
        let key: ByteKey
    }

    private struct Written {
        let sketch: TypeSketch.Value
        let object: TypeSketch.Object?
        let example: (@Sendable () -> Any)?
    }

    init(hints: [TypeSketch.Hint], userInfo: [CodingUserInfoKey: Any]) {
        self.userInfo = userInfo
        for hint in hints { note(hint) }
    }

    /// Hints that are given first win.
    private func note(_ hint: TypeSketch.Hint) {
        switch hint.content {
        case .values(let type, let key, let list):
            let key = HintedKey(type: type, key: ByteKey(key))
            values[key] = values[key] ?? list
        case .sketch(let type, let sketch, let object, let example):
            written[type] = written[type] ?? Written(sketch: sketch, object: object, example: example)
        }
    }

    /// The values that a hint gives for a key.
    func values(of key: some CodingKey) -> [TypeSketch.Scalar]? {
        values[HintedKey(type: ObjectIdentifier(type(of: key)), key: ByteKey(key.stringValue))]
    }

    // MARK: Types

    /// The sketch of a type, and a value of it.
    func record<Value: Decodable>(
        _ type: Value.Type, at path: [any CodingKey]
    ) throws -> (sketch: TypeSketch.Value, value: Value) {
        let known = try known(type, at: path)
        guard let value = known.values.first as? Value else {
            throw fail(TypeSketch.RecordingError(.refused, type, at: path, "there is no value of it"))
        }
        return (known.sketch, value)
    }

    /// The recorded type, recorded now if it has not been.
    func known<Value: Decodable>(_ type: Value.Type, at path: [any CodingKey]) throws -> Known {
        let id = ObjectIdentifier(type)
        if let known = known[id] { return known }
        if let hinting = type as? any SketchHinting.Type, asked.insert(id).inserted {
            for hint in hinting.sketchHints { note(hint) }
        }
        if let begun = begun[id] {
            askedWithin.insert(id)
            guard let value = begun else { throw NeedsItself(type: type) }
            return Known(sketch: .object(TypeSketch.RecordedType(type)), values: [value])
        }
        let omissionsBefore = omissions
        let result: Known
        if let leaf = SketchLeaf.known(type) {
            result = leaf
        } else if let container = type as? any SketchedContainer.Type {
            result = try container.record(by: self, at: path)
        } else {
            result = try explored(type, at: path)
        }
        // An incomplete sketch is recorded again once there is a value of the missing type.
        if omissions == omissionsBefore { known[id] = result }
        return result
    }

    /// The sketch of a type, and a value of it; none if it needs one of a type that is being recorded and has none yet.
    func recordIfPossible<Value: Decodable>(
        _ type: Value.Type, at path: [any CodingKey]
    ) throws -> (sketch: TypeSketch.Value, value: Value?) {
        do {
            let (sketch, value) = try record(type, at: path)
            return (sketch, value)
        } catch is NeedsItself {
            omissions += 1
            return (.model(type), nil)
        }
    }

    private func explored<Value: Decodable>(_ type: Value.Type, at path: [any CodingKey]) throws -> Known {
        let id = ObjectIdentifier(type)
        begun[id] = .some(nil)
        defer { begun[id] = nil }
        let written = written[id]
        if let written { try add(written, at: path) }
        if let written, let example = written.example {
            return Known(sketch: written.sketch, values: [example()])
        }
        var exploration = SketchExploration(type, recorder: self, path: path)
        do {
            try exploration.run { value in begun[id] = .some(value) }
            let sketch = try written?.sketch ?? exploration.sketch { [self] object in objects[object.type] = object }
            if askedWithin.contains(id), written == nil, sketch != .object(TypeSketch.RecordedType(type)) {
                throw TypeSketch.RecordingError(.needsItself, type, at: path, "it holds itself, and is not an object")
            }
            return Known(sketch: sketch, values: exploration.values)
        } catch let error as TypeSketch.RecordingError {
            throw fail(error)
        }
    }

    /// Adds the sketch that is written by hand, and the types that it names.
    private func add(_ written: Written, at path: [any CodingKey]) throws {
        if let object = written.object {
            objects[object.type] = object
            for member in object.members { try recordTypes(of: member.value, at: path + [member.key]) }
            for value in [object.superclass, object.others] { try value.map { try recordTypes(of: $0, at: path) } }
        } else {
            try recordTypes(of: written.sketch, at: path)
        }
    }

    private func recordTypes(of value: TypeSketch.Value, at path: [any CodingKey]) throws {
        if case .object(let type) = value {
            guard objects[type] == nil, let model = type.type as? any Decodable.Type else { return }
            if begun[ObjectIdentifier(model)] == nil { _ = try known(model, at: path) }
            return
        }
        _ = try value.mapped {
            try recordTypes(of: $0, at: path)
            return $0
        }
    }

    // MARK: Results

    /// Notes an error, so that a model that drops it is not taken for one that has been recorded.
    func fail(_ error: TypeSketch.RecordingError) -> TypeSketch.RecordingError {
        failure = failure ?? error
        return error
    }

    /// The objects that a sketch is made of, in the order in which they are met.
    func objects(reachedFrom value: TypeSketch.Value) -> [TypeSketch.Object] {
        var result: [TypeSketch.Object] = []
        var seen: Set<TypeSketch.RecordedType> = []
        func visit(_ value: TypeSketch.Value) {
            guard case .object(let type) = value else {
                _ = value.mapped {
                    visit($0)
                    return $0
                }
                return
            }
            guard seen.insert(type).inserted, let object = objects[type] else { return }
            result.append(object)
            for member in object.members { visit(member.value) }
            for value in [object.superclass, object.others] { value.map(visit) }
        }
        visit(value)
        return result
    }
}

/// A type was asked for while its own recording has not given a value yet: another case of an enum may.
struct NeedsItself: Error {
    let type: Any.Type
}

/// The types that are leaves, with a value of each.
enum SketchLeaf {
    static func known(_ type: Any.Type) -> SchemaRecorder.Known? { table[ObjectIdentifier(type)].map { $0.known } }

    private struct Leaf: Sendable {
        let sketch: TypeSketch.Value
        let value: any Sendable
        var known: SchemaRecorder.Known { .init(sketch: sketch, values: [value]) }
    }

    private static let table: [ObjectIdentifier: Leaf] = {
        let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
        let leaves: [(Any.Type, TypeSketch.Value, any Sendable)] = [
            (JSONValue.self, .anything, JSONValue.null),
            (Date.self, .date, Date(timeIntervalSinceReferenceDate: 0)), (Data.self, .data, Data([1])),
            (Decimal.self, .decimal, Decimal(1)), (UUID.self, .uuid, zero),
        ]
        var table: [ObjectIdentifier: Leaf] = [:]
        for (type, sketch, value) in leaves { table[ObjectIdentifier(type)] = Leaf(sketch: sketch, value: value) }
        if let url = URL(string: "https://example.com/a") {
            table[ObjectIdentifier(URL.self)] = Leaf(sketch: .url, value: url)
        }
        return table
    }()
}
