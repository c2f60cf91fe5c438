#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Models as values of our own document: what a step of a plan reads and writes.
extension VersionController {
    /// The value that a model is in a version, without a version stamped into it.
    package func value<Model: Encodable>(of model: Model, as version: Version) throws -> JSONValue {
        let controller = fixed(to: version).inside(version)
        let context = FormatContext(controller: controller, userInfo: [:], isPropertyList: false)
        defer { context.hasEnded = true }
        return try controller.settledValue(model, context, at: [], stamps: false).json()
    }

    /// The model that a value is in a version.
    package func decode<Model: Decodable>(
        _ type: Model.Type, from value: JSONValue, as version: Version
    ) throws -> Model {
        try fixed(to: version).decode(type, from: Data(value.bytes())).value
    }
}

extension EncodedValue {
    /// The value in our own document; numbers have the text that Foundation's encoder gives them.
    fileprivate func json() throws -> JSONValue {
        switch self {
        case .leaf(let leaf): return try leaf.json()
        case .array(let elements): return .array(JSONArray(try elements.map { try $0.json() }))
        case .object(let object):
            var result = JSONObject()
            for member in object.members { result[member.name] = try member.value.json() }
            return .object(result)
        }
    }
}

extension EncodedLeaf {
    fileprivate func json() throws -> JSONValue {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .string(let value): .string(value)
        case .signed(let value): .integer(value)
        case .unsigned(let value): .integer(value)
        case .wideSigned(let value): .integer(value)
        case .wideUnsigned(let value): .integer(value)
        case .double(let value): try Self.number(value.description, of: value)
        case .float(let value): try Self.number(value.description, of: value)
        case .date(let value): try EncodedLeaf.double(value.timeIntervalSinceReferenceDate).json()
        case .data(let value): .string(value.base64EncodedString())
        case .url(let value): .string(value.absoluteString)
        case .decimal(let value): try Self.number(value.description, of: value)
        }
    }

    private static func number(_ text: String, of value: Any) throws -> JSONValue {
        let short = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        guard let number = JSONNumber(text: short) else {
            throw EncodingError.invalidValue(
                value,
                .init(codingPath: [], debugDescription: "\(text) is no JSON number, and the format has no text for it"))
        }
        return .number(number)
    }
}
