/// Shapes of documents whose members may have any order.
///
/// Unsafe code: see ``ShapeCache``; the members are those of the text that has matched.
extension ShapeCache {
    /// Looks for the shape of the text among those whose members may have any order.
    mutating func findInAnyOrder() -> Bool {
        guard let members else { return false }
        return members.read(text, &containerReader) && findRead(in: members)
    }

    /// The same for a value of a document that has an index.
    mutating func findInAnyOrder(_ part: DocumentPart) -> Bool {
        guard let members else { return false }
        containerReader.begin()
        return members.read(part) && findRead(in: members)
    }

    private mutating func findRead(in members: MemberLayouts) -> Bool {
        for number in members.entries.indices where members.matches(number, text, &ends, &containerReader) {
            let layout = Unmanaged.passUnretained(members.entries[number].layout)
            for index in members.entries[number].shapes.indices {
                let shape = Unmanaged.passUnretained(members.entries[number].shapes[index])
                let fits = layout._withUnsafeGuaranteedRef { layout in
                    shape._withUnsafeGuaranteedRef { isKnown($0, layout) && areNotedInOrder($0) }
                }
                if !fits { continue }
                setFound(members.entries[number].shapes[index], members.entries[number].layout)
                members.noteFound(number, index)
                return true
            }
        }
        return false
    }

    /// Whether the noted values come in the order in which they were noted: so they are reported.
    private func areNotedInOrder(_ shape: LineShape) -> Bool {
        var last = 0
        for noted in shape.noted {
            let start = range(noted.start, noted.end).lowerBound
            if start < last { return false }
            last = start
        }
        return true
    }

    /// Writes the document to memory that has room for ``most`` bytes; how many it has.
    func putInAnyOrder(_ shape: LineShape, _ layout: ShapeLayout, at start: UnsafeMutablePointer<UInt8>) -> Int {
        guard let members else { return 0 }
        var here = start
        var isFirst = true
        func copy(_ bytes: UnsafeBufferPointer<UInt8>) {
            if let base = bytes.baseAddress { here.update(from: base, count: bytes.count) }
            here += bytes.count
        }
        func separate() {
            if !isFirst { copy(members.comma) }
            isFirst = false
        }
        func put(_ groups: Range<Int>) {
            for group in groups {
                separate()
                here += self.put(shape.groups[group], of: shape, at: here)
            }
        }
        here.pointee = UInt8(ascii: "{")
        here += 1
        copy(members.opening)
        var next = 0
        while next < members.scan.members.count {
            let member = members.scan.members[next]
            next += 1
            let slot = member.name < 0 ? -1 : layout.slot(of: member.name)
            if slot >= 0 {
                put(shape.groupsOfSlots[slot])
                continue
            }
            // Those that nothing asked for are copied together.
            var end = member.end
            while next < members.scan.members.count, members.scan.members[next].name < 0 {
                end = members.scan.members[next].end
                next += 1
            }
            separate()
            copy(UnsafeBufferPointer(rebasing: text[member.start..<end]))
        }
        put(shape.groupsOfSlots[layout.slotNames.count])
        copy(members.closing)
        here.pointee = UInt8(ascii: "}")
        return here + 1 - start
    }

    /// Keeps the shape of a recorded document if members were only asked for by their names; whether it does.
    mutating func keepInAnyOrder(
        _ part: DocumentPart, _ arena: Arena, _ notes: AnyObject, noting sources: [UInt32], _ recorder: ShapeRecorder
    ) -> Bool {
        let written = recorder.members?.start ?? 0
        let isWritten = noting == .result
        guard !membersAreVain,
            let object = RecordedObject(recorder, part, noting: sources, isWritten: isWritten),
            let parts = ShapeParts(inAnyOrder: object, recorder, part, noting: sources), parts.isComplete,
            let shape = LineShape(recorder, part, parts, arena, notes: notes, noting: sources),
            keep(shape, parts, object)
        else { return false }
        // What is written again must be what was written.
        if isFoundAgain(shape, part, in: arena), !isWritten || writesAgain(arena.written.dropFirst(written)) {
            return true
        }
        members?.remove(shape)
        if members?.isEmpty == true { members = nil }
        return false
    }

    private mutating func keep(_ shape: LineShape, _ parts: ShapeParts, _ object: RecordedObject) -> Bool {
        let all = members ?? MemberLayouts(object.marks)
        if !all.keep(shape, parts, object) { return false }
        members = all
        return true
    }

    private mutating func isFoundAgain(_ shape: LineShape, _ part: DocumentPart, in arena: Arena) -> Bool {
        if recordsValues {
            begin(with: part, in: arena)
            return findInAnyOrder(part) && found === shape
        }
        begin(with: part.text)
        return findInAnyOrder() && found === shape
    }

    private func writesAgain(_ written: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var result: [UInt8] = []
        write(to: &result)
        return result.elementsEqual(written)
    }
}
