#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A decoder that hands out JSON values as they are in the payload.
package protocol JSONValueDecoder: Decoder {}

/// An encoder that writes JSON values as they are.
package protocol JSONValueEncoder: Encoder {}

extension JSONValue: Codable {
    /// Decodes any JSON value, for a member of a model that stays JSON.
    ///
    /// ```swift
    /// struct Event: Codable { var id: Int, payload: JSONValue }
    ///
    /// // {"id": 7, "payload": {"b": 1.0, "a": [1e3, null]}}
    /// let event = try VersionedJSONDecoder().decode(Event.self, from: data)
    /// event.payload["b"]?.number?.text              // "1.0"
    /// try VersionedJSONEncoder().encode(event)      // {"id":7,"payload":{"b":1.0,"a":[1e3,null]}}
    /// ```
    ///
    /// `VersionedJSONDecoder` keeps the text of each number, the order of members, keys by their bytes, the escapes of
    /// strings, and the place in the payload (``sourceOffset``). The decoders of other coders do not provide these:
    /// numbers have at most 38 digits, members are sorted by the bytes of their keys, and of two keys that are equal as
    /// Swift strings only one is left.
    ///
    /// - Throws: `DecodingError` if another decoder has a value that is not JSON, such as a date of a property list.
    /// - Complexity: O(bytes of the value)
    public init(from decoder: any Decoder) throws {
        if decoder is any JSONValueDecoder {
            self = try decoder.singleValueContainer().decode(JSONValue.self)
        } else {
            self = try ForeignJSON.value(from: decoder)
        }
    }

    /// Encodes the value unchanged.
    ///
    /// `VersionedJSONEncoder` writes number texts and the order of members unchanged, and strings in their original
    /// spelling; the white space is that of the encoder. The encoders of other coders get numbers (an integer of up to
    /// 128 bits, a `Decimal` if that is exact, otherwise the nearest `Double`), strings and dictionaries, and write
    /// them by their own rules.
    ///
    /// - Throws: `EncodingError` if the coder cannot hold the value: a number beyond `Double`, or, in another coder,
    ///   two keys that are equal as Swift strings.
    public func encode(to encoder: any Encoder) throws {
        if encoder is any JSONValueEncoder {
            var container = encoder.singleValueContainer()
            try container.encode(self)
        } else {
            try ForeignJSON.write(self, to: encoder)
        }
    }
}

/// JSON values over coders that are not ours.
///
/// A decoder only shows the kind of a value by refusing the other kinds: each `try?` here asks about one kind, and an
/// error means no.
package enum ForeignJSON {
    /// The scalar at a decoder; `nil` for an object, an array, and what JSON does not have.
    package static func scalar(from decoder: any Decoder) throws -> JSONValue? {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() { return .null }
        if let text = try? container.decode(String.self) { return .string(text) }
        if let flag = try? container.decode(Bool.self) { return .bool(flag) }
        return number(in: container).map { .number($0) }
    }

    fileprivate static func value(from decoder: any Decoder) throws -> JSONValue {
        if let scalar = try scalar(from: decoder) { return scalar }
        if var elements = try? decoder.unkeyedContainer() {
            var values: [JSONValue] = []
            while !elements.isAtEnd { values.append(try elements.decode(JSONValue.self)) }
            return .array(JSONArray(values))
        }
        guard (try? decoder.container(keyedBy: AnyKey.self)) != nil else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "there is a value that JSON does not have, such as a date or data of a property"
                        + " list, or a number that no type holds"))
        }
        // A dictionary has the keys of the payload; the coder's strategy for coding keys does not apply to it.
        let members = try decoder.singleValueContainer().decode([String: JSONValue].self)
        var object = JSONObject()
        for (key, value) in members.inOrder(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            object[key] = value
        }
        return .object(object)
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// The number at a decoder, by the first kind that takes it. A refusal (`try?`) only means that the next kind is
    /// tried.
    private static func number(in container: any SingleValueDecodingContainer) -> JSONNumber? {
        if let integer = try? container.decode(Int64.self) { return JSONNumber(integer) }
        if let integer = try? container.decode(UInt64.self) { return JSONNumber(integer) }
        if let integer = try? container.decode(Int128.self) { return JSONNumber(integer) }
        if let integer = try? container.decode(UInt128.self) { return JSONNumber(integer) }
        let double = try? container.decode(Double.self)
        if let decimal = try? container.decode(Decimal.self), let number = JSONNumber(text: decimal.description) {
            // Digits after the 38th are cut; a decimal is taken where it is at least as near.
            if double == nil || number.double == double { return number }
        }
        return double.flatMap { JSONNumber($0) }
    }

    // MARK: Writing

    fileprivate static func write(_ value: JSONValue, to encoder: any Encoder) throws {
        if let object = value.object {
            var members: [String: JSONValue] = [:]
            for member in object where members.updateValue(member.value, forKey: member.key) != nil {
                throw fault(
                    value, encoder,
                    "two keys of the object are one and the same Swift text, \(JSONValue.string(member.key).text()),"
                        + " though their characters differ; only our own encoder writes both")
            }
            var container = encoder.singleValueContainer()
            return try container.encode(members)
        }
        if let array = value.array {
            var container = encoder.unkeyedContainer()
            for element in array { try container.encode(element) }
            return
        }
        var container = encoder.singleValueContainer()
        if let text = value.string {
            try container.encode(text)
        } else if let bool = value.bool {
            try container.encode(bool)
        } else if let number = value.number {
            try write(number, of: value, to: &container, encoder)
        } else {
            try container.encodeNil()
        }
    }

    private static func write(
        _ number: JSONNumber, of value: JSONValue, to container: inout any SingleValueEncodingContainer,
        _ encoder: any Encoder
    ) throws {
        if let integer = number.exactly(Int64.self) {
            if integer == 0, number.text.hasPrefix("-") { return try container.encode(-0.0) }
            return try container.encode(integer)
        }
        if let integer = number.exactly(UInt64.self) { return try container.encode(integer) }
        // A coder that does not know integers of 128 bits says so before it writes.
        if let integer = number.exactly(Int128.self), (try? container.encode(integer)) != nil { return }
        if let integer = number.exactly(UInt128.self), (try? container.encode(integer)) != nil { return }
        if let double = number.double, JSONNumber(double)?.hasSameValue(as: number) == true {
            return try container.encode(double)
        }
        if let decimal = number.decimal { return try container.encode(decimal) }
        guard let double = number.double else {
            throw fault(value, encoder, "the number \(number.text) is beyond what this coder can write")
        }
        try container.encode(double)
    }

    private static func fault(_ value: JSONValue, _ encoder: any Encoder, _ text: String) -> EncodingError {
        .invalidValue(value, .init(codingPath: encoder.codingPath, debugDescription: text))
    }
}
