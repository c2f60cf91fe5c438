extension UnknownMembers: Codable {
    /// No members: those of a model are set after its `init(from:)`.
    public init(from decoder: any Decoder) throws {}

    /// Members are written by the encoder of their model, beside what it writes.
    ///
    /// - Throws: `EncodingError` where there are some.
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
    /// No members: those of a model are set after its `init(from:)`.
    public func decode(_ type: UnknownMembers.Type, forKey key: Key) throws -> UnknownMembers {
        if contains(key) { _ = try decode(UnknownMembersSeat.self, forKey: key) }
        return UnknownMembers()
    }
}

extension KeyedEncodingContainer {
    /// Nothing: the members are written beside those of the model.
    ///
    /// - Throws: `EncodingError` where there are some and the coder is not one that writes them.
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
