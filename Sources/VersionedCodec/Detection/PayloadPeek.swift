#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Looks at one place of a payload through any decoder, without disturbing what is decoded after it.
///
/// A decoder tells of what kind a value is only by refusing the other kinds: each `try?` here is a question, and a refusal its answer.
enum PayloadPeek {
    /// The value at a pointer, or `nil` where the payload has no such place.
    ///
    /// - `object`: The containers of the decoder's value, where what is decoded after it uses them too.
    static func value(at pointer: JSONPointer, in decoder: any Decoder, _ object: ObjectCache? = nil) -> JSONValue? {
        guard let last = pointer.tokens.last else { return (try? PeekedValue(from: decoder))?.value }
        guard var members = try? object?.own() ?? decoder.container(keyedBy: PayloadKey.self) else { return nil }
        for token in pointer.tokens.dropLast() {
            guard let nested = try? members.nestedContainer(keyedBy: PayloadKey.self, forKey: PayloadKey(token)) else {
                return nil
            }
            members = nested
        }
        let key = PayloadKey(last)
        guard members.contains(key) else { return nil }
        if let integer = try? members.decode(Int64.self, forKey: key) { return .integer(integer) }
        if let text = try? members.decode(String.self, forKey: key) { return .string(text) }
        return (try? members.decode(PeekedValue.self, forKey: key))?.value ?? .null
    }
}

/// A value of any kind, as far as any decoder tells it.
struct PeekedValue: Decodable {
    let value: JSONValue

    init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: PayloadKey.self) {
            var object = JSONObject()
            for key in members.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                object[key.stringValue] = try members.decode(PeekedValue.self, forKey: key).value
            }
            value = .object(object)
            return
        }
        if var elements = try? decoder.unkeyedContainer() {
            var array = JSONArray()
            while !elements.isAtEnd { array.append(try elements.decode(PeekedValue.self).value) }
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
        } else if let decimal = try? container.decode(Decimal.self), let number = JSONNumber(text: decimal.description)
        {
            value = .number(number)
        } else if let number = (try? container.decode(Double.self)).flatMap(JSONNumber.init) {
            value = .number(number)
        } else {
            value = .string(try container.decode(String.self))
        }
    }
}
