/// A recorded document whose members were only asked for by their names: those, and what became of them. Others are in
/// the result as they were, so the next document may have any others.
struct RecordedObject {
    /// A member that was asked for.
    struct Named {
        let name: [UInt8]
        /// Its bytes in the text, the node of its value, and its number among all members.
        let span: Range<Int>
        let value: UInt32
        fileprivate let number: Int
    }

    /// In the order of their names.
    let named: [Named]
    /// The names that were asked for, of which there was no member.
    let absent: [[UInt8]]
    /// What is between a name and its value, and between two members.
    let marks: MemberMarks
    /// Each member of the result that is not one of the others: the place among `named` of the member that it is
    /// written for, or `nil` behind all members; and its bytes in the result.
    let written: [(slot: Int?, range: Range<Int>)]

    /// `nil` where the members decided in another way, or the text between them is not the same everywhere.
    ///
    /// - `isWritten`: Whether there is a result; otherwise only decisions were noted.
    init?(_ recorder: ShapeRecorder, _ part: DocumentPart, noting sources: [UInt32], isWritten: Bool) {
        guard let noted = recorder.members, !noted.isWalked, noted.object == part.nodes.lowerBound,
            let members = Self.members(of: part),
            let marks = MemberMarks(of: members.map(\.parts), in: part.text, isDocument: recorder.nodes == nil)
        else { return nil }
        self.marks = marks
        let decisive = Self.decisive(recorder, part, sources)
        var (named, others) = ([Named](), [UInt32]())
        for (number, member) in members.enumerated() {
            let (value, name) = (member.value, Array(part.text[member.parts.name]))
            let mayVary = decisive.partitioningIndex { $0 >= value }
            let isOther = mayVary == decisive.count || decisive[mayVary] >= part.index[Int(value)].next
            if isOther, !noted.names.contains(name) {
                others.append(value)
            } else {
                let span = member.parts.name.lowerBound - 1..<member.parts.value.upperBound
                named.append(Named(name: name, span: span, value: value, number: number))
            }
        }
        // Without any other member, the result could be another one: an empty object.
        if named.isEmpty || others.isEmpty { return nil }
        named.sort { $0.name.lexicographicallyPrecedes($1.name) }
        self.named = named
        let present = Set(named.map(\.name))
        absent = noted.names.filter { !present.contains($0) }.sorted { $0.lexicographicallyPrecedes($1) }
        guard let written = isWritten ? Self.written(noted.written, named, others) : [] else { return nil }
        self.written = written
    }

    /// A member of the text.
    private struct Member {
        let parts: MemberMarks.Parts
        let value: UInt32
    }

    /// The members of a text that is one object and nothing else; `nil` where it is not, or a name has an escape.
    private static func members(of part: DocumentPart) -> [Member]? {
        guard !part.nodes.isEmpty else { return nil }
        let object = part.index[Int(part.nodes.lowerBound)]
        guard object.isObject, object.span == part.start..<part.start + part.text.count else { return nil }
        func place(_ range: Range<Int>) -> Range<Int> { range.lowerBound - part.start..<range.upperBound - part.start }
        var (members, key) = ([Member](), part.nodes.lowerBound + 1)
        while key < part.nodes.upperBound {
            let (name, value) = (part.index[Int(key)], part.index[Int(key) + 1])
            if name.isEscaped { return nil }
            members.append(Member(parts: (place(name.content), place(value.span)), value: key + 1))
            key = value.next
        }
        return members
    }

    /// The nodes of which something decides, in their order: the others may differ.
    private static func decisive(_ recorder: ShapeRecorder, _ part: DocumentPart, _ sources: [UInt32]) -> [UInt32] {
        var nodes = Array(recorder.seen)
        nodes += (recorder.opened ?? []).filter { part.index[Int($0)].isContainer }
        nodes += recorder.plain
        nodes += recorder.sources
        nodes += recorder.different.map(\.source)
        nodes += sources
        return nodes.sorted()
    }

