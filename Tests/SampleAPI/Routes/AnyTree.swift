import Foundation
public import VersionedCodec

/// A JSON value through any coder, for tests that compare shapes.
public struct AnyTree: Codable, Sendable {
    /// The value.
    public let value: JSONValue

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// A tree of a value.
    public init(value: JSONValue) { self.value = value }

    /// Reads a value of any kind; a date becomes `date:` and its seconds, data `data:` and its Base64.
    public init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Key.self) {
            var object = JSONObject()
            for key in members.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                object[key.stringValue] = try members.decode(AnyTree.self, forKey: key).value
            }
            value = .object(object)
            return
        }
        if var elements = try? decoder.unkeyedContainer() {
            var array = JSONArray()
            while !elements.isAtEnd { array.append(try elements.decode(AnyTree.self).value) }
            value = .array(array)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            value = .null
        } else if let bool = try? container.decode(Bool.self) {
            value = .bool(bool)
        } else if let integer = try? container.decode(Int64.self) {
            value = .integer(integer)
        } else if let double = try? container.decode(Double.self) {
            value = JSONNumber(double).map(JSONValue.number) ?? .string("\(double)")
        } else if let text = try? container.decode(String.self) {
            value = .string(text)
        } else if let date = try? container.decode(Date.self) {
            value = .string("date:\(Int(date.timeIntervalSince1970))")
        } else {
            value = .string("data:" + (try container.decode(Data.self)).base64EncodedString())
        }
    }

    /// Writes the value.
    public func encode(to encoder: any Encoder) throws {
        if let object = value.object {
            var container = encoder.container(keyedBy: Key.self)
            for member in object {
                try container.encode(AnyTree(value: member.value), forKey: Key(stringValue: member.key))
            }
            return
        }
        if let array = value.array {
            var container = encoder.unkeyedContainer()
            for element in array { try container.encode(AnyTree(value: element)) }
            return
        }
        var container = encoder.singleValueContainer()
        if let bool = value.bool {
            try container.encode(bool)
        } else if let integer = value.number?.exactly(Int64.self) {
            try container.encode(integer)
        } else if let double = value.number?.double {
            try container.encode(double)
        } else if let text = value.string {
            try container.encode(text)
        } else {
            try container.encodeNil()
        }
    }
}
