/// The facts about a type for tolerant decoding; found once for each type of a run.
final class TypeTraits {
    /// Whether it is one value that the decoder reads itself, or one of Foundation, whose code is not run with
    /// placeholders.
    let isLeaf: Bool

    /// Whether Foundation declares it. Some of its types trap on contents that no encoder writes: on Linux a
    /// `CharacterSet` with an empty bitmap, when it is released.
    let isOfFoundation: Bool

    /// Whether none of a model's code runs while our decoder reads it.
    let isPlainScalar: Bool

    /// The type, where it has a replay of its own.
    let replayable: (any Replayable.Type)?
    let isStrictlyDecoded: Bool
    let declaresRules: Bool

    /// Whether issues omit it, because it only wraps its value.
    let isTransparent: Bool
    let record: (any RecordIdentifying.Type)?

    init(_ type: Any.Type) {
        let known = KnownType(type)
        let name = String(reflecting: type)
        isOfFoundation = name.hasPrefix("Foundation.") || name.hasPrefix("FoundationEssentials.")
        isLeaf = known.isLeaf || isOfFoundation
        isPlainScalar = known.isPlainScalar
        replayable = type as? any Replayable.Type
        isStrictlyDecoded = type is any StrictlyDecoded.Type
        declaresRules = type is any DeclaresMemberRules.Type
        isTransparent = type is any FindsItsVersion.Type || type is any TransparentWrapper.Type
        record = type as? any RecordIdentifying.Type
    }
}

extension KnownType {
    /// Whether it is one value that the decoder reads itself.
    var isLeaf: Bool {
        self == .json || rawValue >= KnownType.bool.rawValue && rawValue <= KnownType.decimal.rawValue
    }

    /// Whether it is a text, a number or a boolean. Dates and data may be read by code of the decoder's owner.
    var isPlainScalar: Bool {
        rawValue >= KnownType.bool.rawValue && rawValue <= KnownType.uint128.rawValue || self == .decimal
    }
}

extension ToleranceRun {
    /// The facts about a type.
    func traits(of type: Any.Type) -> TypeTraits {
        let id = ObjectIdentifier(type)
        if let lastTraits, lastTraits.id == id { return lastTraits.traits }
        let traits = known[id] ?? TypeTraits(type)
        known[id] = traits
        lastTraits = (id, traits)
        return traits
    }
}
