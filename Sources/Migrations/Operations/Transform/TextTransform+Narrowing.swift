import VersionedCodec

/// Transforms that leave a part of a text: several of them make one text.
extension TextTransform {
    /// The part that is left of a text; `nil` if the transform is another one.
    private func narrowed(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        switch self {
        case .lastPathComponent:
            let path = text.last == UInt8(ascii: "/") ? text.dropLast() : text[...]
            let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex
            return UnsafeBufferPointer(rebasing: path[start...])
        case .dropPrefix(.text(let prefix)):
            return text.starts(with: prefix.utf8)
                ? UnsafeBufferPointer(rebasing: text.dropFirst(prefix.utf8.count)) : text
        case .dropSuffix(.text(let suffix)):
            guard text.count >= suffix.utf8.count, text.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) else {
                return text
            }
            return UnsafeBufferPointer(rebasing: text.dropLast(suffix.utf8.count))
        default: return nil
        }
    }

    /// What the transforms at the start of a chain leave of a text, and those that follow.
    static func narrow(_ text: String, by chain: [TextTransform]) -> (text: String, rest: ArraySlice<TextTransform>) {
        guard chain.first?.isNarrowing == true else { return (text, chain[...]) }
        var (text, rest) = (text, chain[...])
        let left = text.withUTF8 { bytes in
            var part = bytes
            while let narrowed = rest.first?.narrowed(part) {
                part = narrowed
                rest = rest.dropFirst()
            }
            return String(decoding: part, as: UTF8.self)
        }
        return (left, rest)
    }

    private var isNarrowing: Bool {
        switch self {
        case .lastPathComponent, .dropPrefix(.text), .dropSuffix(.text): true
        default: false
        }
    }
}
