import VersionedCodec

/// The new values of a table, as characters: strings and numbers from which the way back restores the old value.
/// Immutable.
final class PlainReplacements: Sendable {
    private let characters: [UInt8]
    /// Where those of each pair begin, and where the last ones end.
    private let starts: [Int]
    /// `nil` for other replacements.
    private let kinds: [JSONKind?]

    /// - `replacements`: The index of the replacements of the table.
    init(_ table: [MapValuesOperation.Pair], _ replacements: ValueIndex) {
        var (characters, starts, kinds) = ([UInt8](), [0], [JSONKind?]())
        for (place, pair) in table.enumerated() {
            let first = Int(replacements.firstPlaces[place])
            let comesBack = first == place || table[first].value.isEquivalent(to: pair.value)
            switch pair.replacement.kind {
            case .string where comesBack: characters += (pair.replacement.string ?? "").utf8
            case .number where comesBack: characters += (pair.replacement.number?.text ?? "").utf8
            default:
                kinds.append(nil)
                starts.append(characters.count)
                continue
            }
            kinds.append(pair.replacement.kind)
            starts.append(characters.count)
        }
        (self.characters, self.starts, self.kinds) = (characters, starts, kinds)
    }

    /// Appends the replacement of a pair and returns its kind; `nil` if it is none of these.
    func add(_ place: Int, to result: inout [UInt8]) -> JSONKind? {
        guard let kind = kinds[place] else { return nil }
        characters.withUnsafeBufferPointer {
            result.append(contentsOf: UnsafeBufferPointer(rebasing: $0[starts[place]..<starts[place + 1]]))
        }
        return kind
    }
}
