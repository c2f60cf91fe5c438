/// Documents of a shape that has been edited before.
extension IndexEdits {
    private static let mostTemplates = 4
    /// After so many documents in vain, only one in many is noted.
    private static let patience = 16

    /// Begins to note what is done to this document, unless enough shapes are known.
    package mutating func startRecording() {
        misses += 1
        let isWorthIt = templates.count < Self.mostTemplates && fruitless < Self.patience
        if isWorthIt || misses % 64 == 0 { recorder.start() }
    }

    /// Keeps what has been noted for documents of the same shape.
    package mutating func finishRecording(version: (index: Int, isFound: Bool)) {
        guard recorder.isOn else { return }
        recorder.isOn = false
        guard let template = EditTemplate(recorder, text, buffer, version: version) else {
            fruitless += 1
            return
        }
        fruitless = 0
        if templates.count == Self.mostTemplates { templates.removeLast() }
        templates.insert(template, at: 0)
    }

    /// Leaves this document to values.
    package mutating func stopRecording() {
        if recorder.isOn { fruitless += 1 }
        recorder.isOn = false
    }

    /// Looks for what was done to a document of this shape; the number of it.
    package mutating func findTemplate() -> Int? {
        for number in templates.indices where templates[number].matches(nodes, buffer.count, text) {
            ends.truncate(to: 0)
            ends.append(0)
            return number
        }
        return nil
    }

    /// The value that must be computed next, and how; `nil` where all are.
    package func nextComputed(_ template: Int) throws(EditLimit) -> (
        tag: Int32, kind: JSONKind, bytes: UnsafeBufferPointer<UInt8>
    )? {
        guard ends.count <= templates[template].computed.count else { return nil }
        let (node, tag) = templates[template].computed[ends.count - 1]
        let value = nodes[Int(node)]
        if value.isEscaped { throw EditLimit() }
        return (tag, value.kind, UnsafeBufferPointer(rebasing: text[value.content]))
    }

    /// Notes that the value stands at the end of `scratch`.
    package mutating func finishComputed() { ends.append(scratch.count) }

    /// Appends the document.
    package mutating func write(template number: Int, to result: inout [UInt8]) -> (index: Int, isFound: Bool) {
        let template = templates[number]
        output.truncate(to: 0)
        guard let base = text.baseAddress else { return template.version }
        for piece in template.pieces {
            switch piece {
            case .text(let start, let end):
                let first = place(start)
                output.append(UnsafeBufferPointer(start: base + first, count: place(end) - first))
            case .literal(let range): output.append(vocabulary.bytes(range))
            case .byte(let byte): output.append(byte)
            case .computed(let number):
                scratch.withUnsafeBufferPointer { scratch in
                    output.append(UnsafeBufferPointer(rebasing: scratch[ends[number]..<ends[number + 1]]))
                }
            }
        }
        result.append(contentsOf: UnsafeBufferPointer(start: output.base, count: output.count))
        return template.version
    }

    @inline(__always)
    private func place(_ edge: EditTemplate.Edge) -> Int {
        switch edge.side {
        case .textStart: 0
        case .textEnd: text.count
        case .start: nodes[Int(edge.node)].span.lowerBound
        case .end: nodes[Int(edge.node)].span.upperBound
        case .innerStart: nodes[Int(edge.node)].span.lowerBound + 1
        case .innerEnd: nodes[Int(edge.node)].span.upperBound - 1
        }
    }
}
