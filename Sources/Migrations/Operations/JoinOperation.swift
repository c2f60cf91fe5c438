import VersionedCodec

/// Joins several texts into one member; `JSONOperation.join` is beside `split`.
struct JoinOperation: OperationBody {
    static let name = "join"

    let places: TextParts
    let rules: Rules

    var description: String {
        "join \(places.parts.map(\.shown).joined(separator: ", ")) into \(places.whole.shown)"
    }
    var lossClass: LossClass { .captures }
    var written: [JSONPointer] { places.parts + [places.whole] }

    func reversed() -> [JSONOperation] { [JSONOperation(SplitOperation(places: places, rules: rules))] }

    func apply(to value: inout JSONValue, in context: inout OperationContext) throws(MigrationError) {
        var texts: [String] = []
        var values: [JSONValue] = []
        for source in places.parts {
            guard let part = try context.value(at: source, of: value, rules) else { return }
            guard let text = part.string else {
                if rules.wrongKind == .skip { return }
                throw context.wrongKind(expected: "a string", found: part, at: source)
            }
            texts.append(text)
            values.append(part)
        }
        let joined = texts.joined(separator: places.separator)
        if places.parts(of: joined) != texts {
            let shown = Loss.shortened(JSONValue.string(joined).text())
            for (source, part) in zip(places.parts, values) {
                context.lose(part, at: source, "splitting does not give it back", detail: " from \(shown)")
            }
        }
        let whole = JSONValue.string(joined).comingFrom(values.first ?? .null)
        let first = places.parts.first ?? places.whole
        let renamesFirst =
            first.parent == places.whole.parent && (value[at: places.whole] == nil || first == places.whole)
        if renamesFirst {
            value.update(at: first.parent.tokens[...]) { parent in
                parent.object?.rename(first.tokens.last ?? "", to: places.whole.tokens.last ?? "")
            }
            value.update(at: places.whole.tokens[...]) { $0 = whole }
        } else if try !context.put(whole, at: places.whole, of: &value, rules) {
            return
        }
        for source in places.parts where source != places.whole && !(renamesFirst && source == first) {
            _ = value.remove(at: source)
        }
    }
}

extension JoinOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        places = try TextParts(reading: &members, whole: "into", parts: "from")
        rules = try members.rules([.absent, .wrongKind, .exists])
    }

    func write(to members: inout MemberWriter) {
        places.write(to: &members, whole: "into", parts: "from")
        members.write(rules)
    }
}
