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

    var lossWords: String? {
        switch restoredBy {
        case .nothing: Markdown.place(path)
        case .constant(let value): "\(Markdown.place(path)), where it is not \(Markdown.value(value))"
        case .derivation(let derivation):
            "\(Markdown.place(path)), where it is not what \(Markdown.place(derivation.from)) gives"
        case .operation: "\(Markdown.place(path)), where it is not what the way back makes again"
        }
    }

    /// The effects of what another operation makes again are those of both.
    var effectsOfParts: [PlaceEffect]? {
        guard case .operation(let restoring) = restoredBy else { return nil }
        return [.reads(path, rules.absent)] + restoring.effectsOfParts
    }

    var ownDocumentReads: [JSONPointer] {
        guard case .operation(let operation) = restoredBy else { return [.root] }
        return operation.body.documentReads
    }

    /// Another operation makes the value again.
    func keepsPresence(of place: JSONPointer) -> Bool {
        !place.isWithin(path) && !(rules.makesParents && path.isWithin(place))
    }

    func detail(of member: String, _ value: JSONValue) -> String? {
        switch member {
        case "ifDifferent": "a value that the way back would not create again stays"
        case "restoredBy":
            if case .operation(let operation) = restoredBy {
                "not lost where it is what the way back makes: \(operation)"
            } else {
                nil
            }
        default: nil
        }
    }

    var traits: OperationTraits {
        var traits: OperationTraits = [.keepsOrder, .addsNothing]
        switch restoredBy {
        case .nothing, .constant: break
        case .derivation(let derivation):
            if derivation.readsDocument { traits.insert(.readsDocument) }
            // Where the value is within what it is derived from, or around that, one changes the other.
            let source = derivation.from
            if source.isWithin(path) || path.isWithin(source) { traits.insert(.meetsItself) }
        case .operation(let operation):
            if operation.readsDocument { traits.insert(.readsDocument) }
            if operation.makesValues { traits.insert(.removesMadeValues) }
        }
        return traits
    }
}
