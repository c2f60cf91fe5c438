import VersionedCodec

extension JSONOperation {
    /// What the operation does, in plain words for a changelog: `/total` is renamed to `price`.
    ///
    /// An operation that has none here is told by its description.
    var words: String {
        switch body {
        case let rename as RenameOperation: "\(Markdown.place(rename.path)) is renamed to \(Markdown.code(rename.key))"
        case let move as MoveOperation where move.to.isRoot: "\(Markdown.place(move.from)) becomes the value itself"
        case let move as MoveOperation: "\(Markdown.place(move.from)) moves to \(Markdown.place(move.to))"
        case let copy as CopyOperation:
            "\(Markdown.place(copy.to)) is new: a copy of \(Markdown.place(copy.from))"
                + (copy.origin == .here ? "" : " in the \(copy.origin.rawValue)")
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
            "\(Markdown.place(data.path)) is written as \(data.to) (it was \(data.from))"
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
        case let each as EachScope:
            each.path.isRoot ? "in each element or member" : "in each of \(Markdown.place(each.path))"
        case let part as DocumentScope: "in \(Markdown.place(part.path)), as in a document of its own"
        case let everywhere as EverywhereScope:
            "in every object\(everywhere.path.isRoot ? "" : " in \(Markdown.place(everywhere.path))"), at any depth, "
                + "where \(everywhere.condition)"
        case let named as NamedScope: "as \(Markdown.code(named.label))"
        case let again as AgainOperation: "\(Markdown.code(again.label)) again, with what is there"
        case let custom as CustomBody:
            "\(Markdown.code(custom.operation.name))\(custom.isBack ? ", back" : "") (custom)"
        default: reshapingWords ?? description
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
        case let rename as RenameOperation:
            Self.lossWords(from: rename.path, to: rename.path.parent.appending(rename.key), rename.rules)
        case let move as MoveOperation: Self.lossWords(from: move.from, to: move.to, move.rules)
        case let set as SetOperation:
            Markdown.place(set.path) + (set.old.map { ", where it is not \(Markdown.value($0))" } ?? "")
        case let generate as GenerateOperation:
            "\(Markdown.place(generate.path)), where it is what \(generate.made.words) would make"
        default: "what does not come back when \(words)"
        }
    }

    private static func lossWords(from: JSONPointer, to target: JSONPointer, _ rules: Rules) -> String {
        rules.exists == .overwrite
            ? "what stands at \(Markdown.place(target)) already"
            : "what stands at \(Markdown.place(target)) already, where there is no \(Markdown.place(from))"
    }
}
