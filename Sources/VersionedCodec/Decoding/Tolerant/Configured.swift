#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The configuration of a call, for as long as it runs.
///
/// `@unchecked Sendable`: the call reads it on its own task only, and it is gone when the call returns.
struct CallConfiguration: @unchecked Sendable {
    let value: Any

    @TaskLocal static var current: CallConfiguration?
}

/// A value that is decoded with the configuration of a call, so that tolerant decoding treats it like any other value.
struct Configured<Value: DecodableWithConfiguration>: Decodable, TransparentWrapper {
    let value: Value

    init(from decoder: any Decoder) throws {
        let given = decoder.toleranceRun?.configuration(of: Value.self, around: decoder.codingPath)
        guard let configuration = (given ?? CallConfiguration.current?.value) as? Value.DecodingConfiguration
        else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "a configuration was asked for outside of its call"))
        }
        value = try Value(from: decoder, configuration: configuration)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a member by a call without a configuration; `nil` unless decoding is tolerant.
    ///
    /// The run keeps the configuration, because it decodes the elements again after the call.
    func tolerantly<Value: DecodableWithConfiguration, Result>(
        _ type: Value.Type, _ key: Key, _ decoder: any Decoder, _ configuration: Value.DecodingConfiguration,
        _ decode: () throws -> Result
    ) throws -> Result? {
        guard let tolerant = decoder.asTolerant else { return nil }
        tolerant.frame.run.keep(configuration, of: type, at: tolerant.codingPath)
        return try CallConfiguration.$current.withValue(.init(value: configuration)) { try decode() }
    }
}

extension Decoder {
    /// The run of tolerant decoding that this decoder belongs to.
    fileprivate var toleranceRun: ToleranceRun? {
        asTolerant?.frame.run ?? asNative?.session.recorder.attempt?.run
    }
}

/// Where values of a type are decoded with a configuration.
struct ConfiguredPlace: Hashable {
    private let type: ObjectIdentifier
    private let path: [String]

    init(_ type: Any.Type, _ path: some Sequence<any CodingKey>) {
        self.type = ObjectIdentifier(type)
        self.path = path.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
    }
}

extension ToleranceRun {
    /// Notes the configuration of the elements of a collection.
    func keep(_ configuration: Any, of type: Any.Type, at path: [any CodingKey]) {
        configurations[ConfiguredPlace(type, path)] = configuration
    }

    /// The configuration of an element.
    func configuration(of type: Any.Type, around path: [any CodingKey]) -> Any? {
        configurations.isEmpty ? nil : configurations[ConfiguredPlace(type, path.dropLast())]
    }
}
