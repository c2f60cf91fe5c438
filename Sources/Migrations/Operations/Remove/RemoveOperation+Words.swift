import VersionedCodec

extension RemoveOperation {
    var effects: [PlaceEffect] {
        var effects: [PlaceEffect] = [.reads(path, rules.absent)]
        switch restoredBy {
        case .nothing, .constant: break
        case .derivation(let derivation):
            effects.append(.compares(derivation.from))
            effects += derivation.transforms.flatMap(\.places).map { .compares($0) }
            if derivation.readsDocument { effects.append(.readsElsewhere(.document, .root, .skip)) }
        // The result of the operation is only compared with values here.
        case .operation: effects.append(.readsElsewhere(.document, .root, .skip))
        }
        return effects + [.removes(path, isCertain: different == .remove)]
    }

    var words: String {
        "\(Markdown.place(path)) is removed" + (reason.map { ": \($0)" } ?? "")
    }

    var lossWords: String {
        switch restoredBy {
        case .nothing: Markdown.place(path)
        case .constant(let value): "\(Markdown.place(path)), where it is not \(Markdown.value(value))"
        case .derivation(let derivation):
            "\(Markdown.place(path)), where it is not what \(Markdown.place(derivation.from)) gives"
        case .operation: "\(Markdown.place(path)), where it is not what the way back makes again"
        }
    }
}
