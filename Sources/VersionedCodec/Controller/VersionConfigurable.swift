#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Adopt it in a `Codable` model that accepts a controller as Foundation's decoding and encoding configuration.
///
/// The protocol needs no code. The model's own `Codable` code runs, in the format of the version in effect.
///
/// ```swift
/// extension FeedSong: VersionConfigurable { typealias Version = FeedVersion }
///
/// let song = try JSONDecoder().decode(FeedSong.self, from: payload, configuration: controller.fixed(to: .v1))
/// let list = try JSONDecoder().decode([FeedSong].self, from: payload, configuration: controller)
/// ```
///
/// The version in effect is that of the enclosing payload; otherwise the controller's explicit version; otherwise the
/// one at the controller's location, where the version is also written. An `init(from:configuration:)` and
/// `encode(to:configuration:)` of your own can follow the version with ``VersionController/decoder(over:for:)`` and
/// ``VersionController/encode(_:to:by:)``.
public protocol VersionConfigurable: Codable, DecodableWithConfiguration, EncodableWithConfiguration
where DecodingConfiguration == VersionController<Version>, EncodingConfiguration == VersionController<Version> {
    /// The versions of the API that the model is part of.
    associatedtype Version: APIVersion
}

extension VersionConfigurable {
    /// Decodes the model with its own `init(from:)`, in the format of the version in effect.
    ///
    /// - Throws: `DecodingError`, with an underlying ``VersionError`` if the version of the payload cannot be
    ///   determined.
    public init(from decoder: any Decoder, configuration: VersionController<Version>) throws {
        let decoder = try configuration.decoder(over: decoder, for: Self.self)
        do {
            if decoder.isOurs, !ModelKind(Self.self).isEmpty {
                self = try decoder.singleValueContainer().decode(Self.self)
            } else {
                try self.init(from: decoder)
            }
        } catch let error as DecodingError where decoder.asTolerant == nil {
            throw decoder.located(error)
        }
    }

    /// Encodes the model with its own `encode(to:)`, in the format of the version in effect.
    ///
    /// - Throws: `EncodingError` if two keys write different values to one place.
    public func encode(to encoder: any Encoder, configuration: VersionController<Version>) throws {
        try configuration.encodeConfigured(self, to: encoder)
    }
}

extension VersionController {
    /// Encodes a value that was given this controller as its configuration.
    fileprivate func encodeConfigured(_ value: some Encodable, to encoder: any Encoder) throws {
        if encoder.asVersionAware?.isInVersion == true || isSettled {
            let around = VersionScope.controller(for: Version.self, userInfo: encoder.userInfo, isOurs: true)
            try inside(isSettled ? version : around?.version ?? version).encodeValue(value, to: encoder, stamps: false)
        } else {
            try inside(version).encodeValue(value, to: encoder, stamps: true)
        }
    }
}

/// Code that writes a model in the place of the model's own.
struct WrittenModel: Encodable {
    fileprivate let model: Any.Type
    fileprivate let write: (any Encoder) throws -> Void

    func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder.asVersionAware else { return try write(encoder) }
        try write(encoder.sharing(model: model))
    }
}

extension WrittenModel {
    /// A value that is written with a configuration.
    init<Value: EncodableWithConfiguration>(_ value: Value, _ configuration: Value.EncodingConfiguration) {
        self.init(model: ConfiguredModel.type(of: Value.self)) {
            try value.encode(to: $0, configuration: configuration)
        }
    }
}

/// The model of a type that takes a configuration, so that it is asked for its layouts: an array or an optional passes
/// its configuration on to its elements.
enum ConfiguredModel {
    static func type(of type: Any.Type) -> Any.Type {
        var model: Any.Type = type
        while let list = model as? any PassesConfigurationOn.Type { model = list.configuredElement }
        return model
    }
}

protocol PassesConfigurationOn {
    static var configuredElement: Any.Type { get }
}

extension Array: PassesConfigurationOn { static var configuredElement: Any.Type { Element.self } }
extension Optional: PassesConfigurationOn { static var configuredElement: Any.Type { Wrapped.self } }

