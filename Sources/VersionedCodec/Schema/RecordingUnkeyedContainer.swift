/// The elements of an array: one where the type asks when they end, else as many as it asks for.
struct RecordingUnkeyedContainer: UnkeyedDecodingContainer {
    let frame: SketchFrame
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(frame: SketchFrame, codingPath: [any CodingKey]) {
        self.frame = frame
        self.codingPath = codingPath
    }

    private var recorder: SchemaRecorder { frame.run.recorder }
    private var elementPath: [any CodingKey] { codingPath + [PayloadKey(index: currentIndex)] }

    var count: Int? {
        frame.countIsAsked = true
        return 1
    }

    var isAtEnd: Bool {
        frame.countIsAsked = true
        return currentIndex > 0
    }

    private mutating func note(_ content: SketchFrame.Content) {
        if frame.elements?.count == currentIndex { frame.elements?.append(content) }
        currentIndex += 1
    }

    func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (sketch, value) = try recorder.record(type, at: elementPath)
        note(.value(sketch))
        return value
    }

    private mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
        note(.value(.integer(type)))
        return Number(clamping: frame.run.profile.number)
    }

    mutating func decode(_ type: Bool.Type) -> Bool {
        note(.value(.boolean))
        return false
    }
    mutating func decode(_ type: String.Type) -> String {
        note(.value(.text))
        return frame.run.profile.text
    }
    mutating func decode(_ type: Double.Type) -> Double {
        note(.value(.floatingPoint(bits: 64)))
        return Double(frame.run.profile.number)
    }
    mutating func decode(_ type: Float.Type) -> Float {
        note(.value(.floatingPoint(bits: 32)))
        return Float(frame.run.profile.number)
    }
    mutating func decode(_ type: Int.Type) -> Int { integer(type) }
    mutating func decode(_ type: Int8.Type) -> Int8 { integer(type) }
    mutating func decode(_ type: Int16.Type) -> Int16 { integer(type) }
    mutating func decode(_ type: Int32.Type) -> Int32 { integer(type) }
    mutating func decode(_ type: Int64.Type) -> Int64 { integer(type) }
    mutating func decode(_ type: Int128.Type) -> Int128 { integer(type) }
    mutating func decode(_ type: UInt.Type) -> UInt { integer(type) }
    mutating func decode(_ type: UInt8.Type) -> UInt8 { integer(type) }
    mutating func decode(_ type: UInt16.Type) -> UInt16 { integer(type) }
    mutating func decode(_ type: UInt32.Type) -> UInt32 { integer(type) }
    mutating func decode(_ type: UInt64.Type) -> UInt64 { integer(type) }
    mutating func decode(_ type: UInt128.Type) -> UInt128 { integer(type) }

    // MARK: Containers

    mutating func superDecoder() -> any Decoder {
        let path = elementPath
        let child: SketchFrame
        if let elements = frame.elements, elements.count > currentIndex, case .frame(let known) = elements[currentIndex]
        {
            child = known
        } else {
            child = SketchFrame(run: frame.run, place: frame.place + ["\(currentIndex)"])
        }
        note(.frame(child))
        return RecordingDecoder(frame: child, codingPath: path)
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try superDecoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try superDecoder().unkeyedContainer()
    }
}
