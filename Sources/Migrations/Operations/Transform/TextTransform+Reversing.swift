import VersionedCodec

extension TextTransform {
    /// The change that reverses this one, or `nil` if there is none.
    var reversed: TextTransform? {
        switch self {
        case .dropPrefix(let prefix): .addPrefix(prefix)
        case .dropSuffix(let suffix): .addSuffix(suffix)
        case .addPrefix(let prefix): .dropPrefix(prefix)
        case .addSuffix(let suffix): .dropSuffix(suffix)
        case .replace(let old, let new) where !new.isEmpty: .replace(new, with: old)
        case .split(let separator): .join(separator)
        case .join(let separator): .split(separator)
        case .lines: .join("\n")
        case .reverse: .reverse
        case .encodeBase64: .decodeBase64
        case .decodeBase64: .encodeBase64
        case .changeCase(let old, let new): .changeCase(from: new, to: old)
        default: nil
        }
    }
}
