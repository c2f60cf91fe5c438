import VersionedCodec

/// Finds which of the records that operations made is of a value that was lost: that of the value itself, else of
/// something in it, else of something around it.
struct LossAttribution {
    private let records: [Loss]
    /// The records by what they are of; `nil` if they are so few that a look at each takes less.
    private let table: Table?
    /// The offsets of what is in recorded values, found when they are first needed.
    private var held: [Int: Int]?

    /// The numbers of the records that were taken.
    private(set) var used: Set<Int> = []

    /// - Parameters:
    ///   - there: What was recorded on the way there.
    ///   - back: What was recorded on the way back; that counts where the former has nothing.
    init(_ there: [Loss], _ back: [Loss]) {
        records = back.isEmpty ? there : there + back
        table = records.count > Self.few ? Table(records) : nil
    }

    private static let few = 8

    /// Where a record belongs.
    private enum Place: Hashable {
        case offset(Int)
        case order(Int)
        /// That of a model, which has no places in the payload.
        case path(JSONPointer)

        init(_ record: Loss) {
            if let offset = record.value.sourceOffset ?? (record.isSaidByBridge ? record.ownOffset : nil) {
                self = record.isOfOrder ? .order(offset) : .offset(offset)
            } else {
                self = .path(record.path)
            }
        }
    }

    private struct Table {
        var first: [Place: Int] = [:]

        init(_ records: [Loss]) {
            for (number, record) in records.enumerated().reversed() { first[Place(record)] = number }
        }
    }

    /// The number of the first record of a place.
    private func first(_ place: Place) -> Int? {
        if let table { return table.first[place] }
        return records.firstIndex { Place($0) == place }
    }

    /// The record of a lost value; `nil` if no operation has noticed.
    mutating func record(of lost: LostValue) -> Loss? {
        guard !records.isEmpty, let number = number(of: lost) else { return nil }
        used.insert(number)
        return records[number]
    }

    private mutating func number(of lost: LostValue) -> Int? {
        let offset = lost.value.sourceOffset
        if lost.isOrder { return offset.flatMap { first(.order($0)) } }
        if let number = offset.flatMap({ first(.offset($0)) }) { return number }
        if let number = first(.path(lost.path)),
            records[number].isSaidByBridge || records[number].value.isEquivalent(to: lost.value)
        {
            return number
        }
        var pending = lost.value.heldValues
        while let value = pending.popLast() {
            if let number = value.sourceOffset.flatMap({ first(.offset($0)) }) { return number }
            pending += value.heldValues
        }
        let held = held ?? self.makeHeld()
        self.held = held
        return offset.flatMap { held[$0] }
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
