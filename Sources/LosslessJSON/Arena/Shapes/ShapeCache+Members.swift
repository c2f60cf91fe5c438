/// Shapes of documents whose members may have any order.
///
/// Unsafe code: see ``ShapeCache``; the members are those of the text that has matched.
extension ShapeCache {
    /// Looks for the shape of the text among those whose members may have any order.
    mutating func findInAnyOrder() -> Bool {
        guard members.read(text, &containerReader) else { return false }
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
                for piece in shape.groups[group] { here += self.put(shape.pieces[piece], of: shape, at: here) }
            }
        }
        here.pointee = UInt8(ascii: "{")
        here += 1
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
        here.pointee = UInt8(ascii: "}")
        return here + 1 - start
    }

    /// Keeps the shape of a recorded document if members were only asked for by their names; whether it does.
    mutating func keepInAnyOrder(
        _ part: DocumentPart, _ arena: Arena, _ notes: AnyObject, noting sources: [UInt32], _ recorder: ShapeRecorder
    ) -> Bool {
        guard !members.areGivenUp, let object = RecordedObject(recorder, part, noting: sources),
            let parts = ShapeParts(inAnyOrder: object, recorder, part, noting: sources), parts.isComplete,
            let shape = LineShape(recorder, part, parts, arena, notes: notes, noting: sources),
            let number = members.keep(shape, parts, object)
        else { return false }
        // What is written again must be what was written.
        if writesAgain(shape, part.text, as: arena.written) { return true }
        members.removeLastShape(of: number)
        return false
    }

    private mutating func writesAgain(
        _ shape: LineShape, _ text: UnsafeBufferPointer<UInt8>, as written: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        begin(with: text)
        guard findInAnyOrder(), found === shape else { return false }
        var result: [UInt8] = []
        write(to: &result)
        return result.withUnsafeBufferPointer { $0.isSame(as: written) }
    }
}
