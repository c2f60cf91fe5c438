import VersionedCodec

/// Finds which of the records that operations made is of a value that was lost: that of the value itself, else of
/// something in it, else of something around it.
struct LossAttribution {
    private let records: [Loss]
    private let byOffset: [Int: Int]
    private let orders: [Int: Int]
    /// What was recorded of models, which have no places in the payload.
    private let byPath: [JSONPointer: Int]
    /// The offsets of what stands in recorded values, found when they are first needed.
    private var held: [Int: Int]?

    /// The numbers of the records that were taken.
    private(set) var used: Set<Int> = []

    /// - Parameters:
    ///   - there: What was recorded on the way there.
    ///   - back: What was recorded on the way back; that counts where the former has nothing.
    init(_ there: [Loss], _ back: [Loss]) {
        records = there + back
        var (byOffset, orders, byPath) = ([Int: Int](), [Int: Int](), [JSONPointer: Int]())
        for (number, record) in records.enumerated() {
            guard let offset = record.value.sourceOffset ?? (record.isSaidByBridge ? record.offset : nil) else {
                if byPath[record.path] == nil { byPath[record.path] = number }
                continue
            }
            if record.isOfOrder {
                orders[offset] = orders[offset] ?? number
            } else {
                byOffset[offset] = byOffset[offset] ?? number
            }
        }
        (self.byOffset, self.orders, self.byPath) = (byOffset, orders, byPath)
    }

    /// The record of a lost value; `nil` where no operation has noticed.
    mutating func record(of lost: LostValue) -> Loss? {
        guard !records.isEmpty, let number = number(of: lost) else { return nil }
        used.insert(number)
        return records[number]
    }

    private mutating func number(of lost: LostValue) -> Int? {
        let offset = lost.value.sourceOffset
        if lost.isOrder { return offset.flatMap { orders[$0] } }
        if let number = offset.flatMap({ byOffset[$0] }) { return number }
        if let number = byPath[lost.path],
            records[number].isSaidByBridge || records[number].value.isEquivalent(to: lost.value)
        {
            return number
        }
        var pending = lost.value.heldValues
        while let value = pending.popLast() {
            if let number = value.sourceOffset.flatMap({ byOffset[$0] }) { return number }
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
