#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Unsafe code: a payload is borrowed for a call. `place` is memory for one value, initialised if a value is returned
/// and in no other case.
extension VersionedJSONDecoder {
    /// Decodes a value, and records problems instead of stopping. Use it for payloads that other programs write.
    ///
    /// ```swift
    /// let page = try decoder.decodeReporting(FeedPage.self, from: payload)
    /// page.value     // the page, without what could not be read
    /// page.issues    // what was wrong, and where
    /// ```
    ///
    /// A failing element of a collection is skipped, and an optional of a wrong kind becomes nil. An object with a
    /// required member that failed is abandoned after all its problems are found. Models need no change. If something
    /// is wrong, `init(from:)` may run several times for one object; changes that it makes to objects in your
    /// `userInfo` are not undone.
    ///
    /// - Throws: `DecodingError` if there is nothing to decode: the payload is not JSON (underlying `JSONSyntaxError`),
    ///   is empty (``DecodingIssue/MissingPayload``; not with ``assumesTopLevelDictionary``), or its version cannot be
    ///   determined (``VersionError``).
    /// - Complexity: that of ``decode(_:from:)-(_,Data)`` if nothing is wrong, otherwise linear in objects and their
    ///   problems.
    @inlinable
    public func decodeReporting<Value: Decodable>(
        _ type: Value.Type, from payload: Data, options: ReportingOptions = ReportingOptions()
    ) throws -> DecodingReport<Value> {
        try DecodingReport { try report(type, from: payload, options, into: $0) }
    }

    /// Decodes a value from bytes, and records problems. Otherwise like
    /// ``decodeReporting(_:from:options:)-(_,Data,_)``.
    @inlinable
    public func decodeReporting<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], options: ReportingOptions = ReportingOptions()
    ) throws -> DecodingReport<Value> {
        try DecodingReport { place in
            try bytes.withUnsafeBufferPointer { try report(type, from: $0, options, into: place) }
        }
    }

    /// Decodes a value from a text, and records problems. Otherwise like
    /// ``decodeReporting(_:from:options:)-(_,Data,_)``.
    public func decodeReporting<Value: Decodable>(
        _ type: Value.Type, from text: some StringProtocol,
        options: ReportingOptions = ReportingOptions()
    ) throws -> DecodingReport<Value> {
        var text = String(text)
        return try DecodingReport { place in try text.withUTF8 { try report(type, from: $0, options, into: place) } }
    }

    /// Decodes a value from a JSON value, and records problems. An unchanged value of a document is decoded in place,
    /// and issues name its line.
    public func decodeReporting<Value: Decodable>(
        _ type: Value.Type, from value: JSONValue, options: ReportingOptions = ReportingOptions()
    ) throws -> DecodingReport<Value> {
        try DecodingReport { place in
            try run(type, value) { $0.report(type, at: $1, options, into: place) }
        }
    }

    @usableFromInline
    func report<Value: Decodable>(
        _ type: Value.Type, from payload: Data, _ options: ReportingOptions,
        into place: UnsafeMutableBufferPointer<Value>
    ) throws -> ReportedIssues {
        try payload.withUnsafeBytes { bytes in
            try bytes.withMemoryRebound(to: UInt8.self) { try report(type, from: $0, options, into: place) }
        }
    }

    @usableFromInline
    func report<Value: Decodable>(
        _ type: Value.Type, from bytes: UnsafeBufferPointer<UInt8>, _ options: ReportingOptions,
        into place: UnsafeMutableBufferPointer<Value>
    ) throws -> ReportedIssues {
        if !assumesTopLevelDictionary, bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) {
            let error = DecodingIssue.MissingPayload()
            throw DecodingError.valueNotFound(
                type, .init(codingPath: [], debugDescription: error.description, underlyingError: error))
        }
        return try run(type, bytes) { $0.report(type, at: $1, options, into: place) }
    }

    /// Decodes a value with a configuration, and records problems. Failing elements of an array of such values are
    /// skipped.
    ///
    /// ```swift
    /// let song = try decoder.decodeReporting(FeedSong.self, from: payload, configuration: controller)
    /// let list = try decoder.decodeReporting([FeedSong].self, from: payload, configuration: controller)
    /// ```
    ///
    /// - Throws: The same errors as ``decodeReporting(_:from:options:)-(_,Data,_)``.
    public func decodeReporting<Value: DecodableWithConfiguration>(
        _ type: Value.Type, from payload: Data, configuration: Value.DecodingConfiguration,
        options: ReportingOptions = ReportingOptions()
    ) throws -> DecodingReport<Value> {
        try withConfiguration(configuration) {
            try decodeReporting(Configured<Value>.self, from: payload, options: options).map(\.value)
        }
    }

    /// Decodes an array of values with a configuration, and records problems. Failing elements are skipped.
    public func decodeReporting<Value: DecodableWithConfiguration>(
        _ type: [Value].Type, from payload: Data, configuration: Value.DecodingConfiguration,
        options: ReportingOptions = ReportingOptions()
    ) throws -> DecodingReport<[Value]> {
        try withConfiguration(configuration) {
            try decodeReporting([Configured<Value>].self, from: payload, options: options).map {
                $0.map(\.value)
            }
        }
    }

    private func withConfiguration<Configuration, Result>(
        _ configuration: Configuration, _ run: () throws -> Result
    ) throws -> Result {
        try CallConfiguration.$current.withValue(.init(value: configuration)) { try run() }
    }
}

extension DecodingIssue {
    /// There is no payload: no bytes, or only white space.
    public struct MissingPayload: DiagnosableError, Equatable {
        /// The error.
        public init() {}

        /// The parts of the error.
        public var diagnostic: Diagnostic { Diagnostic(message: "there is no payload: it is empty") }
    }
}
