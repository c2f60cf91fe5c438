import VersionedCodec

extension FormatChange {
    /// What changes a date; nothing where the new version writes by the same format, and reads all that the old one did.
    func dateChanges(_ dates: Dates, _ place: Place) throws -> [JSONOperation] {
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

    /// What changes the text of data.
    func dataChanges(_ place: Place) throws -> [JSONOperation] {
        if old.format.data == new.format.data { return [] }
        guard let from = old.format.data, let target = new.format.data else {
            throw place.error("one of the versions leaves data to the coder, so it is not known how it writes them")
        }
        return [.reformatData(place.path, from: from, to: target)]
    }

    /// What changes the texts of numbers that are not finite.
    func numberChanges(_ place: Place) -> [JSONOperation] {
        guard let from = old.format.nonFinite, from != new.format.nonFinite else { return [] }
        let inner: JSONOperation
        if let target = new.format.nonFinite {
            inner = .mapValues(
                place.path,
                [
                    (.string(from.positiveInfinity), .string(target.positiveInfinity)),
                    (.string(from.negativeInfinity), .string(target.negativeInfinity)),
                    (.string(from.nan), .string(target.nan)),
                ])
        } else {
            inner = .refuse("the other version has no text for a number that is not finite")
        }
        return [.when(.at(place.path, is: .string), [inner])]
    }
}
