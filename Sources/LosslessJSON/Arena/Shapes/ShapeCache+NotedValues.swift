/// The values of a document of a known shape that the runner of operations asks for.
///
/// Unsafe code: see ``ShapeCache``; ranges are those of the text that has matched.
extension ShapeCache {
    /// Reads the noted containers, unless their texts will do; whether all could be read.
    mutating func readContainers(_ shape: LineShape, _ layout: ShapeLayout) -> Bool {
        if !shape.notesContainers { return true }
        containers.removeAll(keepingCapacity: true)
        if source == nil, shape.notesCompactContainers, !textHasEscapes() { return true }
        for (number, noted) in shape.noted.filter(\.isContainer).enumerated() {
            let range = range(noted.start, noted.end)
            let offset = UInt32(truncatingIfNeeded: begins + range.lowerBound)
            if let source {
                let document = source.arena.readDocument()
                let node = layout.slotNames.isEmpty ? source.node + noted.node : node(at: offset, source)
                containers.append(JSONValue(.indexed(document, node), offset: offset))
            } else if let document = documents.read(UnsafeBufferPointer(rebasing: text[range]), number) {
                containers.append(JSONValue(.indexed(document, DocumentIndex.root), offset: offset))
            } else {
                return false
            }
        }
        return true
    }

    /// The node of the container that begins at a byte of the document.
    private func node(at offset: UInt32, _ source: (arena: Arena, node: UInt32)) -> UInt32 {
        let index = source.arena.state.pointee.index
        let nodes = source.node..<index[Int(source.node)].next
        return nodes.partitioningIndex { index[Int($0)].offset >= offset }
    }

    /// Whether the document has noted values.
    package var hasNotedValues: Bool {
        lastFound?._withUnsafeGuaranteedRef { !$0.noted.isEmpty } ?? false
    }

    /// Calls a function with each noted value, and its number.
    package func forEachNotedValue(_ body: (Int, LazyValue) -> Void) {
        guard let noted = found?.noted else { return }
        var container = 0
        for number in noted.indices {
            if !noted[number].isContainer {
                body(number, .read(scalar(noted[number])))
            } else if containers.isEmpty {
                let range = range(noted[number].start, noted[number].end)
                let offset = UInt32(truncatingIfNeeded: begins + range.lowerBound)
                body(number, .text(Array(text[range]), offset: offset))
            } else {
                body(number, .read(containers[container]))
                container += 1
            }
        }
    }

    /// Calls a function with the place of each noted value in the text, in their order; does nothing, and returns
    /// `false`, where one of them is not written as it is there.
    package func forEachNotedText(_ body: (Range<Int>) -> Void) -> Bool {
        guard let found, !found.notesContainers || containers.isEmpty else { return false }
        for noted in found.noted {
            let range = range(noted.start, noted.end)
            body(noted.kind == .string ? range.lowerBound - 1..<range.upperBound + 1 : range)
        }
        return true
    }

    private func scalar(_ noted: LineShape.Noted) -> JSONValue {
        let range = range(noted.start, noted.end)
        let characters = String(decoding: UnsafeBufferPointer(rebasing: text[range]), as: UTF8.self)
        return noted.scalar(of: characters, at: begins + range.lowerBound)
    }
}
