/// A decoder that makes up what it is asked for, and notes what that was.
struct RecordingDecoder: Decoder {
    let frame: SketchFrame
    let codingPath: [any CodingKey]

    var recorder: SchemaRecorder { frame.run.recorder }
    var userInfo: [CodingUserInfoKey: Any] { recorder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        frame.openObject()
        return KeyedDecodingContainer(RecordingKeyedContainer<Key>(frame: frame, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer {
        frame.elements = frame.elements ?? []
        return RecordingUnkeyedContainer(frame: frame, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        RecordingSingleValueContainer(frame: frame, codingPath: codingPath)
    }
}

/// The members of an object: each is there, and is what it is asked for.
struct RecordingKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let frame: SketchFrame
    let codingPath: [any CodingKey]

    private var recorder: SchemaRecorder { frame.run.recorder }

    /// One key if keys are data; for an enum, one case, a different one in each run.
    var allKeys: [Key] {
        if let cases = EnumCases.all(of: Key.self) {
            let point = SketchChoicePoint(place: frame.place, keyType: ObjectIdentifier(Key.self), key: nil)
            return [cases[frame.run.choose(point, cases.map { .text($0.stringValue) })]]
        }
        return Key(stringValue: Self.dataKey).map { [$0] } ?? []
    }

    private static var dataKey: String { "1" }

    /// Whether a key is one of those that ``allKeys`` made up.
    private func isData(_ key: Key) -> Bool { !key.isEnumCase && key.stringValue == Self.dataKey }

    func contains(_ key: Key) -> Bool {
        if !isData(key) { frame.update(key) { $0.isTested = true } }
        return true
    }

    func decodeNil(forKey key: Key) -> Bool {
        if !isData(key) { frame.update(key) { $0.isNullable = true } }
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if Value.self == UnknownMembersSeat.self {
            frame.forget(key)
            return SameType.cast(UnknownMembersSeat(members: UnknownMembers()))
        }
        let path = codingPath + [key]
        if isData(key) {
            let (sketch, value) = try recorder.record(type, at: path)
            frame.others = frame.others ?? .value(sketch)
            return value
        }
        let point = SketchChoicePoint(place: frame.place, keyType: ObjectIdentifier(Key.self), key: key.stringValue)
        if let values = recorder.values(of: key), let made = values[frame.run.choose(point, values)].value(as: type) {
            note(key, .oneOf(values))
            return made
        }
        let known = try recorder.known(type, at: path)
        note(key, known.sketch)
        var index = 0
        if known.values.count > 1, case .oneOf(let ways) = known.sketch, ways.count == known.values.count {
            index = frame.run.choose(point, ways)
        }
        guard let value = known.values[index] as? Value else {
            throw recorder.fail(TypeSketch.RecordingError(.refused, type, at: path, "there is no value of it"))
        }
        return value
    }

    /// Nil if it cannot be made yet; its recording is repeated then.
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        _ = contains(key)
        _ = decodeNil(forKey: key)
        let omissions = recorder.omissions
        do {
            return try decode(type, forKey: key)
        } catch is NeedsItself {
            let sketch = try recorder.recordIfPossible(type, at: codingPath + [key]).sketch
            if recorder.omissions > omissions { note(key, sketch) }
            return nil
        }
    }

    /// The first kind that is asked for counts.
    private func note(_ key: Key, _ sketch: TypeSketch.Value) {
        frame.update(key) { $0.content = $0.content ?? .value(sketch) }
    }

    /// A leaf of the standard library.
    func leaf<Value>(
        _ key: Key, _ sketch: TypeSketch.Value, _ made: Value, _ hinted: (TypeSketch.Scalar) -> Value?
    ) -> Value {
        if isData(key) {
            frame.others = frame.others ?? .value(sketch)
            return made
        }
        let point = SketchChoicePoint(place: frame.place, keyType: ObjectIdentifier(Key.self), key: key.stringValue)
        if let values = recorder.values(of: key), !values.isEmpty,
            let made = hinted(values[frame.run.choose(point, values)])
        {
            note(key, .oneOf(values))
            return made
        }
        note(key, sketch)
        guard sketch == .boolean else { return made }
        return hinted(.boolean(frame.run.choose(point, [false, true]) == 1)) ?? made
    }

    // MARK: Containers

    private func child(of key: Key) -> SketchFrame {
        guard isData(key) else { return frame.child(of: key) }
        if case .frame(let child) = frame.others { return child }
        let child = SketchFrame(run: frame.run, place: frame.place + ["*"])
        frame.others = .frame(child)
        return child
    }

    func superDecoder(forKey key: Key) -> any Decoder {
        RecordingDecoder(frame: child(of: key), codingPath: codingPath + [key])
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedDecodingContainer<NestedKey> {
        RecordingDecoder(frame: child(of: key), codingPath: codingPath + [key]).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
        RecordingDecoder(frame: child(of: key), codingPath: codingPath + [key]).unkeyedContainer()
    }

    func superDecoder() -> any Decoder {
        let superclass = frame.superclass ?? SketchFrame(run: frame.run, place: frame.place + ["super"])
        frame.superclass = superclass
        frame.superclassKeys = frame.superclassKeys ?? Key.self
        return RecordingDecoder(frame: superclass, codingPath: codingPath + [PayloadKey("super")])
    }
}
