/// A value that one version writes in a shape of its own: an object of currencies for a list of rates, say.
///
/// ```swift
/// struct RatesByCurrency: ShapeBridge {
///     var rates: [ExchangeRate]
///
///     init(shape: [String: Decimal]) {
///         rates = shape.map { ExchangeRate(currency: $0, rate: $1) }.sorted { $0.currency < $1.currency }
///     }
///     func shape() -> [String: Decimal] { Dictionary(rates.map { ($0.currency, $0.rate) }) { first, _ in first } }
/// }
/// // {"EUR": 1.1}  ↔  [ExchangeRate(currency: "EUR", rate: 1.1)]
/// ```
///
/// It stands as a member of a wire model, within one version, and is read and written as its shape. A ``Bridge`` leads
/// between two versions.
public protocol ShapeBridge: Codable {
    /// The value as the payload has it.
    associatedtype Shape: Codable

    /// The value of a shape.
    init(shape: Shape) throws

    /// The shape of the value.
    func shape() throws -> Shape
}

extension ShapeBridge {
    /// Decodes the shape.
    public init(from decoder: any Decoder) throws {
        try self.init(shape: decoder.singleValueContainer().decode(Shape.self))
    }

    /// Encodes the shape.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(shape())
    }
}
