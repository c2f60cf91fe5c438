/// Use a controller for a model whose versions differ only in format: it knows the versions of an API, the version in
/// effect, and the format of each.
///
/// ```swift
/// let controller = try VersionController<FeedVersion>(
///     location: VersionLocation("/version", as: .integer), legacy: .v1
/// ) { version in
///     switch version {
///     case .v1: VersionFormat(dates: [try .pattern("yyyy/MM/dd", assuming: .gmt)], keys: .snakeCase)
///     case .v2: VersionFormat(dates: [.iso8601])
///     }
/// }
/// let page = try controller.decode(FeedPage.self, from: payload)
/// page.version    // .v1: how the payload said it
/// page.value      // the model
/// let old = try controller.encode(page.value, for: .v1)
/// ```
///
/// It reaches models in two ways: in the `userInfo` of a coder (``VersionControllerSet``), where `Versioned<Model,
/// FeedVersion>` and your own `init(from:)` find it; and as the configuration of types that adopt Foundation's
/// `…WithConfiguration` protocols (``VersionConfigurable``).
public struct VersionController<Version: APIVersion>: Sendable {
    private(set) var settings: ControllerSettings<Version>

    /// The objects made for it; `nil` in the copies that those objects carry.
    private(set) var caches: ControllerCaches<Version>? = ControllerCaches()

    /// Whether the version is written as a string, where the form leaves that to each payload.
    var saysVersionAsString = false

    private var explicit: Version?

    /// Whether the explicit version applies to writing only, so that readers do not know it.
    private var isTarget = false

    /// Whether the explicit version is only that of the enclosing payload, so that a payload's own version wins.
    var yieldsToPayloads = false

    private var detected: Version?

    /// A controller.
    ///
    /// - Parameters:
    ///   - current: The version of today's models; by default the last one.
    ///   - location: Where payloads name their version.
    ///   - legacy: The version of payloads that name none.
    ///   - format: The format of a version. Called once for each.
    /// - Throws: The errors of `format`.
    public init(
        current: Version? = nil, location: VersionLocation? = nil, legacy: Version? = nil,
        format: (Version) throws -> VersionFormat
    ) rethrows {
        guard let last = Array(Version.allCases).last else {
            // A programmer error.
            preconditionFailure("\(Version.self) has no cases, so there is no version to control")
        }
        var formats: [Version: VersionFormat] = [:]
        for version in Version.allCases { formats[version] = try format(version) }
        var registries: [Version: LayoutRegistry] = [:]
        for (version, format) in formats { registries[version] = LayoutRegistry(format: format, version: version) }
        settings = ControllerSettings(
            current: current ?? last, location: location,
            legacy: legacy ?? location?.legacy.flatMap(Version.version(of:)), formats: formats, registries: registries)
    }

    /// A controller whose versions all use one format.
    public init(
        current: Version? = nil, location: VersionLocation? = nil, legacy: Version? = nil,
        format: VersionFormat = VersionFormat()
    ) {
        self.init(current: current, location: location, legacy: legacy) { _ in format }
    }
}

// MARK: - What it was made of

extension VersionController {
    /// The version of today's models.
    public var current: Version { settings.current }

    /// Where payloads name their version; `nil` if they never do.
    public var location: VersionLocation? { settings.location }

    /// The version of a legacy payload, which names none; `nil` if such a payload is an error.
    public var legacy: Version? { settings.legacy }

    /// Further rules for finding versions, and for payloads that are newer or contradict themselves.
    ///
    /// ```swift
    /// controller.detection.newer = .passedThrough    // newer payloads are read as the current version
    /// ```
    public var detection: DetectionRules {
        get { settings.detection }
        set { (settings, caches) = (settings.with(detection: newValue), ControllerCaches()) }
    }

    /// Facts about a payload that the caller knows from elsewhere; see ``knowing(_:)``.
    var hints: VersionHints { settings.hints }

    /// Whether the caller knows anything.
    var hasHints: Bool { settings.hasHints }

    /// Whether a format declares the shape of its payloads.
    var hasShapes: Bool { settings.hasShapes }

    /// The controller without what is kept for it.
    var alone: Self {
        var own = self
        own.caches = nil
        return own
    }
}

