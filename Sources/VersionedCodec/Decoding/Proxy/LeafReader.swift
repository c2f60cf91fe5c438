#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads the types that a format affects, or that a coder has a form of its own for.
///
/// A decoder only shows the kind of a value by refusing the other kinds: each `try?` here asks about one kind, and an
/// error means no.
enum LeafReader {
    /// The value of a type that has a reader, or is left to the coder.
    static func read<Value: Decodable>(
        _ kind: LeafKind, _ type: Value.Type, from source: some LeafSource, _ context: FormatContext
    ) throws -> Value {
        switch kind {
        case .date: SameType.cast(try date(from: source, context))
        case .data: SameType.cast(try data(from: source, context))
        case .url: try url(from: source, as: type)
        case .decimal, .scalar: try scalar(type, from: source, context)
        case .collection, .model: try source.read(type)
        }
    }

    /// A collection as the coder reads it; `nil` if it cannot. The error is not dropped: the coder does not report
    /// where a number is that does not fit, so the collection is read again, element by element, which finds the place.
    static func whole<Value>(_ read: () throws -> Value) -> Value? { try? read() }

    /// A URL; the coder does not report which text is invalid.
    private static func url<Value: Decodable>(from source: some LeafSource, as result: Value.Type) throws -> Value {
        do {
            return try source.read(result)
        } catch DecodingError.dataCorrupted(let context) {
            guard let text = try? source.read(String.self) else { throw DecodingError.dataCorrupted(context) }
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: source.codingPath, debugDescription: "\(JSONValue.string(text).text()) is not a URL",
                    underlyingError: context.underlyingError))
        }
    }

    // MARK: Dates

    private static func date(from source: some LeafSource, _ context: FormatContext) throws -> Date {
        let formats = context.format.dates
        if formats.list.isEmpty { return try source.read(Date.self) }
        if context.hasNativeLeaves, let date = try? source.read(Date.self) { return date }
        var (text, notation) = try dateText(from: source, formats)
        do {
            return try text.withUTF8 { try formats.read($0, notation: notation).date }
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: source.codingPath, debugDescription: "\(error)", underlyingError: error))
        }
    }

    /// The text of a date, or of the number that represents one; likelier kinds are tried first.
    private static func dateText(
        from source: some LeafSource, _ formats: DateFormats
    ) throws -> (text: String, notation: DateFormat.Notation) {
        if formats.list.first?.notation == .number, let number = numberText(from: source) { return (number, .number) }
        do {
            return (try source.read(String.self), .text)
        } catch {
            if let number = numberText(from: source) { return (number, .number) }
            let context = DecodingError.Context(
                codingPath: source.codingPath, debugDescription: "a date is text or a number here",
                underlyingError: error)
            if isBeyondDouble(source) { throw DecodingError.dataCorrupted(context) }
            let isNull = (try? source.isNull()) ?? false
            throw isNull ? DecodingError.valueNotFound(Date.self, context) : .typeMismatch(Date.self, context)
        }
    }

    private static func numberText(from source: some LeafSource) -> String? {
        if let integer = try? source.read(Int64.self) { return String(integer) }
        if let decimal = try? source.read(Decimal.self) { return decimal.description }
        return (try? source.read(Double.self)).map { "\($0)" }
    }

    /// Whether a value is a number that no type of Swift has: a coder calls other kinds another type.
    private static func isBeyondDouble(_ source: some LeafSource) -> Bool {
        do {
            _ = try source.read(Double.self)
        } catch DecodingError.dataCorrupted {
            return true
        } catch {}
        return false
    }

    // MARK: Data

    private static func data(from source: some LeafSource, _ context: FormatContext) throws -> Data {
        guard let format = context.format.data else { return try source.read(Data.self) }
        if context.hasNativeLeaves, let data = try? source.read(Data.self) { return data }
        let text = try source.read(String.self)
        guard let data = format.data(from: text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: source.codingPath, debugDescription: format.fault(of: text)))
        }
        return data
    }

    // MARK: Numbers that are not finite

    /// The number that a text represents if reading it as a number failed.
    static func nonFinite<Number: BinaryFloatingPoint & Decodable>(
        _ error: any Error, as type: Number.Type, from source: some LeafSource, _ context: FormatContext
    ) throws -> Number {
        guard let texts = context.format.nonFinite, let text = try? source.read(String.self) else {
            return try converted(error, type, from: source, context)
        }
        guard let value = texts.value(of: text, as: type) else {
            if context.mayConvert, context.conversions(at: source.codingPath).contains(.numberFromText),
                JSONNumber(text: text) != nil
            {
                return try converted(error, type, from: source, context)
            }
            let known = [texts.positiveInfinity, texts.negativeInfinity, texts.nan]
            let list = known.map { JSONValue.string($0).text() }.joined(separator: ", ")
            throw DecodingError.typeMismatch(
                type,
                .init(
                    codingPath: source.codingPath,
                    debugDescription: "expected a number or one of \(list), found \(JSONValue.string(text).text())"))
        }
        return value
    }
}
