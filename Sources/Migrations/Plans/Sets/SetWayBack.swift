import VersionedCodec

/// The way back of a large payload of a set, to the version of the API that it comes from.
final class SetWayBack: LargeWayBack {
    let memory = ArenaPool.shared.take()
    private let there, back: SetConversion
    private let result: Arena
    private let conversion: SetConversion
    /// The conversion there of the copy, which records what nobody needs.
    private var middle: SetConversion?
    /// Whether the entities within the payload are to name no versions, because they have not named any.
    private let leavesUnnamed: Bool

    /// - Parameters:
    ///   - result: Holds the result, whose changes that wait are those of `conversion`.
    ///   - back: Makes the conversion back, in that memory and after that conversion.
    init(
        of result: Arena, _ conversion: SetConversion, leavesUnnamed: Bool,
        _ back: (ArenaMemory, SetConversion) -> SetConversion
    ) {
        (self.result, self.conversion) = (result, conversion)
        memory.arena.begin(asCopyOf: result)
        there = conversion.copied(to: memory)
        self.back = back(memory, there)
        self.back.leavesUnnamed = leavesUnnamed
        self.leavesUnnamed = leavesUnnamed
        memory.arena.startDeferring(self.back)
    }

    func makeMiddle() -> ArenaMemory {
        let memory = ArenaPool.shared.take()
        memory.arena.begin(asCopyOf: result)
        let copy = conversion.copied(to: memory)
        memory.arena.startDeferring(copy)
        middle = copy
        return memory
    }

    func start() -> Bool { !hasFailed && back.convert() }

    /// Members that are sorted on the way there are to come back from that order.
    var hasFailed: Bool { there.showsSortedMembers || leavesUnnamed && there.named.isOfSome }

    /// Whether the entities within the payload have named no versions.
    var isUnnamed: Bool { there.named.isOfNone }

    func beginChild() {
        there.forgetRecords()
        back.forgetRecords()
        middle?.forgetRecords()
    }

    var hasRecordedValuesOfText: Bool { there.hasRecordedValuesOfText && back.hasRecordedValuesOfText }

    /// Records of a child are those of the child that it is in, too.
    func endChild() {}

    func finish() {
        memory.arena.stopDeferring()
        ArenaPool.shared.keep(memory)
    }
}
