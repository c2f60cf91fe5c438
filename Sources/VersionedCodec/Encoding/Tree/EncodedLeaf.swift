#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A value without members or elements, as the coder at the end is to write it.
enum EncodedLeaf: Equatable {
    case null
    case bool(Bool)
    case string(String)
    case signed(Int64)
    case unsigned(UInt64)
    // Apart, because of them every leaf would be larger, and aligned to 16 bytes.
    indirect case wideSigned(Int128)
    indirect case wideUnsigned(UInt128)
    case double(Double)
    case float(Float)

    // Types that Foundation's coders write in a form of their own.
    case date(Date)
    case data(Data)
    case url(URL)
    indirect case decimal(Decimal)

    /// A value of any kind that is a document of its own.
    case json(JSONValue)

    /// A value of any kind that our JSON encoder has written as text.
    case written(WrittenJSON)

    /// An integer of any width, in the narrowest form, so that equal numbers are equal leaves.
    static func integer(_ value: some FixedWidthInteger) -> EncodedLeaf {
        if let value = Int64(exactly: value) { return .signed(value) }
        if let value = UInt64(exactly: value) { return .unsigned(value) }
        if let value = Int128(exactly: value) { return .wideSigned(value) }
        return .wideUnsigned(UInt128(truncatingIfNeeded: value))
    }
}

/// A value that is ready to be written: every key in its place, nothing left open.
indirect enum EncodedValue {
    case leaf(EncodedLeaf)
    case array([EncodedValue])
    case object(EncodedObject)
    /// An array that keys write element by element; an array once all is written.
    case slots(EncodedSlots)

    static var emptyObject: EncodedValue { .object(EncodedObject()) }

    var isObject: Bool { if case .object = self { true } else { false } }
}
