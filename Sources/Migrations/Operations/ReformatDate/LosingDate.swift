import VersionedCodec

/// The computation of a date that does not come back as it was.
struct LosingDate: LosingComputation {
    let reformatting: DateReformatting
    /// Whether only the spelling is lost; otherwise, parts that the other format cannot say.
    let losesSpelling: Bool

    func compute(
        _ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to result: inout [UInt8]
    ) -> JSONKind? { nil }

    func computeLosing(
        _ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to result: inout [UInt8]
    ) -> JSONKind? {
        switch reformatting.append(characters, of: kind, to: &result) {
        case .losesSpelling: losesSpelling ? reformatting.kind : nil
        case .losesParts: losesSpelling ? nil : reformatting.kind
        case .exact, .noDate: nil
        }
    }

    func undoes(_ other: any ScalarComputation) -> Bool {
        (other as? Self).map { reformatting.reverses($0.reformatting) } ?? false
    }

    var lossTraits: Loss.Traits { losesSpelling ? [.isAboutWayBack, .isChange] : .isChange }

    func words(for lost: JSONValue, becoming made: JSONValue) -> LossWords {
        var (text, bytes) = (lost.string ?? lost.number?.text ?? "", [UInt8]())
        return Self.words(for: text.withUTF8 { reformatting.append($0, of: lost.kind, to: &bytes) }, becoming: made)
    }

    static func words(for outcome: DateReformatting.Outcome, becoming made: JSONValue) -> LossWords {
        let detail = " from \(made.text())"
        guard case .losesParts(let parts, of: let date) = outcome, let shown = parts.description(of: date) else {
            return LossWords("its spelling does not come back", detail: detail)
        }
        let reason = "the other format cannot say "
        return LossWords(reason: reason + shown + detail, group: reason + parts.names)
    }
}
