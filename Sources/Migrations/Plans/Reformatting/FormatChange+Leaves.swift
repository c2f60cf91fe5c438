import VersionedCodec

extension FormatChange {
    /// The operations for a date; empty if the new version writes by the same format, and reads all that the old one
    /// did.
    func dateChanges(_ forms: Forms, _ place: Place) throws -> [JSONOperation] {
        let dates = (old: forms.old.dates, new: forms.new.dates)
        if dates.old == dates.new { return [] }
        guard !dates.old.list.isEmpty, let target = dates.new.writing else {
            throw place.error("one of the versions leaves dates to the coder, so it is not known how it writes them")
        }
        if dates.old.writing == target, dates.old.list.allSatisfy(dates.new.list.contains) { return [] }
        let (texts, numbers) = (dates.old.asOne(.text), dates.old.asOne(.number))
        let operations = [texts, numbers].compactMap(\.self).map {
            JSONOperation.reformatDate(place.path, from: $0, to: target)
        }
        guard operations.count == 2 else { return operations }
        return [.when(.at(place.path, is: .number), [operations[1]], otherwise: [operations[0]])]
    }

    /// The operations for the text of data.
    func dataChanges(_ place: Place) throws -> [JSONOperation] {
        if old.format.data == new.format.data { return [] }
        guard let from = old.format.data, let target = new.format.data else {
            throw place.error("one of the versions leaves data to the coder, so it is not known how it writes them")
        }
        return [.reformatData(place.path, from: from, to: target)]
    }

    /// The operations for the kind in which a scalar is written, and for the other kinds that the old version reads.
    func scalarChanges(of value: TypeSketch.Value, _ forms: Forms, _ place: Place) throws -> [JSONOperation] {
        let (old, new) = (forms.old.scalars, forms.new.scalars)
        guard let kind = value.scalarClass else {
            if old == new { return [] }
            throw place.error("its values are of several kinds, which the versions write or read differently")
        }
        let (written, target) = (old.written(kind), new.written(kind))
        func changes(_ found: ScalarClass) -> [JSONOperation] {
            if found == target { return [] }
            // Neither a text nor a number shows that it is a boolean.
            let steps = kind == .boolean ? [found, kind, target] : [found, target]
            return zip(steps, steps.dropFirst()).filter(!=).map {
                .convert(place.path, from: $0.kind, to: $1.kind)
            }
        }
        var operations = changes(written)
        for found in [ScalarClass.text, .number] where found != written && old.converts(found, to: kind) {
            if written == target, new.converts(found, to: kind) { continue }
            operations = [.when(.kind(place.path, [found.kind.kind]), changes(found), otherwise: operations)]
        }
        let readsDigits = old.readsDigits && (written == .text || old.converts(.text, to: kind))
        guard kind == .boolean, readsDigits, written != target || !new.readsDigits else { return operations }
        let digits = [.convert(place.path, from: .string, to: .number)] + changes(.number)
        return [.when(.oneOf(place.path, ["1", "0"]), digits, otherwise: operations)]
    }

    /// The operations for the kind in which a floating-point number is written, and for the texts of those that are not
    /// finite.
    func numberChanges(_ forms: Forms, _ place: Place) throws -> [JSONOperation] {
        let conversion = try scalarChanges(of: .double, forms, place)
        guard let from = old.format.nonFinite else {
            // A text that the old version has none of is a number in a text for the new one.
            return conversion
        }
        let texts = [from.positiveInfinity, from.negativeInfinity, from.nan].map { JSONValue.string($0) }
        let special: [JSONOperation]
        if let target = new.format.nonFinite {
            let targets = [target.positiveInfinity, target.negativeInfinity, target.nan].map { JSONValue.string($0) }
            special = from == target ? [] : [.mapValues(place.path, Array(zip(texts, targets)))]
        } else {
            special = [.refuse("the other version has no text for a number that is not finite")]
        }
        if conversion.isEmpty, forms.old.scalars == ScalarRule(form: nil, conversions: []) {
            return special.isEmpty ? [] : [.when(.at(place.path, is: .string), special)]
        }
        let isSpecial = Condition.any(texts.map { .at(place.path, equals: $0) })
        if conversion.isEmpty { return special.isEmpty ? [] : [.when(isSpecial, special)] }
        return special.isEmpty
            ? [.when(.not(isSpecial), conversion)] : [.when(isSpecial, special, otherwise: conversion)]
    }
}

extension TypeSketch.Value {
    /// The kind of scalar, if all its values are of one.
    fileprivate var scalarClass: ScalarClass? {
        switch self {
        case .text: return .text
        case .boolean: return .boolean
        case .integer, .decimal, .floatingPoint: return .number
        case .oneOf(let values):
            let kinds = Set(values.map(\.scalarClass))
            return kinds.count == 1 ? kinds.first : nil
        default: return nil
        }
    }
}

extension TypeSketch.Scalar {
    fileprivate var scalarClass: ScalarClass {
        switch self {
        case .text: .text
        case .integer: .number
        case .boolean: .boolean
        }
    }
}

extension ScalarClass {
    /// The kind as operations name it.
    fileprivate var kind: JSONOperation.ScalarKind {
        switch self {
        case .text: .string
        case .number: .number
        case .boolean: .boolean
        }
    }
}
