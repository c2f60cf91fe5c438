/// Adopt it in a model to declare, in its own file, where its coding keys are in each version.
///
/// `CodingKeys` is visible there, even if the compiler synthesises it.
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
/// In a class, use a `class func`; a subclass returns `super.keyLayouts(for: version)` and its own. If a model is only
/// created by `Model(from: decoder)` in another model's `init(from:)`, or is a member that is coded with a
/// configuration of your own, its name is not known to the library: list its layouts in the format,
/// `VersionFormat(layouts: try FeedComment.keyLayouts(for: .v1))`.
public protocol VersionedKeys {
    /// The versions of the API that the model belongs to.
    associatedtype Version: APIVersion

    /// The layouts of the model's coding-key types in a version. Key types without a layout follow the format.
    ///
    /// Called once for each version of a controller, so it must always return the same.
    static func keyLayouts(for version: Version) throws -> [KeyLayout]

    /// The families of classes with the model as their base, in a version; none by default.
    ///
    /// Called once for each version of a controller.
    static func classFamilies(for version: Version) throws -> [ClassFamily]
}

extension VersionedKeys {
    /// No families.
    public static func classFamilies(for version: Version) throws -> [ClassFamily] { [] }
}
