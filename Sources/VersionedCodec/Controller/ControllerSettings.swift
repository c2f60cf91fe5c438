/// The settings of a controller, compiled once and shared by its copies, so that a copy costs two references.
final class ControllerSettings<Version: APIVersion>: Sendable {
    let current: Version
    let location: VersionLocation?
    let legacy: Version?
    let detection: DetectionRules
    let hints: VersionHints
    let nested: NestedModels
    let formats: [Version: VersionFormat]
    let registries: [Version: LayoutRegistry]

    /// Finds the version of a payload.
    let detector: VersionDetector

    /// Where payloads name their version.
    let versionPlaces: VersionPlaces

    /// Whether a format declares the shape of its payloads.
    let hasShapes: Bool

    /// Whether the caller knows something of the payload.
    let hasHints: Bool

    init(
        current: Version, location: VersionLocation?, legacy: Version?, formats: [Version: VersionFormat],
        registries: [Version: LayoutRegistry], detection: DetectionRules = DetectionRules(),
        hints: VersionHints = VersionHints(), nested: NestedModels = NestedModels()
    ) {
        self.nested = nested
        self.current = current
        self.location = location
        versionPlaces = VersionPlaces(location)
        self.legacy = legacy
        self.formats = formats
        self.registries = registries
        self.detection = detection
        self.hints = hints
        var shapes: [String: PayloadShape] = [:]
        for (version, format) in formats { shapes[version.label] = format.shape }
        var detector = VersionDetector(known: Version.labels, location: location, shapes: shapes, rules: detection)
        detector.legacy = legacy?.label
        self.detector = detector
        hasShapes = !shapes.isEmpty
        hasHints = hints != VersionHints()
    }

    /// The same settings with other rules, or with other facts about a payload.
    func with(
        detection: DetectionRules? = nil, hints: VersionHints? = nil, nested: NestedModels? = nil
    ) -> ControllerSettings {
        ControllerSettings(
            current: current, location: location, legacy: legacy, formats: formats, registries: registries,
            detection: detection ?? self.detection, hints: hints ?? self.hints, nested: nested ?? self.nested)
    }
}

/// Objects that are made for a controller once, and kept for its copies. They carry a copy of the controller without
/// them, to avoid a reference cycle.
final class ControllerCaches<Version: APIVersion>: Sendable {
    let decoders = ControllerDecoders<Version>()
    let writings = ControllerWritings()
}
