/// Writing an edited document: the bytes of `KeepingWriter`, in longer runs.
extension IndexEdits {
    /// Appends the edited document. The nesting of what has been changed is that of the operations, so this may call itself.
    ///
    /// - `work`: Does what has been put off.
    package mutating func write<Work: PutOffWork & ~Copyable>(
        to result: inout [UInt8], _ work: inout Work
    ) throws(EditLimit) {
        guard !isUnchanged || target != nil else {
            result.append(contentsOf: text)
            return
        }
        guard !result.isEmpty || text.count < Self.large else { return try writeLarge(to: &result, &work) }
        try writeOutput(&work)
        result.append(contentsOf: UnsafeBufferPointer(start: output.base, count: output.count))
    }

    /// Hands the edited document to the sink, piece by piece.
    package mutating func write<Work: PutOffWork & ~Copyable>(
        to sink: EditSink, _ work: inout Work
    ) throws(EditLimit) {
        self.sink = sink
        defer { self.sink = nil }
        try writeOutput(&work)
        try handOverAll()
    }

    /// From how many bytes a document is one whose memory counts.
    package static var large: Int { 1 << 20 }

    private mutating func writeOutput<Work: PutOffWork & ~Copyable>(_ work: inout Work) throws(EditLimit) {
        output.truncate(to: 0)
        line = Line()
        if target != nil { return try writeStyled(&work) }
        let span = nodes[0].span
        try copy(0..<span.lowerBound)
        try write(0, origin: 0, depth: 0, &work)
        try copy(span.upperBound..<text.count)
    }

    /// Writes straight into the memory of the result, so that a large document is not there twice. Memory that is not written takes no room.
    private mutating func writeLarge<Work: PutOffWork & ~Copyable>(
        to result: inout [UInt8], _ work: inout Work
    ) throws(EditLimit) {
        var limit: EditLimit?
        let capacity = text.count * (target == nil ? 2 : 4)
        result = [UInt8](unsafeUninitializedCapacity: capacity) { memory, count in
            output = EditBuffer(in: memory)
            do throws(EditLimit) {
                try writeOutput(&work)
            } catch {
                limit = error
            }
            count = output.isOwned ? 0 : output.count
            if !output.isOwned { output = EditBuffer(capacity: 1024) }
        }
        if let limit { throw limit }
        // It grew beyond what was foreseen.
        if result.isEmpty {
            result = Array(UnsafeBufferPointer(start: output.base, count: output.count))
            output = EditBuffer(capacity: 1024)
        }
    }

    /// Appends a value of the document with its changes.
    private mutating func write<Work: PutOffWork & ~Copyable>(
        _ node: UInt32, origin: UInt32?, depth: Int, _ work: inout Work
    ) throws(EditLimit) {
        guard var change = overlay(node), change.value != .none || change.isChanged else {
            return try writeUnchanged(node, origin: origin)
        }
        if change.work >= 0, !change.isWorkOfChildren {
            let marks = marks
            try work.perform(change.work, on: node, at: 0, &self)
            change = overlay(node) ?? change
            if change.value == .none {
                try writeUnchanged(node, origin: origin)
            } else {
                try write(change.value, origin: origin, depth: depth)
            }
            work.finish(change.work)
            return forget(since: marks)
        }
        if change.value != .none { return try write(change.value, origin: origin, depth: depth) }
        if nodes[Int(node)].isObject {
            try writeObject(node, change, depth: depth, &work)
        } else {
            try writeArray(node, change, depth: depth, &work)
        }
    }

    private mutating func writeUnchanged(_ node: UInt32, origin: UInt32?) throws(EditLimit) {
        let span = nodes[Int(node)].span
        guard origin != node, breaksLines, text[span].contains(0x0A) else { return try copy(span) }
        let (old, new) = (lineIndent(before: span.lowerBound), lineIndentOfOutput())
        var lines: [UInt8] = []
        LineIndent.copy(ArraySlice(text[span]), replacing: old, by: new, to: &lines)
        append(lines)
    }

    private func lineIndent(before place: Int) -> ArraySlice<UInt8> {
        var start = place
        while start > 0, text[start - 1] != 0x0A { start -= 1 }
        return ArraySlice(text[start..<place].prefix { $0 == 0x20 || $0 == 0x09 })
    }

    private mutating func lineIndentOfOutput() -> ArraySlice<UInt8> { headOfLine().prefix { $0 == 0x20 || $0 == 0x09 } }

    /// Arrays keep their elements; some of those have been changed, or will be now.
    private mutating func writeArray<Work: PutOffWork & ~Copyable>(
        _ array: UInt32, _ change: Overlay, depth: Int, _ work: inout Work
    ) throws(EditLimit) {
        let node = nodes[Int(array)]
        var done = node.span.lowerBound
        var element = array + 1
        var kept = firstGivenUp(of: array)
        var index = 0
        while element < node.next {
            let marks = marks
            let next = nodes[Int(element)].next
            if change.work >= 0 { try work.perform(change.work, on: element, at: index, &self) }
            if overlays[Int(element)] != 0 {
                let span = nodes[Int(element)].span
                try copy(done..<span.lowerBound)
                try write(element, origin: element, depth: depth + 1, &work)
                done = span.upperBound
                try handOver()
            }
            if change.work >= 0 {
                work.finish(change.work)
                forget(since: marks)
            }
            element = next
            index += 1
            giveUpWritten(&kept, to: element)
        }
        try copy(done..<node.span.upperBound)
    }

    // MARK: Objects

    /// The gaps of an object that a new member may take over.
    private struct Example {
        /// Between the brace and the first key.
        var opening: Range<Int>?
        /// Before the last member, with its comma.
        var separator: Range<Int>?
        var colon: Range<Int>?
    }

