extension Decoder {
    /// The installed controller for the given versions, with the version of the payload in effect.
    ///
    /// ```swift
    /// init(from decoder: any Decoder) throws {
    ///     let controller = try decoder.versionController(for: FeedVersion.self)
    ///     switch controller.version {
    ///     case .v1: …
    ///     case .v2: …
    ///     }
    /// }
    /// ```
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``VersionControllerSet/MissingController`` if none is
    ///   installed.
    public func versionController<Version: APIVersion>(
        for versions: Version.Type
    ) throws -> VersionController<Version> {
        if let controller = VersionScope.controller(for: versions, userInfo: userInfo, isOurs: isOurs) {
            return controller
        }
        let error = VersionControllerSet.MissingController(versionType: String(describing: versions), coder: "decoder")
        throw DecodingError.dataCorrupted(
            .init(codingPath: codingPath, debugDescription: error.description, underlyingError: error))
    }
}

extension Encoder {
    /// The installed controller for the given versions, with the version that is being written in effect.
    ///
    /// - Throws: `EncodingError.invalidValue` with an underlying ``VersionControllerSet/MissingController`` if none is
    ///   installed.
    public func versionController<Version: APIVersion>(
        for versions: Version.Type
    ) throws -> VersionController<Version> {
        let isOurs = asVersionAware?.isInVersion ?? false
        if let controller = VersionScope.controller(for: versions, userInfo: userInfo, isOurs: isOurs) {
            return controller
        }
        let error = VersionControllerSet.MissingController(versionType: String(describing: versions), coder: "encoder")
        throw EncodingError.invalidValue(
            versions, .init(codingPath: codingPath, debugDescription: error.description, underlyingError: error))
    }
}

extension VersionControllerSet {
    /// A coder without a controller for the versions that a model asks for.
    public struct MissingController: DiagnosableError, Equatable {
        /// The type of the versions.
        public let versionType: String

        /// The coder without the controller: `decoder` or `encoder`.
        public let coder: String

        /// The parts of the error.
        public var diagnostic: Diagnostic {
            Diagnostic(
                message: "the \(coder) carries no version controller for \(versionType); before coding, install one:"
                    + " \(coder).userInfo.install(VersionController<\(versionType)>(…))")
        }
    }
}

/// The version in effect inside a payload whose models are given the coder's own decoder, which cannot carry it.
enum VersionScope {
    @TaskLocal static var controllers: VersionControllerSet?

    /// Our own coders carry the version in effect. Another coder carries what was installed: a version fixed there
    /// wins, then the version of the payload around it.
    static func controller<Version: APIVersion>(
        for versions: Version.Type, userInfo: [CodingUserInfoKey: Any], isOurs: Bool
    ) -> VersionController<Version>? {
        let carried = (userInfo[.versionControllers] as? VersionControllerSet)?.controller(for: versions)
        if isOurs || carried?.explicitVersion != nil { return carried ?? controllers?.controller(for: versions) }
        return controllers?.controller(for: versions) ?? carried
    }

    static func run<Result>(
        _ controllers: VersionControllerSet, _ body: () throws -> Result
    ) rethrows -> Result {
        try $controllers.withValue(controllers, operation: body)
    }
}
