/// A value that is one value.
struct RecordingSingleValueContainer: SingleValueDecodingContainer {
    let frame: SketchFrame
    let codingPath: [any CodingKey]

    private var recorder: SchemaRecorder { frame.run.recorder }

    func decodeNil() -> Bool {
        frame.isNullable = true
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (sketch, value) = try recorder.record(type, at: codingPath)
        frame.whole = frame.whole ?? sketch
        return value
    }

    /// A leaf of the standard library; for an enum with raw values, a different one in each run.
    private func leaf<Value>(_ sketch: TypeSketch.Value, _ made: Value, _ hinted: (TypeSketch.Scalar) -> Value?)
        -> Value
    {
        frame.whole = frame.whole ?? sketch
        let point = SketchChoicePoint(place: frame.place, keyType: nil, key: nil)
        guard frame.place.isEmpty, let values = frame.run.rawValues else { return made }
        return hinted(values[frame.run.choose(point, values)]) ?? made
    }

    private func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
        leaf(.integer(type), Number(clamping: frame.run.profile.number)) { $0.value(as: type) }
    }

    func decode(_ type: Bool.Type) -> Bool { leaf(.boolean, false) { $0.value(as: type) } }
    func decode(_ type: String.Type) -> String { leaf(.text, frame.run.profile.text) { $0.value(as: type) } }
    func decode(_ type: Double.Type) -> Double {
        leaf(.floatingPoint(bits: 64), Double(frame.run.profile.number)) { $0.value(as: type) }
    }
    func decode(_ type: Float.Type) -> Float {
        leaf(.floatingPoint(bits: 32), Float(frame.run.profile.number)) { $0.value(as: type) }
    }
    func decode(_ type: Int.Type) -> Int { integer(type) }
    func decode(_ type: Int8.Type) -> Int8 { integer(type) }
    func decode(_ type: Int16.Type) -> Int16 { integer(type) }
    func decode(_ type: Int32.Type) -> Int32 { integer(type) }
    func decode(_ type: Int64.Type) -> Int64 { integer(type) }
    func decode(_ type: Int128.Type) -> Int128 { integer(type) }
    func decode(_ type: UInt.Type) -> UInt { integer(type) }
    func decode(_ type: UInt8.Type) -> UInt8 { integer(type) }
    func decode(_ type: UInt16.Type) -> UInt16 { integer(type) }
    func decode(_ type: UInt32.Type) -> UInt32 { integer(type) }
    func decode(_ type: UInt64.Type) -> UInt64 { integer(type) }
    func decode(_ type: UInt128.Type) -> UInt128 { integer(type) }
}
