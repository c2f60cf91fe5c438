/// JSON that a string of the document holds, and the text of a value as JSON.
///
/// Unsafe code: the characters of a string are in the side buffer from `keepCharacters` on; their address is asked for
/// again after each call that may let the buffer grow. Ranges come from a scan of exactly these characters that
/// succeeded.
extension Arena {
    /// A detached value that is read from the characters of a string; `nil` if they are not JSON. Its texts are written
    /// like new ones. O(characters)
    ///
    /// - `restoresScalars`: Whether the scalars of some JSON that was printed are those that it was printed of.
    package func parse(_ string: NodeID, restoringScalars restoresScalars: Bool = false) -> NodeID? {
        let printed = restoresScalars ? scalarsPrinted(in: string) : nil
        if printed == nil { noteLook(at: string) }
        var scalars: [(source: UInt32, node: NodeID)] = []
        let (start, length) = keepCharacters(of: string)
        guard let buffer = scanned(start, length) else { return nil }
        let root = append(parsed(0, buffer, start))
        at(root).pointee.origin = self[string].origin
        if !self[root].isContainer { scalars.append((0, root)) }
        var waiting: [(container: NodeID, source: UInt32)] = [(root, 0)]
        while let (container, source) = waiting.popLast() {
            let place = buffer.base[Int(source)]
            if !place.isContainer { continue }
            let step: UInt32 = place.isObject ? 1 : 0
            let first = Int32(truncatingIfNeeded: state.pointee.count)
            var child = source + 1
            while child < place.next {
                var node = parsed(child + step, buffer, start)
                if place.isObject { setParsedKey(buffer.base[Int(child)], start, of: &node) }
                link(&node, in: container, first)
                let id = append(node)
                if node.isContainer {
                    waiting.append((id, child + step))
                } else if printed != nil {
                    scalars.append((child + step, id))
                }
                child = buffer.base[Int(child + step)].next
            }
            finishOpening(container, first: first, end: Int32(state.pointee.count), isRegular: false)
        }
        if let printed {
            scalars.sort { $0.source < $1.source }
            if scalars.count != printed.count { noteLook(at: string) }
            for (input, scalar) in zip(printed, scalars) { restore(input, into: scalar.node) }
        }
        return root
    }

    /// The scalars of a value, in the order in which it is written.
    package func scalars(of node: NodeID) -> [NodeID] {
        var (scalars, waiting) = ([NodeID](), [node])
        while let node = waiting.popLast() {
            let value = self[node]
            if value.isContainer {
                if value.source != ArenaNode.noPlace { noteLayout(of: value.source) }
                waiting += children(of: node).reversed()
            } else {
                scalars.append(node)
            }
        }
        return scalars
    }

    /// Where the scalars are in some JSON that a new string holds, strings with their quotes, in the order of the text;
    /// `nil` if it is none.
    package func rangesOfScalars(in json: NodeID) -> [Range<Int>]? {
        guard self[json].form == .made, let buffer = scanned(self[json].start, self[json].length) else { return nil }
        var (ranges, place) = ([Range<Int>](), 0)
        while place < buffer.base[0].next {
            let node = buffer.base[place]
            if !node.isContainer, node.rawKind != IndexNode.key { ranges.append(node.span) }
            place += 1
        }
        return ranges
    }

    /// Whether the characters of a string are JSON. O(characters)
    package func holdsJSON(_ string: NodeID) -> Bool {
        if scalarsPrinted(in: string) == nil { noteLook(at: string) }
        let (start, length) = keepCharacters(of: string)
        return scanned(start, length) != nil
    }

    /// The index of some JSON in the side buffer, until the next one is made; `nil` if it is none.
    private func scanned(_ start: UInt32, _ length: UInt32) -> IndexBuffer? {
        let buffer = state.pointee.bufferOfStrings ?? IndexBuffer(capacity: 256)
        state.pointee.bufferOfStrings = buffer
        return IndexScanner(options: JSONParsingOptions(), buffer: buffer).scan(side(start, length)) ? buffer : nil
    }

    /// A node of a value of a text in the side buffer, without its key and children.
    private func parsed(_ source: UInt32, _ buffer: IndexBuffer, _ start: UInt32) -> ArenaNode {
        let place = buffer.base[Int(source)]
        var node = ArenaNode()
        node.rawKind = UInt8(truncatingIfNeeded: place.rawKind)
        if place.isContainer {
            (node.form, node.flags) = (.open, ArenaNode.dirty)
            return node
        }
        node.form = .made
        if place.isString || place.isNumber { (node.start, node.length) = characters(of: place, start) }
        return node
    }

    private func setParsedKey(_ place: IndexNode, _ start: UInt32, of node: inout ArenaNode) {
        node.keyForm = .made
        (node.keyStart, node.keyLength) = characters(of: place, start)
        node.keyHash = place.next
        node.keyText = -1
    }

    /// Where the characters of a scalar or key are in the side buffer, in which its text begins at `start`.
    private func characters(of place: IndexNode, _ start: UInt32) -> (start: UInt32, length: UInt32) {
        guard place.isEscaped else { return (start + place.offset, place.length) }
        let resolved = Unescaping.characters(of: side(start + place.offset, place.length))
        return (resolved.withUnsafeBufferPointer(keep), UInt32(truncatingIfNeeded: resolved.count))
    }

    /// Puts the characters of a string into the side buffer, unless they are there; returns where they are.
    private func keepCharacters(of string: NodeID) -> (start: UInt32, length: UInt32) {
        let value = self[string]
        if value.form == .made { return (value.start, value.length) }
        if value.form == .indexed {
            let place = state.pointee.index[Int(value.source)]
            let text = UnsafeBufferPointer(rebasing: state.pointee.text[place.content])
            if !place.isEscaped { return (keep(text), UInt32(truncatingIfNeeded: text.count)) }
            let resolved = Unescaping.characters(of: text)
            return (resolved.withUnsafeBufferPointer(keep), UInt32(truncatingIfNeeded: resolved.count))
        }
        return keep(self.string(of: string) ?? "")
    }

    /// Calls a function with the text of a value in a style, which is there for the call.
    ///
    /// - Complexity: O(bytes), plus the time for sorting keys if the style requires it
    package func withText<Result>(
        of node: NodeID, in style: WritingStyle, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        noteLook(at: node)
        // The writer writes all repeated keys, and forgets deferred children that it has written.
        if state.pointee.changes != nil || document.map({ $0.duplicateKeys != .report }) == true {
            return withoutRecording { value(of: node) }.bytes(in: style).withUnsafeBufferPointer(body)
        }
        // Behind what is written of the document, if that has begun.
        flush()
        let (start, line, sink) = (state.pointee.outputCount, state.pointee.line, state.pointee.sink)
        state.pointee.sink = nil
        withoutRecording {
            var writer = StyleWriter(arena: self, style: TargetStyle(style))
            writer.write(node)
            if style.finalNewline { append(style.lineEnding.text) }
            flush()
        }
        defer {
            (state.pointee.outputCount, state.pointee.line, state.pointee.sink) = (start, line, sink)
        }
        return body(
            UnsafeBufferPointer(start: state.pointee.output + start, count: state.pointee.outputCount - start))
    }
}
