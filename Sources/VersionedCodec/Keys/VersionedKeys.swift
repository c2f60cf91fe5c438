/// A model that says, in its own file, where its coding keys are in each version.
///
/// There `CodingKeys` is visible, also where the compiler synthesises it.
///
/// ```swift
/// struct FeedComment: Codable {
///     var id: Int
///     var text: String
/// }
///
/// extension FeedComment: VersionedKeys {
///     static func keyLayouts(for version: FeedVersion) throws -> [KeyLayout] {
///         switch version {
///         case .v1: [try KeyLayout(CodingKeys.self, [.text: .key("body")])]    // {"id": 7, "body": "Hi"}
///         case .v2: []                                                         // {"id": 7, "text": "Hi"}
///         }
///     }
/// }
/// ```
///
/// Of a class, make it a `class func`; a subclass returns `super.keyLayouts(for: version)` and its own. A model that is
/// only ever made by `Model(from: decoder)` in another model's `init(from:)` is not seen by name: list its layouts at
/// the format, `VersionFormat(layouts: try FeedComment.keyLayouts(for: .v1))`.
public protocol VersionedKeys {
    /// The versions of the API that the model is part of.
    associatedtype Version: APIVersion

    /// The layouts of the coding-key types that the model uses, in a version; none for keys that are as the format
    /// says.
    ///
    /// Called once for each version of a controller, so it says the same each time.
    static func keyLayouts(for version: Version) throws -> [KeyLayout]

    /// The families of classes that the model is the base of, in a version; none unless it says some.
    ///
    /// Called once for each version of a controller.
    static func classFamilies(for version: Version) throws -> [ClassFamily]
}

extension VersionedKeys {
    /// No families.
    public static func classFamilies(for version: Version) throws -> [ClassFamily] { [] }
}
