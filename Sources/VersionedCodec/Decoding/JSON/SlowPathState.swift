/// State that a document rarely needs: tables of large objects, failed elements, paths to the places of errors.
///
/// `@exclusivity(unchecked)`: it belongs to one call on one task, and no method changes a property while another change
/// of the same property is under way.
final class SlowPathState {
    /// A walk over more keys than this is counted.
    static let longWalk = 128

    /// So many steps cost as much as putting one key into a table.
    static let stepsForATable = 32

    @exclusivity(unchecked) var walks: [UInt32: Int] = [:]
    @exclusivity(unchecked) var tables: [UInt32: MemberTable] = [:]

    /// The types that elements are known not to be: lists whose last entries the containers hold.
    @exclusivity(unchecked) private var failures: [(type: ObjectIdentifier, before: UInt32)] = []

    /// The containers on the way to the value whose path was asked for last.
    @exclusivity(unchecked) var way: [WayStop] = []

    /// In large containers that the way has left, the child that it led through, and its place.
    @exclusivity(unchecked) var landmarks: [UInt32: (place: Int, child: UInt32)] = [:]

    /// Where the last error was, so that the next one need not count lines from the beginning.
    @exclusivity(unchecked) var position = SourcePosition(line: 1, column: 1, byteOffset: 0)

    /// The tables of objects whose keys a strategy converts.
    @exclusivity(unchecked) var converted: [UInt32: ConvertedKeys] = [:]

    /// Objects that were read as dictionaries, whose keys a strategy leaves alone.
    @exclusivity(unchecked) var dictionaries: Set<UInt32> = []

    /// The objects whose unknown members are kept, while their models are read.
    @exclusivity(unchecked) var trackers: [UInt32: TrackedObject] = [:]

    /// The same of objects that may be those of superclasses.
    @exclusivity(unchecked) var pendingTrackers: [UInt32: TrackedObject] = [:]

    /// The members of objects that name the type of the value, and so do not belong to the model.
    @exclusivity(unchecked) var claimed: [UInt32: Set<ByteKey>] = [:]

    /// Keys that are one and the same Swift string as another one of their object.
    @exclusivity(unchecked) var merged: Set<UInt32> = []

    // MARK: Failures at elements

    /// Whether a failure, or one before it in its list, was for a type.
    func knows(_ type: Any.Type, from last: UInt32) -> Bool {
        var next = Int(last)
        while next > 0, next <= failures.count {
            if failures[next - 1].type == ObjectIdentifier(type) { return true }
            next = Int(failures[next - 1].before)
        }
        return false
    }

    /// Notes a failure, and returns its number: the new end of the list.
    func note(_ type: Any.Type, after last: UInt32) -> UInt32 {
        failures.append((ObjectIdentifier(type), last))
        return UInt32(clamping: failures.count)
    }
}

extension DecodingSession {
    func slowPathState() -> SlowPathState {
        if let slowPath { return slowPath }
        let made = SlowPathState()
        slowPath = made
        return made
    }
}
