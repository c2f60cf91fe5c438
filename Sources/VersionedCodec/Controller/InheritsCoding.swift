/// Adopt it in a class whose subclasses may inherit `init(from:)` and `encode(to:)` although they have stored
/// properties of their own. Those properties are not part of payloads: a cache, a delegate.
///
/// Without this protocol, a version controller treats it as a mistake, because Swift gives no warning. Encoding such a
/// subclass is an error. Decoding one is an error if the payload has a member with the name of such a property.
///
/// ```swift
/// class Song: Codable { var title = "" }
/// final class CachedSong: Song, InheritsCoding { var cover: [UInt8] = [] }
///
/// try controller.encode(CachedSong(), for: .v1)    // {"title":""}; without InheritsCoding an error
/// ```
///
/// ``VersionFormat/checksSubclasses`` does the same for all classes of a version.
public protocol InheritsCoding: AnyObject {}
