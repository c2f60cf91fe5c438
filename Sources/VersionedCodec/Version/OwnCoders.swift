/// Tells coders of ours by comparing types: a cast to a struct asks the runtime for conformances of a class first, for each call.
extension Decoder {
    /// The decoder, where it is one over another coder's.
    var asProxy: ProxyDecoder? { Self.self == ProxyDecoder.self ? self as? ProxyDecoder : nil }

    /// The decoder, where it is our own.
    var asNative: IndexDecoder? { Self.self == IndexDecoder.self ? self as? IndexDecoder : nil }

    /// Whether it is one of both.
    var isOurs: Bool { Self.self == IndexDecoder.self || Self.self == ProxyDecoder.self }
}

extension Encoder {
    /// The encoder, where it is our own.
    var asSheet: SheetEncoder? { Self.self == SheetEncoder.self ? self as? SheetEncoder : nil }

    /// The encoder, where it writes into a tree for another coder's.
    var asTree: TreeEncoder? { Self.self == TreeEncoder.self ? self as? TreeEncoder : nil }

    /// The encoder, where it is one of both.
    var asVersionAware: (any VersionAwareEncoder)? { asSheet ?? asTree }
}