    /// What is written for each member; `nil` where that depends on their order.
    ///
    /// - `others`: The values that were not asked for, in their order.
    private static func written(
        _ written: [RecordedMembers.Written], _ named: [Named], _ others: [UInt32]
    ) -> [(slot: Int?, range: Range<Int>)]? {
        let slots = Dictionary(uniqueKeysWithValues: named.enumerated().map { ($1.value, $0) })
        var result: [(slot: Int?, range: Range<Int>)] = []
        // The numbers of the members come in their order, and what is put at the end comes last.
        var (last, isAtEnd, others) = (UInt32(0), false, others[...])
        for one in written {
            if one.range.isEmpty { return nil }
            guard let value = one.slot else {
                isAtEnd = true
                result.append((nil, one.range))
                continue
            }
            if isAtEnd || value < last { return nil }
            last = value
            if let slot = slots[value] {
                result.append((slot, one.range))
            } else if !one.isUntouched || others.popFirst() != value {
                return nil
            }
        }
        return others.isEmpty ? result : nil
    }
}

/// The text between the names of an object and their values, between its members, and around them, where it is the same
/// everywhere.
struct MemberMarks: Equatable {
    /// The bytes of a name, between its quotes, and of its value.
    typealias Parts = (name: Range<Int>, value: Range<Int>)

    let colon: [UInt8]
    let comma: [UInt8]
    let opening: [UInt8]
    let closing: [UInt8]

    /// `nil` where the text differs, or there are fewer than two members.
    ///
    /// - `isDocument`: Whether the text is a whole document, the first marks of which decide.
    fileprivate init?(of members: [Parts], in text: UnsafeBufferPointer<UInt8>, isDocument: Bool) {
        guard members.count > 1 else { return nil }
        opening = Array(text[1..<members[0].name.lowerBound - 1])
        closing = Array(text[members[members.count - 1].value.upperBound..<text.count - 1])
        colon = Array(text[members[0].name.upperBound + 1..<members[0].value.lowerBound])
        comma = Array(text[members[0].value.upperBound..<members[1].name.lowerBound - 1])
        for (member, next) in zip(members, members.dropFirst()) {
            guard text[next.name.upperBound + 1..<next.value.lowerBound].elementsEqual(colon),
                text[member.value.upperBound..<next.name.lowerBound - 1].elementsEqual(comma)
            else { return nil }
        }
        if isDocument, !areFirst(in: text) { return nil }
    }

    /// Whether they are the first ones of a text: the writer takes those for new members.
    func areFirst(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        let first = WritingStyle.marks(in: text)
        return first.colon.utf8.elementsEqual(colon) && first.comma.utf8.elementsEqual(comma)
    }
}

/// Cuts the pieces that a result was written of.
struct PieceCutter {
    private let pieces: [ShapeRecorder.Piece]
    /// The next piece, and where it begins in the result.
    private var next = (number: 0, start: 0)

    init(_ recorder: ShapeRecorder) { pieces = recorder.pieces }

    /// The pieces of a range of the result, which is behind those before it; `nil` where a computed one would be cut.
    mutating func pieces(of range: Range<Int>) -> [ShapeRecorder.Piece]? {
        var result: [ShapeRecorder.Piece] = []
        while next.number < pieces.count, next.start < range.upperBound {
            let (piece, here) = (pieces[next.number], next.start..<next.start + pieces[next.number].count)
            if here.overlaps(range) {
                let part = here.clamped(to: range)
                guard let cut = piece.cut(part.lowerBound - here.lowerBound..<part.upperBound - here.lowerBound) else {
                    return nil
                }
                result.append(cut)
            }
            if here.upperBound > range.upperBound { break }
            next = (next.number + 1, here.upperBound)
        }
        return result
    }
}

extension ShapeRecorder.Piece {
    /// How many bytes it has in the result.
    fileprivate var count: Int {
        switch self {
        case .text(let range), .constant(let range): range.count
        case .computed(_, let count): count
        }
    }

    fileprivate func cut(_ part: Range<Int>) -> Self? {
        switch self {
        case .text(let range): .text(range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
        case .constant(let range): .constant(range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
        case .computed: part.count == count ? self : nil
        }
    }
}
