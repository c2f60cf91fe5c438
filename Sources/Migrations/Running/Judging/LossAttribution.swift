import VersionedCodec

/// Finds which of the records that operations made is of a value that was lost: that of the value itself, else of
/// something around it, else of all that is in it.
struct LossAttribution {
    private var there: RecordTable
    private var back: RecordTable
    private let isOwnWayBack: Bool

    /// Which of the records of the way there were taken.
    private(set) var isUsed: [Bool]

    /// Whether it was not enough to compare the places of lost and recorded values.
    var hasLookedIntoValues: Bool { there.hasLookedIntoValues || back.hasLookedIntoValues }

    /// A record of a lost value.
    struct Finding {
        let record: Loss
        /// Whether its reason is true of the value. That of another value, or of an operation on the way back, which
        /// speaks of the other version, is not.
        let isReason: Bool
        let isOfWayBack: Bool
        /// Whether the other version may have what the value was made into.
        let isChanged: Bool
    }

    /// - Parameters:
    ///   - there: The records of the way there.
    ///   - back: The records of the way back; they count if the way there has none.
    ///   - isOwnWayBack: Whether what an operation declares about its own way back is true.
    init(_ there: [Loss], _ back: [Loss], isOwnWayBack: Bool) {
        (self.there, self.back) = (RecordTable(there, isOwnWayBack), RecordTable(back, isOwnWayBack))
        self.isOwnWayBack = isOwnWayBack
        isUsed = [Bool](repeating: false, count: there.count)
    }

    /// The record of a lost value; `nil` if no operation has noticed.
    ///
    /// - `isKept`: Whether the other version has it in its place, so that only the way back can have given it up.
    /// - `isElsewhere`: Whether it has it anywhere: then a copy was lost.
    mutating func finding(of lost: LostValue, isKept: Bool, isElsewhere: () -> Bool) -> Finding? {
        if let (number, relation) = there.number(of: lost) {
            let record = there.records[number]
            let isCopied = isOfValue(record) && isElsewhere()
            let isAboutWayBack = record.traits.contains(.isAboutWayBack)
            // The result of a value is not the result of its parts.
            let isOfParts = relation != .around || !record.traits.contains(.isChange)
            let isTrue =
                isAboutWayBack ? isOwnWayBack && relation == .itself : !isKept && !isCopied && isOfParts
            // The value removed from another place may be the copy: then the way back lost the value.
            let isOfCopy = isCopied && record.path != lost.path && back.number(of: lost) != nil
            if !isOfCopy, isTrue || !isKept || record.isReportedByBridge {
                isUsed[number] = true
                return Finding(
                    record: record, isReason: isTrue || record.isReportedByBridge, isOfWayBack: false,
                    isChanged: relation == .itself && record.traits.contains(.isChange))
            }
        }
        guard let (number, _) = back.number(of: lost) else { return nil }
        return Finding(record: back.records[number], isReason: false, isOfWayBack: true, isChanged: false)
    }

    /// Whether a record reports that a value went, which is not true of a copy.
    private func isOfValue(_ record: Loss) -> Bool {
        !record.isReportedByBridge && !record.isOfOrder
            && record.traits.isDisjoint(with: [.isAboutWayBack, .isUnknown])
    }
}

/// The records of one way, by what they are of.
private struct RecordTable {
    let records: [Loss]
    /// The numbers of the records, those last that are only about a way back which does not run.
    private let order: [Int]
    /// `nil` if they are so few that a look at each takes less.
    private let table: [Place: Int]?
    /// The offsets of what is in recorded values, found when they are first needed.
    private var held: [Int: Int]?
    private(set) var hasLookedIntoValues = false

    private static let few = 8

    /// The relation of a record to a lost value.
    enum Relation {
        case itself
        case around
        case within
    }

    init(_ records: [Loss], _ isOwnWayBack: Bool) {
        self.records = records
        let isLast = { (number: Int) in !isOwnWayBack && records[number].traits.contains(.isAboutWayBack) }
        order = records.indices.filter { !isLast($0) } + records.indices.filter(isLast)
        guard records.count > Self.few else {
            table = nil
            return
        }
        var table: [Place: Int] = [:]
        for number in order.reversed() { table[Place(records[number])] = number }
        self.table = table
    }

    /// Where a record belongs.
    private enum Place: Hashable {
        case offset(Int)
        case order(Int)
        /// A place in a model, which has no places in the payload.
        case path(JSONPointer)

        init(_ record: Loss) {
            if let offset = record.value.sourceOffset ?? (record.isReportedByBridge ? record.ownOffset : nil) {
                self = record.isOfOrder ? .order(offset) : .offset(offset)
            } else {
                self = .path(record.path)
            }
        }
    }

    /// The number of the first record of a place.
    private func first(_ place: Place) -> Int? {
        if let table { return table[place] }
        return order.first { Place(records[$0]) == place }
    }

    /// The number of the record of a lost value.
    mutating func number(of lost: LostValue) -> (number: Int, relation: Relation)? {
        if records.isEmpty { return nil }
        let offset = lost.value.sourceOffset
        if lost.isOrder { return offset.flatMap { first(.order($0)) }.map { ($0, .itself) } }
        if let number = (lost.keyOffset ?? offset).flatMap({ first(.offset($0)) }) { return (number, .itself) }
        hasLookedIntoValues = true
        if let number = first(.path(lost.path)),
            records[number].isReportedByBridge || records[number].value.isEquivalent(to: lost.value)
        {
            return (number, .itself)
        }
        if let number = lastWithin(lost.value) { return (number, .within) }
        let held = held ?? self.makeHeld()
        self.held = held
        return offset.flatMap { held[$0] }.map { ($0, .around) }
    }

    /// The last of the records of what is in a value, if that is all of it: without them it would have stayed.
    private func lastWithin(_ value: JSONValue) -> Int? {
        var last: Int?
        var pending = value.heldValues
        while let value = pending.popLast() {
            if let number = value.sourceOffset.flatMap({ first(.offset($0)) }) {
                last = max(last ?? number, number)
                continue
            }
            // An empty container has nothing to be recorded.
            if !value.isContainer { return nil }
            pending += value.heldValues
        }
        return last
    }

    private func makeHeld() -> [Int: Int] {
        var held: [Int: Int] = [:]
        for (number, record) in records.enumerated() where !record.isOfOrder && !record.path.isRoot {
            var pending = record.value.heldValues
            while let value = pending.popLast() {
                if let offset = value.sourceOffset, held[offset] == nil { held[offset] = number }
                pending += value.heldValues
            }
        }
        return held
    }
}
