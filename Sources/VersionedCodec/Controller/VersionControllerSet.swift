/// Use it in the `userInfo` of a coder: it holds one controller for each API, found by the type of its versions.
///
/// ```swift
/// let decoder = JSONDecoder()
/// decoder.userInfo.install(feedController)
/// decoder.userInfo.install(mapsController)      // another API, in the same payload
/// // or, for any coder:  decoder.userInfo[.versionControllers] = VersionControllerSet(feedController)
///
/// let page = try decoder.decode(Versioned<FeedPage, FeedVersion>.self, from: payload)
/// ```
public struct VersionControllerSet: Sendable {
    private var controllers: [ObjectIdentifier: any Sendable] = [:]

    /// No controllers.
    public init() {}

    /// One controller.
    public init<Version: APIVersion>(_ controller: VersionController<Version>) { install(controller) }

    /// Adds a controller, and replaces any other for the same versions.
    public mutating func install<Version: APIVersion>(_ controller: VersionController<Version>) {
        controllers[ObjectIdentifier(Version.self)] = controller
        let companions = controller.settings.nested.companions
        if !companions.isEmpty { controllers.merge(companions.controllers) { own, _ in own } }
    }

    var isEmpty: Bool { controllers.isEmpty }

    /// The controller for the given versions, or `nil` if there is none.
    public func controller<Version: APIVersion>(for versions: Version.Type) -> VersionController<Version>? {
        controllers[ObjectIdentifier(versions)] as? VersionController<Version>
    }
}

extension CodingUserInfoKey {
    /// The key of the ``VersionControllerSet`` in a coder's `userInfo`.
    public static let versionControllers: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "VersionedCodec.versionControllers") else {
            // A fixed text in the source, no data.
            preconditionFailure("a key of userInfo can be made of any text")
        }
        return key
    }()
}

extension Dictionary where Key == CodingUserInfoKey, Value == Any {
    /// Adds a controller to those of the coder, and replaces any other for the same versions.
    public mutating func install<Version: APIVersion>(_ controller: VersionController<Version>) {
        var controllers = self[.versionControllers] as? VersionControllerSet ?? VersionControllerSet()
        controllers.install(controller)
        self[.versionControllers] = controllers
    }
}

extension Dictionary where Key == CodingUserInfoKey, Value == any Sendable {
    /// Adds a controller to those of the coder, and replaces any other for the same versions.
    public mutating func install<Version: APIVersion>(_ controller: VersionController<Version>) {
        var controllers = self[.versionControllers] as? VersionControllerSet ?? VersionControllerSet()
        controllers.install(controller)
        self[.versionControllers] = controllers
    }
}