    private mutating func writeObject<Work: PutOffWork & ~Copyable>(
        _ object: UInt32, _ change: Overlay, depth: Int, _ work: inout Work
    ) throws(EditLimit) {
        let node = nodes[Int(object)]
        let span = node.span
        let start = output.count
        append(UInt8(ascii: "{"))
        var example = Example()
        if object + 1 < node.next {
            let (key, value) = (nodes[Int(object) + 1].span, nodes[Int(object) + 2].span)
            example.opening = span.lowerBound + 1..<key.lowerBound
            example.colon = key.upperBound..<value.lowerBound
        }
        var isFirst = true
        if change.leadingAddition >= 0 || change.firstAddition >= 0 { example.separator = lastSeparator(of: object) }
        try writeAdditions(from: change.leadingAddition, &isFirst, example, depth: depth, &work)
        // What has been moved out of the object is written later, unless nothing could be.
        var kept = change.work >= 0 ? firstGivenUp(of: object) : .max
        // Members that stand next to each other as they did are copied in one run, with what is between them.
        var run = span.lowerBound + 1..<span.lowerBound + 1
        var end = span.lowerBound + 1  // Of the member before, written or not.
        var key = object + 1
        while key < node.next {
            let value = key + 1
            let (keySpan, valueSpan, next) = (nodes[Int(key)].span, nodes[Int(value)].span, nodes[Int(value)].next)
            let marks = marks
            if change.work >= 0 { try work.perform(change.work, on: value, at: 0, &self) }
            let place = overlays[Int(value)]
            if place == 0 || !entries[Int(place) - 1].isRemoved {
                if isFirst {
                    try extend(&run, by: example.opening ?? end..<keySpan.lowerBound)
                } else if key == object + 1 {
                    try separate(example, depth: depth)
                } else {
                    try extend(&run, by: end..<keySpan.lowerBound)
                }
                isFirst = false
                if place != 0 {
                    try copy(run)
                    let name = entries[Int(place) - 1].key
                    if name >= 0 { write(key: name) } else { try copy(keySpan) }
                    try copy(keySpan.upperBound..<valueSpan.lowerBound)
                    try write(value, origin: value, depth: depth + 1, &work)
                    run = valueSpan.upperBound..<valueSpan.upperBound
                    try handOver()
                } else {
                    try extend(&run, by: keySpan.lowerBound..<valueSpan.upperBound)
                }
            }
            if change.work >= 0 {
                work.finish(change.work)
                forget(since: marks)
            }
            end = valueSpan.upperBound
            key = next
            giveUpWritten(&kept, to: key)
        }
        try copy(run)
        try writeAdditions(from: change.firstAddition, &isFirst, example, depth: depth, &work)
        if isFirst {
            output.truncate(to: start)
            guard example.opening != nil else { return try copy(span) }
            return write(styled: [:], depth: depth)
        }
        if example.opening != nil {
            try copy(end..<span.upperBound)
        } else {
            breakLine(depth: depth)
            append(UInt8(ascii: "}"))
        }
    }

    /// Makes a run longer, or writes it and begins another.
    @inline(__always)
    private mutating func extend(_ run: inout Range<Int>, by range: Range<Int>) throws(EditLimit) {
        if run.upperBound == range.lowerBound {
            run = run.lowerBound..<range.upperBound
        } else {
            try copy(run)
            run = range
        }
    }

    private func lastSeparator(of object: UInt32) -> Range<Int>? {
        var (end, separator) = (-1, Range<Int>?.none)
        var key = object + 1
        while key < nodes[Int(object)].next {
            if end >= 0 { separator = end..<nodes[Int(key)].span.lowerBound }
            end = nodes[Int(key) + 1].span.upperBound
            key = nodes[Int(key) + 1].next
        }
        return separator
    }

    /// Writes what stands between a member and a new one behind it.
    private mutating func separate(_ example: Example, depth: Int) throws(EditLimit) {
        if let separator = example.separator { return try copy(separator) }
        if let opening = example.opening, breaksLines, text[opening].contains(0x0A) {
            append(UInt8(ascii: ","))
            return try copy(opening)
        }
        append((style().indentation == .none ? style().comma : ",").utf8)
        breakLine(depth: depth + 1)
    }

    private mutating func writeAdditions<Work: PutOffWork & ~Copyable>(
        from first: Int32, _ isFirst: inout Bool, _ example: Example, depth: Int, _ work: inout Work
    ) throws(EditLimit) {
        var current = first
        while current >= 0 {
            let addition = additions[Int(current)]
            current = addition.next
            if addition.isRemoved { continue }
            if !isFirst {
                try separate(example, depth: depth)
            } else if let opening = example.opening {
                try copy(opening)
            } else {
                breakLine(depth: depth + 1)
            }
            isFirst = false
            write(key: addition.key)
            if let colon = example.colon { try copy(colon) } else { append(style().colon.utf8) }
            switch addition.value {
            case .node(let node): try write(node, origin: nil, depth: depth + 1, &work)
            case .new(let value): try write(value, origin: nil, depth: depth + 1)
            case .copied(let node): try copy(nodes[Int(node)].span)
            case .object(let first, _): try writeNewObject(first, depth: depth + 1, &work)
            }
        }
    }

    private mutating func writeNewObject<Work: PutOffWork & ~Copyable>(
        _ first: Int32, depth: Int, _ work: inout Work
    ) throws(EditLimit) {
        let start = output.count
        append(UInt8(ascii: "{"))
        var isFirst = true
        try writeAdditions(from: first, &isFirst, Example(), depth: depth, &work)
        if isFirst {
            output.truncate(to: start)
            return write(styled: [:], depth: depth)
        }
        breakLine(depth: depth)
        append(UInt8(ascii: "}"))
    }
}
