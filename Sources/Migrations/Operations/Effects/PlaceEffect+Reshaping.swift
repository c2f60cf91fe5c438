import VersionedCodec

// What the operations on lists, keys, texts, tables and generated values do to places.

extension ValueOperation {
    /// What becomes of the value depends on it alone.
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }
}

extension Rules {
    /// Whether nothing but an error keeps the operation from its work, wherever it puts what it makes.
    fileprivate var alwaysWorks: Bool { absent == .error && wrongKind == .error }
}

// MARK: - Keys

extension GatherOperation {
    var effects: [PlaceEffect] {
        let target = nest.path.appending(nest.key)
        let isCertain = rules.alwaysWorks && rules.exists != .skip
        if nest.merges { return [.changes(nest.path, rules.absent)] }
        guard let names = nest.selection.only else {
            return [.changes(nest.path, rules.absent), .writes(target, rules.exists, isCertain: isCertain)]
        }
        let (prefix, suffix) = (nest.selection.prefix ?? "", nest.selection.suffix ?? "")
        let outside = names.map { nest.path.appending(prefix + $0 + suffix) }.filter { $0 != target }
        return [.needs(nest.path, rules.absent)] + outside.map { .reads($0, .skip) }
            + outside.map { .removes($0, isCertain: isCertain) }
            + [.writes(target, rules.exists, isCertain: isCertain)]
    }
}

extension ScatterOperation {
    var effects: [PlaceEffect] {
        let source = nest.path.appending(nest.key)
        let takesAll = nest.selection.only == nil && nest.selection.except == nil
        return [
            .reads(source, rules.absent), .changes(nest.path, rules.absent),
            .removes(source, isCertain: takesAll && rules.alwaysWorks),
        ]
    }
}

// MARK: - Lists

extension HoistOperation {
    var effects: [PlaceEffect] {
        // Of an empty array nothing is hoisted.
        [
            .changes(shared.path.appending(shared.list), rules.absent),
            .writes(shared.path.appending(shared.outside), .error, isCertain: false),
        ]
    }
}

extension PlungeOperation {
    var effects: [PlaceEffect] {
        let outside = shared.path.appending(shared.outside)
        return [
            .reads(outside, rules.absent), .changes(shared.path.appending(shared.list), rules.absent),
            .removes(outside, isCertain: rules.alwaysWorks),
        ]
    }
}

extension AttachOperation {
    var effects: [PlaceEffect] {
        let items = lists.path.appending(lists.items)
        return [
            .reads(items, rules.absent), .changes(lists.path.appending(lists.owners), rules.absent),
            .removes(items, isCertain: rules.alwaysWorks),
        ]
    }
}

extension DetachOperation {
    var effects: [PlaceEffect] {
        [
            .changes(lists.path.appending(lists.owners), rules.absent),
            .writes(lists.path.appending(lists.items), .error, isCertain: rules.alwaysWorks),
        ]
    }
}

extension PartedList {
    fileprivate var places: [JSONPointer] { parts.map { path.appending($0.place) } }

    fileprivate var asked: [PlaceEffect] { readsDocument ? [.readsElsewhere(.document, .root, .skip)] : [] }
}

extension PartitionOperation {
    var effects: [PlaceEffect] {
        let whole = list.path.appending(list.whole)
        return list.asked + [.reads(whole, rules.absent), .removes(whole, isCertain: rules.alwaysWorks)]
            + list.places.map { .writes($0, .error, isCertain: rules.alwaysWorks) }
    }
}

extension ConcatenateOperation {
    var effects: [PlaceEffect] {
        let whole = list.path.appending(list.whole)
        return list.asked + list.places.map { .reads($0, .skip) }
            + list.places.map { .removes($0, isCertain: rules.alwaysWorks) }
            + [.writes(whole, .error, isCertain: rules.alwaysWorks)]
    }
}

// MARK: - Tables

extension LookupTable {
    /// A table is needed where the value is there that is looked up in it.
    fileprivate func read(_ rules: Rules) -> PlaceEffect { .readsElsewhere(origin, path, rules.absent) }
}

extension IndexToKeyOperation {
    var effects: [PlaceEffect] { [list.read(rules), .changes(path, rules.absent)] }
}

extension KeyToIndexOperation {
    var effects: [PlaceEffect] { [list.read(rules), .changes(path, rules.absent)] }
}

extension LookUpOperation {
    var effects: [PlaceEffect] {
        [
            .reads(from, rules.absent), table.read(rules),
            .writes(to, rules.exists, isCertain: rules.alwaysWorks && rules.exists != .skip),
        ]
    }
}

// MARK: - Texts

extension MatchOperation {
    var effects: [PlaceEffect] {
        let isCertain = rules.alwaysWorks && rules.exists != .skip
        let others = parts.places.map(\.pointer).filter { $0 != parts.whole }
        let keepsWhole = others.count < parts.places.count
        return [.reads(parts.whole, rules.absent)]
            + [keepsWhole ? .changes(parts.whole, .skip) : .removes(parts.whole, isCertain: isCertain)]
            + others.map { .writes($0, rules.exists, isCertain: isCertain) }
    }
}

extension ComposeOperation {
    var effects: [PlaceEffect] {
        let isCertain = rules.alwaysWorks && rules.exists != .skip
        let others = parts.places.map(\.pointer).filter { $0 != parts.whole }
        let isInPlace = others.count < parts.places.count
        return parts.places.map { .reads($0.pointer, rules.absent) }
            + others.map { .removes($0, isCertain: isCertain) }
            + [isInPlace ? .changes(parts.whole, .skip) : .writes(parts.whole, rules.exists, isCertain: isCertain)]
    }
}

// MARK: - Generated values

extension GenerateOperation {
    var effects: [PlaceEffect] {
        // A value that is there stays.
        [.needs(path.parent, rules.absent), .reads(path.parent, .skip), .writes(path, .skip, isCertain: false)]
    }
}

// MARK: - Scopes

extension EverywhereScope {
    var effects: [PlaceEffect] {
        (readsDocument ? [.readsElsewhere(.document, .root, .skip)] : []) + [.anywhereIn(path, rules, operations)]
    }
}