// MARK: - The version in effect

extension VersionController {
    /// The version in effect: that of the payload that is being read or written. Outside of a payload, the explicit
    /// version, otherwise the current one.
    public var version: Version { detected ?? explicit ?? current }

    /// The same controller with a version that the caller knows. It wins over the version of a payload, and is the
    /// version that is written.
    ///
    /// ```swift
    /// controller.fixed(to: .v1).version    // .v1
    /// ```
    public func fixed(to version: Version) -> Self {
        var copy = self
        copy.explicit = version
        copy.isTarget = false
        copy.yieldsToPayloads = false
        copy.detected = nil
        return copy
    }

    /// The same controller for writing a version; one that is fixed to a version stays fixed.
    func writing(for target: Version?) -> Self {
        guard let target else { return self }
        var copy = fixed(to: target)
        copy.isTarget = explicit == nil || isTarget
        return copy
    }

    /// Whether the output need not name its version, because its reader has fixed it too.
    var leavesOutVersions: Bool { explicit != nil && !isTarget }

    /// The same controller for one payload about which the caller has information, such as its `Content-Type`. That
    /// information wins over the payload; if it names no version, the payload decides.
    ///
    /// ```swift
    /// controller.detection.mediaType = try VersionMediaType("application/vnd.acme.v{version}+json")
    /// let page = try controller.knowing(VersionHints(mediaType: field)).decode(Page.self, from: body)
    /// page.source    // mediaType
    /// ```
    public func knowing(_ hints: VersionHints) -> Self {
        var copy = self
        (copy.settings, copy.caches) = (settings.with(hints: hints), ControllerCaches())
        return copy
    }

    /// The same controller with models within others.
    func with(_ nested: NestedModels) -> Self {
        var copy = self
        (copy.settings, copy.caches) = (settings.with(nested: nested), ControllerCaches())
        return copy
    }

    /// Forgets the version that ``fixed(to:)`` gave.
    mutating func forgetExplicitVersion() { (explicit, detected) = (nil, nil) }

    /// The version that ``fixed(to:)`` has set, if any.
    public var explicitVersion: Version? { explicit }

    /// Whether a payload has settled the version in effect.
    var isSettled: Bool { detected != nil }

    /// The same controller, inside a payload of the given version.
    func inside(_ version: Version) -> Self {
        var copy = self
        copy.detected = version
        return copy
    }
}

// MARK: - What it picks

extension VersionController {
    /// The versions, oldest first.
    public var versions: [Version] { Array(Version.allCases) }

    /// The format of a version.
    public func format(for version: Version) -> VersionFormat { settings.formats[version] ?? VersionFormat() }

    /// The version with a label.
    func version(labelled label: String) -> Version? { labelled { $0.elementsEqual(label.utf8) } }

    /// The version whose label fulfils a condition.
    func labelled(_ isLabel: (String.UTF8View) -> Bool) -> Version? {
        for (version, registry) in settings.registries where isLabel(registry.label.utf8) { return version }
        return nil
    }

    /// The format of the version in effect.
    public var format: VersionFormat { format(for: version) }

    /// The date formats of the version in effect. The first that matches is used for reading, the first in the list for
    /// writing.
    public var dateFormats: DateFormats { format.dates }

    /// The layout of a coding-key type in the version in effect: that of the model, otherwise that of the format.
    ///
    /// ```swift
    /// controller.keyLayout(for: FeedComment.CodingKeys.self).place(of: .text)    // "/body" in version 1
    /// ```
    ///
    /// - `model`: A model that adopts ``VersionedKeys``; `nil` uses only the format.
    /// - Throws: The errors of the model's ``VersionedKeys/keyLayouts(for:)``.
    public func keyLayout<Key: CodingKey>(for keys: Key.Type, of model: Any.Type? = nil) throws -> KeyLayout {
        if let model { _ = try registry.ask(model) }
        return registry.declared(for: keys)
    }

    /// The layouts of the version in effect.
    package var registry: LayoutRegistry {
        // Each case has one; only a version that is not in `allCases` has none.
        settings.registries[version] ?? LayoutRegistry(format: format, version: version)
    }
}
