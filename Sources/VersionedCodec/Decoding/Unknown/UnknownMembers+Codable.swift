extension UnknownMembers: Codable {
    /// No members. A model's unknown members are set after its `init(from:)`.
    public init(from decoder: any Decoder) throws {}

    /// Does nothing. The encoder of the model writes these members beside its own.
    ///
    /// - Throws: `EncodingError` if there are any.
    public func encode(to encoder: any Encoder) throws {
        guard !isEmpty else { return }
        throw EncodingError.invalidValue(
            self,
            .init(
                codingPath: encoder.codingPath,
                debugDescription:
                    "unknown members are written with a model that a container encodes, by our own encoder or in a version"
            ))
    }
}

// Synthesised code calls these for the property itself, which is not a member of the payload.
extension KeyedDecodingContainer {
    /// No members. A model's unknown members are set after its `init(from:)`.
    public func decode(_ type: UnknownMembers.Type, forKey key: Key) throws -> UnknownMembers {
        if contains(key) { _ = try decode(UnknownMembersSeat.self, forKey: key) }
        return UnknownMembers()
    }
}

extension KeyedEncodingContainer {
    /// Does nothing. The members are written beside those of the model.
    ///
    /// - Throws: `EncodingError` if there are any and the coder does not write them.
    public mutating func encode(_ value: UnknownMembers, forKey key: Key) throws {
        if !value.isEmpty { try encode(UnknownMembersSeat(members: value), forKey: key) }
    }
}

extension UnknownMembersSeat: Codable {
    /// A member that has the name of the property is an unknown one.
    init(from decoder: any Decoder) {
        if let native = decoder.asNative {
            native.session.recorder.seats.insert(native.session.pointer(to: native.node))
        } else if let proxy = decoder.asProxy {
            proxy.context.recorder.seats.insert(JSONPointer(codingPath: proxy.codingPath))
        }
    }

    func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
}
