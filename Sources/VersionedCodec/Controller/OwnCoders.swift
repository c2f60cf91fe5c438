/// Recognizes the library's coders by comparing types: a cast to a struct asks the runtime for conformances of a class
/// first, for each call.
extension Decoder {
    /// The decoder, if it is one over another coder's; for a tolerant one, the decoder that it wraps.
    var asProxy: ProxyDecoder? {
        Self.self == ProxyDecoder.self ? SameType.cast(self, as: ProxyDecoder.self) : asTolerant?.base.asProxy
    }

    /// The decoder, if it is our own; for a tolerant one, the decoder that it wraps.
    var asNative: IndexDecoder? {
        Self.self == IndexDecoder.self ? SameType.cast(self, as: IndexDecoder.self) : asTolerant?.base.asNative
    }

    /// The decoder, where it notes calls that fail, over one of ours or another coder's.
    var asTolerant: TolerantDecoder? {
        Self.self == TolerantDecoder.self ? SameType.cast(self, as: TolerantDecoder.self) : nil
    }

    /// Whether it is our own, or follows a format; a tolerant one is what it wraps.
    var isOurs: Bool {
        Self.self == IndexDecoder.self || Self.self == ProxyDecoder.self || asTolerant?.base.isOurs == true
    }
}

extension Encoder {
    /// The encoder, where it is our own.
    var asOutput: OutputEncoder? { Self.self == OutputEncoder.self ? self as? OutputEncoder : nil }

    /// The encoder, where it writes into a tree for another coder's.
    var asTree: TreeEncoder? { Self.self == TreeEncoder.self ? self as? TreeEncoder : nil }

    /// The encoder, where it is one of both.
    var asVersionAware: (any VersionAwareEncoder)? { asOutput ?? asTree }
}
