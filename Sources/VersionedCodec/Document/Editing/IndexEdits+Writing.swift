/// Writing an edited document: the bytes of `KeepingWriter`, in longer runs.
extension IndexEdits {
    /// Appends the edited document. The nesting of what has been changed is that of the operations, so this may call itself.
    package mutating func write(to result: inout [UInt8]) throws(EditLimit) {
        guard !isUnchanged else {
            recorder.note(.text(0..<text.count))
            result.append(contentsOf: text)
            return
        }
        guard !result.isEmpty || text.count < Self.large else { return try writeLarge(to: &result) }
        try writeOutput()
        result.append(contentsOf: UnsafeBufferPointer(start: output.base, count: output.count))
    }

    /// From how many bytes a document is one whose memory counts.
    private static var large: Int { 1 << 20 }

    private mutating func writeOutput() throws(EditLimit) {
        output.truncate(to: 0)
        let span = nodes[0].span
        copy(0..<span.lowerBound)
        try write(0, origin: 0, depth: 0)
        copy(span.upperBound..<text.count)
    }

    /// Writes straight into the memory of the result, so that a large document is not there twice.
    private mutating func writeLarge(to result: inout [UInt8]) throws(EditLimit) {
        var limit: EditLimit?
        let capacity = text.count + text.count / 8
        result = [UInt8](unsafeUninitializedCapacity: capacity) { memory, count in
            output = EditBuffer(in: memory)
            do throws(EditLimit) {
                try writeOutput()
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

    @inline(__always)
    private mutating func copy(_ range: Range<Int>) {
        guard let base = text.baseAddress, !range.isEmpty else { return }
        recorder.note(.text(range))
        output.append(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    private mutating func append(_ byte: UInt8) {
        recorder.note(.byte(byte))
        output.append(byte)
    }

    private mutating func appendPool(_ range: Range<Int>) {
        recorder.note(.literal(range))
        output.append(vocabulary.bytes(range))
    }

    private mutating func append(_ bytes: [UInt8]) {
        recorder.giveUp()
        bytes.withUnsafeBufferPointer { output.append($0) }
    }

    /// Appends a value of the document with its changes.
    private mutating func write(_ node: UInt32, origin: UInt32?, depth: Int) throws(EditLimit) {
        guard let change = overlay(node), change.value != .none || change.isChanged else {
            let span = nodes[Int(node)].span
            guard origin != node, breaksLines, text[span].contains(0x0A) else { return copy(span) }
            let (old, new) = (lineIndent(before: span.lowerBound), lineIndentOfOutput())
            var lines: [UInt8] = []
            LineIndent.copy(ArraySlice(text[span]), replacing: old, by: new, to: &lines)
            return append(lines)
        }
        if change.value != .none { return write(change.value, depth: depth) }
        if nodes[Int(node)].isObject {
            try writeObject(node, change, depth: depth)
        } else {
            try writeArray(node, depth: depth)
        }
    }

    private func lineIndent(before place: Int) -> ArraySlice<UInt8> {
        var start = place
        while start > 0, text[start - 1] != 0x0A { start -= 1 }
        return ArraySlice(text[start..<place].prefix { $0 == 0x20 || $0 == 0x09 })
    }

    private func lineIndentOfOutput() -> ArraySlice<UInt8> {
        var start = output.count
        while start > 0, output[start - 1] != 0x0A { start -= 1 }
        let line = UnsafeBufferPointer(start: output.base + start, count: output.count - start)
        return ArraySlice(line.prefix { $0 == 0x20 || $0 == 0x09 })
    }

    /// Arrays keep their elements; some of those have been changed.
    private mutating func writeArray(_ array: UInt32, depth: Int) throws(EditLimit) {
        let node = nodes[Int(array)]
        var done = node.span.lowerBound
        var element = array + 1
        // Where nothing is moved out of an element, nobody looks at one again that has been written.
        var kept = firstMoved > array && !recorder.isOn ? element : .max
        while element < node.next {
            if overlays[Int(element)] != 0 {
                let span = nodes[Int(element)].span
                copy(done..<span.lowerBound)
                try write(element, origin: element, depth: depth + 1)
                done = span.upperBound
            }
            element = nodes[Int(element)].next
            if element > kept, element - kept > 1 << 16 {
                buffer.release(Int(kept)..<Int(element))
                overlays.release(Int(kept)..<Int(element))
                kept = element
            }
        }
        copy(done..<node.span.upperBound)
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

    private mutating func writeObject(
        _ object: UInt32, _ change: Overlay, depth: Int
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
        try writeAdditions(from: change.leadingAddition, &isFirst, example, depth: depth)
        // Members that stand next to each other as they did are copied in one run, with what is between them.
        var run = span.lowerBound + 1..<span.lowerBound + 1
        var end = span.lowerBound + 1  // Of the member before, written or not.
        var key = object + 1
        while key < node.next {
            let value = key + 1
            let (keySpan, valueSpan) = (nodes[Int(key)].span, nodes[Int(value)].span)
            let place = overlays[Int(value)]
            if place == 0 || !entries[Int(place) - 1].isRemoved {
                if isFirst {
                    extend(&run, by: example.opening ?? end..<keySpan.lowerBound)
                } else if key == object + 1 {
                    separate(example, depth: depth)
                } else {
                    extend(&run, by: end..<keySpan.lowerBound)
                }
                isFirst = false
                if place != 0 {
                    copy(run)
                    let name = entries[Int(place) - 1].key
                    if name >= 0 { write(key: name) } else { copy(keySpan) }
                    copy(keySpan.upperBound..<valueSpan.lowerBound)
                    try write(value, origin: value, depth: depth + 1)
                    run = valueSpan.upperBound..<valueSpan.upperBound
                } else {
                    extend(&run, by: keySpan.lowerBound..<valueSpan.upperBound)
                }
            }
            end = valueSpan.upperBound
            key = nodes[Int(value)].next
        }
        copy(run)
        try writeAdditions(from: change.firstAddition, &isFirst, example, depth: depth)
        if isFirst {
            recorder.giveUp()
            output.truncate(to: start)
            guard example.opening != nil else { return copy(span) }
            return write(styled: [:], depth: depth)
        }
        if example.opening != nil {
            copy(end..<span.upperBound)
        } else {
            breakLine(depth: depth)
            append(UInt8(ascii: "}"))
        }
    }

    /// Makes a run longer, or writes it and begins another.
    @inline(__always)
    private mutating func extend(_ run: inout Range<Int>, by range: Range<Int>) {
        if run.upperBound == range.lowerBound {
            run = run.lowerBound..<range.upperBound
        } else {
            copy(run)
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
    private mutating func separate(_ example: Example, depth: Int) {
        if let separator = example.separator { return copy(separator) }
        if let opening = example.opening, breaksLines, text[opening].contains(0x0A) {
            append(UInt8(ascii: ","))
            return copy(opening)
        }
        append(Array((style().indentation == .none ? style().comma : ",").utf8))
        breakLine(depth: depth + 1)
    }

    private mutating func writeAdditions(
        from first: Int32, _ isFirst: inout Bool, _ example: Example, depth: Int
    ) throws(EditLimit) {
        var current = first
        while current >= 0 {
            let addition = additions[Int(current)]
            current = addition.next
            if addition.isRemoved { continue }
            if !isFirst {
                separate(example, depth: depth)
            } else if let opening = example.opening {
                copy(opening)
            } else {
                breakLine(depth: depth + 1)
            }
            isFirst = false
            write(key: addition.key)
            if let colon = example.colon { copy(colon) } else { append(Array(style().colon.utf8)) }
            switch addition.value {
            case .node(let node): try write(node, origin: nil, depth: depth + 1)
            case .new(let value): write(value, depth: depth + 1)
            case .object(let first, _): try writeNewObject(first, depth: depth + 1)
            }
        }
    }

    private mutating func writeNewObject(_ first: Int32, depth: Int) throws(EditLimit) {
        let start = output.count
        append(UInt8(ascii: "{"))
        var isFirst = true
        try writeAdditions(from: first, &isFirst, Example(), depth: depth)
        if isFirst {
            recorder.giveUp()
            output.truncate(to: start)
            return write(styled: [:], depth: depth)
        }
        breakLine(depth: depth)
        append(UInt8(ascii: "}"))
    }

    // MARK: What is new

    private mutating func write(key number: Int32) {
        let key = keys[Int(number)]
        guard key.dependsOnStyle else { return appendPool(key.written) }
        write(styled: .string(String(decoding: vocabulary.bytes(key.characters), as: UTF8.self)), depth: 0)
    }

    private mutating func write(_ value: NewValue, depth: Int) {
        switch value {
        case .none: return
        case .literal(let number):
            let literal = vocabulary.literals[Int(number)]
            if literal.dependsOnStyle { return write(styled: vocabulary.values[Int(number)], depth: depth) }
            appendPool(literal.written)
        case .scratch(let start, let count, _):
            recorder.note(.scratch(start: Int(start)))
            scratch.withUnsafeBufferPointer { scratch in
                output.append(UnsafeBufferPointer(rebasing: scratch[Int(start)..<Int(start) + Int(count)]))
            }
        }
    }

    private mutating func write(styled value: JSONValue, depth: Int) {
        var writer = JSONWriter(style: style())
        writer.writeValue(value, depth: depth)
        append(writer.output)
    }

    private mutating func breakLine(depth: Int) {
        guard let unit = style().indentation.unit else { return }
        append(Array(style().lineEnding.text.utf8))
        for _ in 0..<depth { append(Array(unit.utf8)) }
    }
}
