/// Declare the place of the name of an enum's case, or of a family's class, in payloads.
///
/// ```swift
/// .around                                // {"song": {"title": "Hi"}}
/// .beside("type")                        // {"type": "song", "title": "Hi"}
/// .beside("type", payload: "value")      // {"type": "song", "value": {"title": "Hi"}}
/// ```
public struct Discriminator: Sendable, Hashable {
    enum Kind: Hashable { case around, beside(String, payload: String?) }
    let kind: Kind

    /// The mistake in a key that is probably meant as a path; the declaration that gets the discriminator throws it.
    var fault: String?

    /// The name of the case is the only key of an object around the value. Swift synthesises this form for enums.
    public static let around = Discriminator(kind: .around)

    /// The name is under a key among the members of the value.
    ///
    /// A key that begins with a slash is refused, because it is almost always meant as a path. If it is a key, use
    /// ``beside(key:payload:)``.
    public static func beside(_ key: String) -> Discriminator {
        Discriminator(kind: .beside(key, payload: nil), fault: fault(of: key))
    }

    /// The name is under one key, the value under another.
    public static func beside(_ key: String, payload: String) -> Discriminator {
        Discriminator(kind: .beside(key, payload: payload), fault: fault(of: key) ?? fault(of: payload))
    }

    /// The name is under a key, and the value is among its members or under another key. The keys may begin with a
    /// slash.
    ///
    /// ```swift
    /// .beside(key: "/type")    // {"/type": "song", "title": "Hi"}
    /// ```
    public static func beside(key: String, payload: String? = nil) -> Discriminator {
        Discriminator(kind: .beside(key, payload: payload))
    }

    private static func fault(of key: String) -> String? {
        guard key.utf8.first == UInt8(ascii: "/") else { return nil }
        let shown = JSONValue.string(key).text()
        // Only a member of the object itself can hold the name.
        let name = key.dropFirst().contains("/") ? nil : JSONValue.string(String(key.dropFirst())).text()
        let meant = name.map { "say \($0)" } ?? "say the key of a member of the object itself"
        return "the key \(shown), which is probably a path: \(meant), or .beside(key:) where it is a key"
    }

    /// The key that holds the name; `nil` if the name is a key itself.
    package var key: String? { if case .beside(let key, _) = kind { key } else { nil } }

    /// The key that holds the value, if it has one of its own.
    package var payload: String? { if case .beside(_, let payload) = kind { payload } else { nil } }
}
