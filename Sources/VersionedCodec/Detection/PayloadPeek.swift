#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Looks at one place of a payload through any decoder, without disturbing what is decoded after it.
///
/// A decoder only shows the kind of a value by refusing the other kinds: each `try?` here asks about one kind, and an
/// error means no.
enum PayloadPeek {
    /// The value at a pointer, or `nil` if the payload has no such place.
    ///
    /// - `object`: The containers of the decoder's value, where what is decoded after it uses them too.
    static func value(at pointer: JSONPointer, in decoder: any Decoder, _ object: ObjectCache? = nil) -> JSONValue? {
        guard let last = pointer.tokens.last else { return try? JSONValue(from: decoder) }
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
        return (try? members.decode(JSONValue.self, forKey: key)) ?? .null
    }
}
