/// Implement it to read one JSON shape as another within a wire model: an object of currencies as a list of rates.
///
/// It is not a bridge between versions. A wire model uses it for a member whose Swift type differs from the JSON of the
/// version.
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
    /// The type of the value in the payload.
    associatedtype Shape: Codable

    /// The type of the value in the model.
    associatedtype Value

    /// The value for a shape.
    static func value(of shape: Shape) throws -> Value

    /// The shape of a value.
    static func shape(of value: Value) throws -> Shape
}

/// A member of a model whose JSON has the shape of a ``ShapeBridge``.
@propertyWrapper public struct Shaped<Bridge: ShapeBridge>: Codable {
    /// The value.
    public var wrappedValue: Bridge.Value

    /// A member with the given value.
    public init(wrappedValue: Bridge.Value) { self.wrappedValue = wrappedValue }

    /// Decodes the shape and converts it to the value.
    ///
    /// - Throws: The errors of decoding the shape, and of ``ShapeBridge/value(of:)``.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try Bridge.value(of: decoder.singleValueContainer().decode(Bridge.Shape.self))
    }

    /// Encodes the shape of the value.
    ///
    /// - Throws: The errors of ``ShapeBridge/shape(of:)``, and of encoding the shape.
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
