import VersionedCodec

extension JSONOperation {
    /// What the operation does, in plain words for a changelog: `/total` is renamed to `price`.
    ///
    /// An operation that has none here is told by its description.
    var words: String {
        switch body {
        case let rename as RenameOperation: "\(Markdown.place(rename.path)) is renamed to \(Markdown.code(rename.key))"
        case let move as MoveOperation: "\(Markdown.place(move.from)) moves to \(Markdown.place(move.to))"
        case let copy as CopyOperation: "\(Markdown.place(copy.to)) is new: a copy of \(Markdown.place(copy.from))"
        case let remove as RemoveOperation:
            "\(Markdown.place(remove.path)) is removed" + (remove.reason.map { ": \($0)" } ?? "")
        case let add as AddOperation: "\(Markdown.place(add.path)) is new: \(Markdown.value(add.value)) by default"
        case let set as SetOperation: "\(Markdown.place(set.path)) becomes \(Markdown.value(set.value))"
        case let map as MapValuesOperation: "\(Markdown.place(map.path)) has other values: " + Markdown.table(map.table)
        case let convert as ConvertOperation:
            "\(Markdown.place(convert.path)) becomes a \(convert.to.rawValue) (it was a \(convert.from.rawValue))"
        case let date as ReformatDateOperation:
            "\(Markdown.place(date.path)) is a date written as \(Markdown.code(date.reformatting.to.name)) "
                + "(it was \(Markdown.code(date.reformatting.from.name)))"
        case let data as ReformatDataOperation:
            "\(Markdown.place(data.path)) is data written as \(data.to) (it was \(data.from))"
        case let derive as DeriveOperation:
            "\(Markdown.place(derive.to)) is new: made from \(Markdown.place(derive.derivation.from))"
        case let transform as TransformOperation: "\(Markdown.place(transform.path)) is written in another way"
        case let split as SplitOperation:
            "\(Markdown.place(split.places.whole)) is split into \(Markdown.places(split.places.parts))"
        case let join as JoinOperation:
            "\(Markdown.places(join.places.parts)) are joined into \(Markdown.place(join.places.whole))"
        case let drop as DropOperation: "empty members of \(Markdown.place(drop.path)) are left out"
        case let sort as SortOperation:
            "\(Markdown.place(sort.path)) is sorted"
                + (sort.member.isRoot ? "" : " by \(Markdown.place(sort.member))")
        case let unique as RequireUniqueOperation:
            unique.member.isRoot
                ? "the elements of \(Markdown.place(unique.path)) must differ"
                : "the elements of \(Markdown.place(unique.path)) must differ in \(Markdown.place(unique.member))"
        case let wrap as WrapOperation: "\(Markdown.place(wrap.path)) becomes an array that holds it"
        case let unwrap as UnwrapOperation: "\(Markdown.place(unwrap.path)) is no array any more, but its one element"
        case let list as ObjectToArrayOperation:
            "\(Markdown.place(list.list.path)) becomes an array, with the keys as \(Markdown.code(list.list.id))"
        case let list as ArrayToObjectOperation:
            "\(Markdown.place(list.list.path)) becomes an object, with \(Markdown.code(list.list.id)) as the keys"
        case let refuse as RefuseOperation: "it is refused: \(refuse.message)"
        case let inside as InsideScope: "in \(Markdown.place(inside.path))"
        case let each as EachScope: "in each of \(Markdown.place(each.path))"
        default: description
        }
    }

    /// What the operation may give up, in plain words: `/slug`, where it is not what `/title` gives.
    var lossWords: String {
        switch body {
        case let remove as RemoveOperation:
            switch remove.restoredBy {
            case .nothing: Markdown.place(remove.path)
            case .constant(let value): "\(Markdown.place(remove.path)), where it is not \(Markdown.value(value))"
            case .derivation(let derivation):
                "\(Markdown.place(remove.path)), where it is not what \(Markdown.place(derivation.from)) gives"
            case .operation:
                "\(Markdown.place(remove.path)), where it is not what the way back makes again"
            }
        case let sort as SortOperation: "the order of \(Markdown.place(sort.path))"
        default: words
        }
    }
}

/// Pieces of Markdown.
private enum Markdown {
    /// A text as code, whatever it holds.
    static func code(_ text: String) -> String {
        let plain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 } ? text : JSONValue.string(text).text()
        let fence = String(repeating: "`", count: longestRun(of: "`", in: plain) + 1)
        let isPadded = plain.isEmpty || plain.first == "`" || plain.last == "`"
        return isPadded ? "\(fence) \(plain) \(fence)" : fence + plain + fence
    }

    static func place(_ pointer: JSONPointer) -> String {
        pointer.isRoot ? "the whole value" : code(pointer.description)
    }

    static func places(_ pointers: [JSONPointer]) -> String {
        guard let last = pointers.last, pointers.count > 1 else { return pointers.map(place).joined() }
        return pointers.dropLast().map(place).joined(separator: ", ") + " and " + place(last)
    }

    static func value(_ value: JSONValue) -> String { code(Loss.shortened(value.text())) }

    static func table(_ pairs: [MapValuesOperation.Pair]) -> String {
        let shown = pairs.prefix(8).map { "\(value($0.value)) becomes \(value($0.replacement))" }
        return shown.joined(separator: ", ") + (pairs.count > 8 ? ", and \(pairs.count - 8) more" : "")
    }

    private static func longestRun(of character: Character, in text: String) -> Int {
        var (longest, run) = (0, 0)
        for next in text {
            run = next == character ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }
}
