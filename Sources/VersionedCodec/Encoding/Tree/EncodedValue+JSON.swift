#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension EncodedValue {
    /// The value as a JSON document has it; members in the order in which they were written.
    ///
    /// Leaves that a format leaves to the coder are written as Foundation's JSON coder writes them by default.
    ///
    /// - Throws: `EncodingError.invalidValue` for a number that is not finite.
    func json(at path: TreePath? = nil) throws -> JSONValue {
        switch self {
        case .leaf(let leaf): return try leaf.json(at: path)
        case .array(let elements):
            return .array(
                JSONArray(
                    try elements.enumerated().map { try $1.json(at: TreePath(path, PayloadKey(index: $0))) }))
        case .slots(let slots): return try slots.array { .leaf(.null) }.json(at: path)
        case .object(let object):
            var members = JSONObject()
            for member in object.members {
                members[member.name] = try member.value.json(at: TreePath(path, PayloadKey(member.name)))
            }
            return .object(members)
        }
    }
}

extension EncodedLeaf {
    fileprivate func json(at path: TreePath?) throws -> JSONValue {
        switch self {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .string(let value): return .string(value)
        case .signed(let value): return .integer(value)
        case .unsigned(let value): return .integer(value)
        case .wideSigned(let value): return .integer(value)
        case .wideUnsigned(let value): return .integer(value)
        case .double(let value): return try Self.number(value, text: "\(value)", at: path)
        case .float(let value): return try Self.number(Double(value), text: "\(value)", at: path)
        case .date(let value):
            let seconds = value.timeIntervalSinceReferenceDate
            return try Self.number(seconds, text: "\(seconds)", at: path)
        case .data(let value): return .string(value.base64EncodedString())
        case .url(let value): return .string(value.absoluteString)
        case .decimal(let value):
            return JSONNumber(text: value.description).map(JSONValue.number) ?? .string(value.description)
        case .json(let value): return value
        case .written(let text): return try JSONDocument(parsing: text.bytes, options: .ofValues).root
        }
    }

    private static func number(_ value: Double, text: String, at path: TreePath?) throws -> JSONValue {
        guard value.isFinite else {
            throw EncodingError.invalidValue(
                value,
                .init(
                    codingPath: path?.keys ?? [],
                    debugDescription: "JSON has no number for \(value); the format of the version may give it a text"))
        }
        let whole = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        return JSONNumber(text: whole).map(JSONValue.number) ?? .string(text)
    }
}
