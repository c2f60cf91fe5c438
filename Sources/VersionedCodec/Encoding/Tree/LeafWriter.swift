#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes the types that a format affects, or that a coder has a form of its own for.
enum LeafWriter {
    /// The leaf, or `nil` if the value is of none of those types.
    static func leaf(
        _ value: any Encodable, at path: @autoclosure () -> [any CodingKey], _ context: FormatContext
    ) throws -> EncodedLeaf? {
        let type = type(of: value)
        if type == Date.self, let date = value as? Date { return try dateLeaf(date, at: path(), context) }
        if type == Data.self, let data = value as? Data {
            guard let format = context.format.data, !context.hasNativeLeaves else { return .data(data) }
            return .string(format.text(of: data))
        }
        if type == URL.self, let url = value as? URL { return .url(url) }
        if type == Decimal.self, let decimal = value as? Decimal { return .decimal(decimal) }
        if type == JSONValue.self, let json = value as? JSONValue { return .json(json) }
        return nil
    }

    private static func dateLeaf(
        _ date: Date, at path: @autoclosure () -> [any CodingKey], _ context: FormatContext
    ) throws -> EncodedLeaf {
        guard let format = context.format.dates.writing, !context.hasNativeLeaves else { return .date(date) }
        let text: String
        do {
            text = try format.string(from: date)
        } catch {
            throw EncodingError.invalidValue(
                date, .init(codingPath: path(), debugDescription: error.description, underlyingError: error))
        }
        guard format.notation == .number else { return .string(text) }
        if let integer = Int64(text) { return .signed(integer) }
        return Decimal(string: text).map(EncodedLeaf.decimal) ?? .string(text)
    }

    static func leaf(_ value: Double, _ context: FormatContext) -> EncodedLeaf {
        context.format.nonFinite?.text(of: value).map(EncodedLeaf.string) ?? .double(value)
    }

    static func leaf(_ value: Float, _ context: FormatContext) -> EncodedLeaf {
        context.format.nonFinite?.text(of: value).map(EncodedLeaf.string) ?? .float(value)
    }
}

extension FormatContext {
    /// Whether a number may turn out to have no text, which our own encoder knows at once.
    func mayRefuse(_ value: some BinaryFloatingPoint) -> Bool { !value.isFinite && rendering != nil && scalars == nil }
}
