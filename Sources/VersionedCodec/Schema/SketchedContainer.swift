#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A type of the standard library, or of this one, that holds values of others.
protocol SketchedContainer {
    static func record(by recorder: SchemaRecorder, at path: [any CodingKey]) throws -> SchemaRecorder.Known
}

extension Optional: SketchedContainer where Wrapped: Decodable {
    static func record(by recorder: SchemaRecorder, at path: [any CodingKey]) throws -> SchemaRecorder.Known {
        let (sketch, value) = try recorder.recordIfPossible(Wrapped.self, at: path)
        return .init(sketch: .optional(sketch), values: [value as Any])
    }
}

/// One element for a sequence of any number, or none.
private func element<Element: Decodable>(
    _ type: Element.Type, _ recorder: SchemaRecorder, _ path: [any CodingKey]
) throws -> (TypeSketch.Value, [Element]) {
    let (sketch, value) = try recorder.recordIfPossible(type, at: path + [PayloadKey(index: 0)])
    return (sketch, value.map { [$0] } ?? [])
}

extension Array: SketchedContainer where Element: Decodable {
    static func record(by recorder: SchemaRecorder, at path: [any CodingKey]) throws -> SchemaRecorder.Known {
        let (sketch, elements) = try element(Element.self, recorder, path)
        return .init(sketch: .array(sketch), values: [elements])
    }
}

extension ContiguousArray: SketchedContainer where Element: Decodable {
    static func record(by recorder: SchemaRecorder, at path: [any CodingKey]) throws -> SchemaRecorder.Known {
        let (sketch, elements) = try element(Element.self, recorder, path)
        return .init(sketch: .array(sketch), values: [ContiguousArray(elements)])
    }
}

extension Set: SketchedContainer where Element: Decodable {
    static func record(by recorder: SchemaRecorder, at path: [any CodingKey]) throws -> SchemaRecorder.Known {
        let (sketch, elements) = try element(Element.self, recorder, path)
        return .init(sketch: .array(sketch), values: [Set(elements)])
    }
}

extension Dictionary: SketchedContainer where Key: Decodable, Value: Decodable {
    static func record(by recorder: SchemaRecorder, at path: [any CodingKey]) throws -> SchemaRecorder.Known {
        let (key, keys) = try element(Key.self, recorder, path)
        let (value, values) = try element(Value.self, recorder, path)
        let isObject = Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
        let example = Self(zip(keys, values)) { first, _ in first }
        let sketch = isObject ? TypeSketch.Value.dictionary(key: key, value: value) : .pairs(key: key, value: value)
        return .init(sketch: sketch, values: [example])
    }
}

extension Versioned: SketchedContainer where Model: Decodable {
    static func record(by recorder: SchemaRecorder, at path: [any CodingKey]) throws -> SchemaRecorder.Known {
        let (sketch, value) = try recorder.record(Model.self, at: path)
        guard let version = Version.allCases.first else {
            throw recorder.fail(
                TypeSketch.RecordingError(.refused, Self.self, at: path, "\(Version.self) has no cases"))
        }
        return .init(sketch: .versioned(sketch), values: [Versioned(value, version: version)])
    }
}
