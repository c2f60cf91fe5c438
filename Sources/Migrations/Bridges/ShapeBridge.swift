/// Reads one JSON shape as another within a wire model: an object of currencies as a list of rates.
///
/// It is not a bridge between versions; a wire model holds it as a member, so that its Swift is pleasant and its JSON
/// is as the version has it.
///
/// ```swift
/// struct RatesShape: ShapeBridge {
///     static func value(of shape: [String: Decimal]) -> [ExchangeRate] {
///         shape.sorted { $0.key < $1.key }.map { ExchangeRate(currency: $0.key, rate: $0.value) }
///     }
///     static func shape(of value: [ExchangeRate]) throws -> [String: Decimal] { … }
/// }
///
/// struct BankV1: Codable {
///     @Shaped<RatesShape> var rates: [ExchangeRate]
/// }
/// // {"rates": {"EUR": 1, "USD": 1.08}}
/// ```
public protocol ShapeBridge {
    /// What is in the payload.
    associatedtype Shape: Codable

    /// What the model holds.
    associatedtype Value

    /// The value that a shape stands for.
    static func value(of shape: Shape) throws -> Value

    /// The shape of a value.
    static func shape(of value: Value) throws -> Shape
}

/// A member of a model that is coded in the shape of a ``ShapeBridge``.
@propertyWrapper public struct Shaped<Bridge: ShapeBridge>: Codable {
    /// The value.
    public var wrappedValue: Bridge.Value

    /// A member of the given value.
    public init(wrappedValue: Bridge.Value) { self.wrappedValue = wrappedValue }

    /// Reads the shape and makes the value of it.
    ///
    /// - Throws: What reading the shape and ``ShapeBridge/value(of:)`` throw.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try Bridge.value(of: decoder.singleValueContainer().decode(Bridge.Shape.self))
    }

    /// Writes the shape of the value.
    ///
    /// - Throws: What ``ShapeBridge/shape(of:)`` and writing the shape throw.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Bridge.shape(of: wrappedValue))
    }
}

extension Shaped: Sendable where Bridge.Value: Sendable {}
extension Shaped: Equatable where Bridge.Value: Equatable {
    /// Whether the values are equal.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.wrappedValue == rhs.wrappedValue }
}
extension Shaped: Hashable where Bridge.Value: Hashable {
    /// Hashes the value.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
