/// The leaves of the standard library.
extension RecordingKeyedContainer {
    private func integer<Number: FixedWidthInteger>(_ type: Number.Type, _ key: Key) -> Number {
        leaf(key, .integer(type), Number(clamping: frame.run.profile.number)) { $0.value(as: type) }
    }

    func decode(_ type: Bool.Type, forKey key: Key) -> Bool { leaf(key, .boolean, false) { $0.value(as: type) } }
    func decode(_ type: String.Type, forKey key: Key) -> String {
        leaf(key, .text, frame.run.profile.text) { $0.value(as: type) }
    }
    func decode(_ type: Double.Type, forKey key: Key) -> Double {
        leaf(key, .floatingPoint(bits: 64), Double(frame.run.profile.number)) { $0.value(as: type) }
    }
    func decode(_ type: Float.Type, forKey key: Key) -> Float {
        leaf(key, .floatingPoint(bits: 32), Float(frame.run.profile.number)) { $0.value(as: type) }
    }
    func decode(_ type: Int.Type, forKey key: Key) -> Int { integer(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) -> Int8 { integer(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) -> Int16 { integer(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) -> Int32 { integer(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) -> Int64 { integer(type, key) }
    func decode(_ type: Int128.Type, forKey key: Key) -> Int128 { integer(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) -> UInt { integer(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) -> UInt8 { integer(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) -> UInt16 { integer(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) -> UInt32 { integer(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) -> UInt64 { integer(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) -> UInt128 { integer(type, key) }
}

extension TypeSketch.Value {
    /// An integer of a type's width.
    static func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> TypeSketch.Value {
        .integer(bits: type.bitWidth, isSigned: type.isSigned)
    }
}

extension TypeSketch.Scalar {
    /// The value as one of a type, where it is one.
    func value<Value>(as type: Value.Type) -> Value? {
        switch self {
        case .text(let text): text as? Value
        case .boolean(let flag): flag as? Value
        case .integer(let integer): (type as? any FixedWidthInteger.Type).flatMap { Self.number(integer, $0) as? Value }
        }
    }

    private static func number<Number: FixedWidthInteger>(_ integer: Int128, _ type: Number.Type) -> Any? {
        Number(exactly: integer)
    }

    /// The raw value of an enum; `nil` for one of another kind.
    init?(rawValue: Any) {
        if let text = rawValue as? String {
            self = .text(text)
        } else if let integer = (rawValue as? any FixedWidthInteger).flatMap({ Int128(exactly: $0) }) {
            self = .integer(integer)
        } else {
            return nil
        }
    }
}
