#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Versioned: Decodable where Model: Decodable {
    /// Finds the version of the payload and decodes the model in the format of that version.
    ///
    /// - Throws: `DecodingError`. The underlying error is a ``VersionControllerSet/MissingController`` if the decoder
    ///   has none, a ``VersionError`` if the version cannot be determined or is unknown, or a `DateFormatError` if a
    ///   text is not a date.
    public init(from decoder: any Decoder) throws {
        try self.init(from: decoder, configuration: decoder.versionController(for: Version.self))
    }
}

extension Versioned: DecodableWithConfiguration where Model: Decodable {
    /// Finds the version of the payload and decodes the model in the format of that version.
    ///
    /// ```swift
    /// try JSONDecoder().decode(Versioned<FeedPage, FeedVersion>.self, from: payload, configuration: controller)
    /// ```
    ///
    /// - Throws: `DecodingError`, like `init(from:)`.
    public init(from decoder: any Decoder, configuration: VersionController<Version>) throws {
        let base = decoder.asTolerant?.base ?? decoder
        if configuration.yieldsToPayloads { configuration.notePart(at: base) }
        let object = base.isOurs ? nil : ObjectCache(of: base)
        if configuration.convertsNestedModels, let nested = try Self.converted(from: base, decoder, configuration) {
            self = nested
            return
        }
        let found = try configuration.versionOfPart(in: base, object)
        let (value, issues) = try configuration.inside(found.version).decodeValue(
            Model.self, from: decoder, object, noting: found.contradiction)
        self.init(value, found, issues: issues)
    }
}

extension Versioned where Model: Decodable {
    private init(_ value: Model, _ found: FoundVersion<Version>, issues: [DecodingIssue]) {
        self.init(
            value, version: found.version, source: found.source, issues: issues, saysVersionAsString: found.isString)
    }

    /// The value by the conversion of its model, unless the payload is of the current version; `nil` without one. A
    /// call of its own, so that nested values take less of the stack.
    @inline(never)
    private static func converted(
        from base: any Decoder, _ decoder: any Decoder, _ configuration: VersionController<Version>
    ) throws -> Self? {
        guard let conversion = configuration.settings.nested[Model.self, Version.self] else { return nil }
        let found = try configuration.versionOfConverted(in: base)
        if found.version == configuration.current {
            let (value, issues) = try configuration.inside(found.version).decodeValue(
                Model.self, from: decoder, noting: found.contradiction)
            return Self(value, found, issues: issues)
        }
        let payload = try (base.asProxy?.base ?? base).singleValueContainer().decode(JSONValue.self)
        do {
            let value = try PartVersionLog.pausing {
                try conversion.decode(payload, found.version, JSONPointer(codingPath: base.codingPath))
            }
            if let contradiction = found.contradiction { decoder.note(contradiction) }
            return Self(value, found, issues: found.contradiction.map { [$0] } ?? [])
        } catch let error as any DiagnosableError {
            let place = error.diagnostic.path?.tokens.map { PayloadKey($0) as any CodingKey }
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: place ?? base.codingPath, debugDescription: "\(error.diagnostic)",
                    underlyingError: error))
        }
    }
}

extension Versioned: Encodable where Model: Encodable {
    /// Encodes the model in the format of its version, and writes the version at its location.
    ///
    /// - Throws: `EncodingError`, with an underlying ``VersionControllerSet/MissingController`` if the encoder has
    ///   none.
    public func encode(to encoder: any Encoder) throws {
        try encode(to: encoder, configuration: encoder.versionController(for: Version.self))
    }
}

extension Versioned: EncodableWithConfiguration where Model: Encodable {
    /// Encodes the model in the format of its version, and writes the version at its location.
    ///
    /// - Throws: `EncodingError` if two keys write different values to one place, including the version.
    public func encode(to encoder: any Encoder, configuration: VersionController<Version>) throws {
        let target = configuration.explicitVersion ?? version
        if configuration.convertsNestedModels, target != configuration.current,
            try encodeConverted(to: encoder, configuration, target)
        {
            return
        }
        var controller = configuration.inside(target)
        controller.saysVersionAsString = saysVersionAsString
        try controller.encodeValue(value, to: encoder, stamps: true)
    }

    /// Writes the value by the conversion of its model; `false` without one. A call of its own, so that nested values
    /// take less of the stack.
    @inline(never)
    private func encodeConverted(
        to encoder: any Encoder, _ configuration: VersionController<Version>, _ target: Version
    ) throws -> Bool {
        guard let conversion = configuration.settings.nested[Model.self, Version.self] else { return false }
        var payload = try conversion.encode(value, target, JSONPointer(codingPath: encoder.codingPath))
        if saysVersionAsString { payload.sayVersionAsString(target.label, at: configuration.location) }
        try configuration.inside(target).encodeValue(payload, to: encoder, stamps: false)
        return true
    }
}

