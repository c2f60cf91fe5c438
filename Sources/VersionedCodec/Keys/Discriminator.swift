/// Where payloads say which case of an enum, or which class of a family, a value is.
///
/// ```swift
/// .around                                // {"song": {"title": "Hi"}}
/// .beside("type")                        // {"type": "song", "title": "Hi"}
/// .beside("type", payload: "value")      // {"type": "song", "value": {"title": "Hi"}}
/// ```
public struct Discriminator: Sendable, Hashable {
    enum Kind: Hashable { case around, beside(String, payload: String?) }
    let kind: Kind

    /// The name of the case is the only key of the object around the value: what Swift synthesises for enums.
    public static let around = Discriminator(kind: .around)

    /// The name stands under a key among the members of the value.
    public static func beside(_ key: String) -> Discriminator { Discriminator(kind: .beside(key, payload: nil)) }

    /// The name stands under one key, and the value under another.
    public static func beside(_ key: String, payload: String) -> Discriminator {
        Discriminator(kind: .beside(key, payload: payload))
    }

    /// The key that holds the name; `nil` where the name is a key itself.
    package var key: String? { if case .beside(let key, _) = kind { key } else { nil } }

    /// The key that holds the value, if it has one of its own.
    package var payload: String? { if case .beside(_, let payload) = kind { payload } else { nil } }
}
