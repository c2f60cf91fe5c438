/// A class whose subclasses may inherit `init(from:)` and `encode(to:)` although they have stored properties of their
/// own, which are then meant to be no part of payloads: a cache, a delegate.
///
/// Without it, a version controller takes it for a mistake, which Swift says nothing of: encoding such a subclass is an
/// error, and so is decoding one from a payload that has a member of the name of such a property.
///
/// ```swift
/// class Song: Codable { var title = "" }
/// final class CachedSong: Song, InheritsCoding { var cover: [UInt8] = [] }
///
/// try controller.encode(CachedSong(), for: .v1)    // {"title":""}; without InheritsCoding an error
/// ```
///
/// For all classes of a version there is ``VersionFormat/checksSubclasses``.
public protocol InheritsCoding: AnyObject {}