extension JSONValue {
    /// Writes the version that a payload names as a string, if each payload may choose.
    fileprivate mutating func sayVersionAsString(_ label: String, at location: VersionLocation?) {
        for (pointer, said) in location?.stamps(of: label, asString: true) ?? [] where self[at: pointer] != nil {
            replace(at: pointer.tokens[...], by: said)
        }
    }

    private mutating func replace(at tokens: ArraySlice<String>, by value: JSONValue) {
        guard let key = tokens.first else {
            self = value
            return
        }
        object?[key]?.replace(at: tokens.dropFirst(), by: value)
    }
}

extension VersionController {
    /// Decodes a value from a decoder's place, in the version that is in effect.
    ///
    /// - `object`: The containers of the value, where they are known.
    /// - `issue`: An issue of the value as a whole, which was found before.
    func decodeValue<Value: Decodable>(
        _ type: Value.Type, from decoder: any Decoder, _ object: ObjectCache? = nil, noting issue: DecodingIssue? = nil
    ) throws -> (Value, [DecodingIssue]) {
        if let tolerant = decoder.asTolerant { return try tolerant.value(type, in: self, noting: issue) }
        let base = decoder.asProxy?.base ?? decoder
        if let native = base.asNative {
            let session = native.session(around: decoder).inside(self)
            return try session.noting(at: native.node) {
                if let issue { session.recorder.note(issue) }
                return try session.locating { try session.value(type, at: native.node) }
            }
        }
        if format.leavesReadingToTheCoder {
            var controllers = decoder.userInfo[.versionControllers] as? VersionControllerSet ?? VersionControllerSet()
            controllers.install(self)
            if let issue { decoder.note(issue) }
            let value = try version.naming {
                try VersionScope.run(controllers) { try base.singleValueContainer().decode(type) }
            }
            return (value, issue.map { [$0] } ?? [])
        }
        let context = FormatContext(
            controller: self, userInfo: decoder.userInfo, isPropertyList: CoderKind.isPropertyList(base))
        defer { context.hasEnded = true }
        return try context.noting(depth: base.codingPath.count) {
            if let issue { context.recorder.note(issue) }
            func proxy(_ model: Any.Type?) -> ProxyDecoder {
                ProxyDecoder(
                    base: base, context: context, model: model, object: object, isOnLoan: decoder.asProxy == nil,
                    around: decoder.asProxy)
            }
            return try version.naming {
                guard LeafKind(type, context) == .model else {
                    return try proxy(nil).singleValueContainer().decode(type)
                }
                try context.ask(type)
                return try proxy(nil).build(type)
            }
        }
    }

    /// Encodes a value at an encoder's place, in the version that is in effect.
    func encodeValue<Value: Encodable>(_ value: Value, to encoder: any Encoder, stamps: Bool) throws {
        if let output = encoder.asOutput { return try output.write(value, by: self, stamps: stamps) }
        let outer = encoder.asTree
        let writing = writing
        let context = FormatContext(
            writing: writing, given: .any(encoder.userInfo),
            isPropertyList: outer?.context.isPropertyList ?? CoderKind.isPropertyList(encoder))
        defer { context.hasEnded = true }
        if let outer { context.openFrames = outer.context.openFrames }
        let settled = try writing.settledValue(value, context, at: encoder.codingPath, stamps: stamps)
        guard let outer else {
            try settled.check(.usual, at: encoder.codingPath)
            return try Replay(value: settled).write(to: encoder)
        }
        guard case .nothing = outer.node.content else {
            throw outer.fault(
                "a value with a version of its own was written where \(outer.node.phrase) has been written")
        }
        outer.node.content = .settled(settled)
    }
}

extension VersionWriting {
    /// A value in its form for any coder.
    fileprivate func settledValue<Value: Encodable>(
        _ value: Value, _ context: FormatContext, at path: [any CodingKey], stamps: Bool
    ) throws -> EncodedValue {
        let settlement = Settlement(context: context)
        var settled: EncodedValue
        var isDictionary = false
        switch try context.part(of: value, at: TreePath(path)) {
        case .leaf(let leaf): settled = .leaf(leaf)
        case .node(let node):
            if case .nothing = node.content {
                throw EncodingError.invalidValue(
                    value, .init(codingPath: path, debugDescription: "\(Value.self) did not write anything"))
            }
            settled = try settlement.settle(node, at: TreePath(path))
            isDictionary = node.isDictionary
        }
        guard stamps, let stamp = try stamp(at: path) else { return settled }
        if case .leaf(.json) = settled { settled = settled.opened }
        guard settled.isObject, !isDictionary else {
            try stamp.checkIsOptional(value, isDictionary: isDictionary, at: path)
            return settled
        }
        try stamp.write(into: &settled, settlement, TreePath(path))
        return settled
    }
}