extension VersionController {
    /// A decoder that follows the format of the version in effect. Use it in an `init(from:configuration:)` of your
    /// own.
    ///
    /// ```swift
    /// init(from decoder: any Decoder, configuration: VersionController<FeedVersion>) throws {
    ///     let decoder = try configuration.decoder(over: decoder, for: Self.self)
    ///     let container = try decoder.container(keyedBy: CodingKeys.self)    // keys and dates as the version has them
    ///     switch try decoder.versionController(for: FeedVersion.self).version { … }
    /// ```
    ///
    /// - Parameters:
    ///   - decoder: The coder's own decoder. A decoder of ours with the same version is returned unchanged.
    ///   - model: The model that is decoded. Its layouts are used.
    /// - Throws: `DecodingError`, with an underlying ``VersionError`` if the version of the payload cannot be
    ///   determined.
    public func decoder(over decoder: any Decoder, for model: Any.Type) throws -> any Decoder {
        if decoder is RecordingDecoder { return decoder }
        if let tolerant = decoder.asTolerant {
            let base = try self.decoder(over: tolerant.base, for: model, in: tolerant.frame)
            return TolerantDecoder(base: base, frame: tolerant.frame)
        }
        return try self.decoder(over: decoder, for: model, in: nil)
    }

    /// A decoder that follows the format of the version in effect.
    ///
    /// - `frame`: The object that is decoded tolerantly.
    private func decoder(
        over decoder: any Decoder, for model: Any.Type, in frame: ObjectFrame?
    ) throws -> any Decoder {
        let (controller, contradiction) = try settled(for: decoder)
        if let contradiction, let frame { frame.wholeIssue = contradiction }
        if let proxy = decoder.asProxy, proxy.isInside(controller) {
            try proxy.context.ask(model)
            return proxy.sharing(model: model)
        }
        let base = decoder.asProxy?.base ?? decoder
        if let native = base.asNative {
            let session = native.session(around: decoder).inside(controller)
            if let contradiction { session.recorder.noteOnce(contradiction) }
            _ = try session.meet(model)
            return IndexDecoder(session: session, node: native.node, isHeld: native.isHeld, model: model)
        }
        let context = FormatContext(
            controller: controller, userInfo: decoder.userInfo, isPropertyList: CoderKind.isPropertyList(base),
            recorder: frame?.run.recorder)
        if let contradiction { context.recorder.noteOnce(contradiction) }
        try context.ask(model)
        return ProxyDecoder(base: base, context: context, model: model, around: decoder.asProxy)
    }

    /// Encodes what a closure writes, in the format of the version in effect. Use it in an `encode(to:configuration:)`
    /// of your own.
    ///
    /// ```swift
    /// func encode(to encoder: any Encoder, configuration: VersionController<FeedVersion>) throws {
    ///     try configuration.encode(Self.self, to: encoder) { encoder in
    ///         var container = encoder.container(keyedBy: CodingKeys.self)    // keys and dates as the version has them
    /// ```
    ///
    /// The version is written at its location, except inside a payload that names its version already.
    ///
    /// - Parameters:
    ///   - model: The model that is encoded. Its layouts are used.
    ///   - encoder: The coder's own encoder, or one of ours.
    ///   - write: Writes the model.
    /// - Throws: The errors of `write`, and `EncodingError` if two keys write different values to one place.
    public func encode(
        _ model: Any.Type, to encoder: any Encoder, by write: (any Encoder) throws -> Void
    ) throws {
        try withoutActuallyEscaping(write) { write in
            try encodeConfigured(WrittenModel(model: model, write: write), to: encoder)
        }
    }
}

extension ProxyDecoder {
    /// Whether the decoder follows the version that a controller has in effect.
    fileprivate func isInside<Version: APIVersion>(_ controller: VersionController<Version>) -> Bool {
        guard let own = VersionScope.controller(for: Version.self, userInfo: userInfo, isOurs: true) else {
            return false
        }
        return own.isSettled && own.version == controller.version
    }
}
