#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A value that some payload could give, for a call that failed, so that the rest of an object can be looked at.
///
/// No placeholder reaches the caller: an object that got one is given up.
enum Placeholder {
    /// The substitute for a required value: nil for an optional, else a placeholder.
    static func substitute<Value: Decodable>(_ type: Value.Type, _ run: ToleranceRun) -> ObjectFrame.Outcome? {
        if let absent = Cast.absent(as: type) { return .init(value: Box(absent), isPlaceholder: false) }
        return value(type, run, depth: 0).map { .init(value: Box($0), isPlaceholder: true) }
    }

    /// The substitute for a value that may be absent.
    static func none<Value>(_ type: Value.Type) -> ObjectFrame.Outcome {
        .init(value: Box(Value?.none), isPlaceholder: false)
    }

    private static let deepest = 16

    /// A value of a type; `nil` if none can be made.
    static func value<Value: Decodable>(_ type: Value.Type, _ run: ToleranceRun, depth: Int) -> Value? {
        if let known = builtIn[ObjectIdentifier(type)] as? Value { return known }
        if let simple = type as? any SimplePlaceholder.Type { return simple.placeholder as? Value }
        if let cases = EnumCases.all(of: type) { return cases.first }
        if let listed = type as? any CaseIterable.Type { return first(of: listed) as? Value }
        if let sample = run.sample(of: type), let value = try? sample.whole(type) { return value }
        guard depth < deepest, !run.traits(of: type).isOfFoundation else { return nil }
        // A type that refuses made-up values has no placeholder.
        return try? type.init(from: PlaceholderDecoder(run: run, depth: depth + 1))
    }

    private static func first<Listed: CaseIterable>(of type: Listed.Type) -> Any? {
        type.allCases.first
    }

    private static let builtIn: [ObjectIdentifier: any Sendable] = [
        ObjectIdentifier(Bool.self): false, ObjectIdentifier(String.self): "",
        ObjectIdentifier(Double.self): 0.0, ObjectIdentifier(Float.self): Float(0),
        ObjectIdentifier(Int.self): 0, ObjectIdentifier(Int8.self): Int8(0),
        ObjectIdentifier(Int16.self): Int16(0),
        ObjectIdentifier(Int32.self): Int32(0), ObjectIdentifier(Int64.self): Int64(0),
        ObjectIdentifier(Int128.self): Int128(0), ObjectIdentifier(UInt.self): UInt(0),
        ObjectIdentifier(UInt8.self): UInt8(0), ObjectIdentifier(UInt16.self): UInt16(0),
        ObjectIdentifier(UInt32.self): UInt32(0), ObjectIdentifier(UInt64.self): UInt64(0),
        ObjectIdentifier(UInt128.self): UInt128(0),
        ObjectIdentifier(Date.self): Date(timeIntervalSince1970: 0),
        ObjectIdentifier(Data.self): Data(), ObjectIdentifier(Decimal.self): Decimal(0),
        ObjectIdentifier(UUID.self): UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
    ]
    .merging(URL(string: "about:blank").map { [ObjectIdentifier(URL.self): $0] } ?? [:]) { first, _ in
        first
    }
}

/// A collection, whose placeholder is an empty one, or an optional, whose placeholder is nil.
private protocol SimplePlaceholder {
    static var placeholder: Self { get }
}

extension Array: SimplePlaceholder { fileprivate static var placeholder: Self { [] } }
extension ContiguousArray: SimplePlaceholder { fileprivate static var placeholder: Self { [] } }
extension Set: SimplePlaceholder { fileprivate static var placeholder: Self { [] } }
extension Dictionary: SimplePlaceholder { fileprivate static var placeholder: Self { [:] } }
extension Optional: SimplePlaceholder { fileprivate static var placeholder: Self { nil } }
