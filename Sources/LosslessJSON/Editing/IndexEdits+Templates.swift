/// Documents of a shape that has been edited before.
extension IndexEdits {
    private static let mostTemplates = 8
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
        guard let template = EditTemplate(recorder, text, buffer, vocabulary, version: version) else {
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

    /// Looks for what was done to a document of this shape; whether there was one. It then is the first.
    package mutating func findTemplate(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var found = 0
        while found < templates.count, !matches(templates[found], text) { found += 1 }
        guard found < templates.count else { return false }
        if found > 0 { templates.swapAt(0, found) }
        self.text = text
        computedEnds.truncate(to: 0)
        computedEnds.append(0)
        if !scratch.isEmpty { scratch.removeAll(keepingCapacity: true) }
        return true
    }

    @inline(__always)
    private mutating func matches(_ template: EditTemplate, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard template.matches(text, &ends) else { return false }
        for (value, literal) in template.different {
            let bytes = UnsafeBufferPointer(rebasing: text[template.start(of: value, ends)..<ends[value + 1]])
            guard isSame(bytes, of: template.values[value].kind.jsonKind, as: literal) == false else { return false }
        }
        return true
    }

    /// The value that must be computed next, and how; `nil` where all are.
    package func nextComputed() -> (tag: Int32, kind: JSONKind, bytes: UnsafeBufferPointer<UInt8>)? {
        let template = templates[0]
        guard computedEnds.count <= template.computed.count else { return nil }
        let (value, tag) = template.computed[computedEnds.count - 1]
        let bytes = UnsafeBufferPointer(rebasing: text[template.start(of: value, ends)..<ends[value + 1]])
        return (tag, template.values[value].kind.jsonKind, bytes)
    }

    /// Notes that the value stands at the end of `scratch`.
    package mutating func finishComputed() { computedEnds.append(scratch.count) }

    /// Appends the document.
    package func writeByTemplate(to result: inout [UInt8]) -> (index: Int, isFound: Bool) {
        let template = templates[0]
        var size = 0
        for piece in template.pieces { size += range(piece).count }
        result.append(addingCapacity: size) { span in
            span.withUnsafeMutableBufferPointer { room, count in
                guard var here = room.baseAddress, let text = text.baseAddress else { return }
                scratch.withUnsafeBufferPointer { scratch in
                    for piece in template.pieces {
                        let range = range(piece)
                        let source: UnsafePointer<UInt8>? =
                            switch piece {
                            case .text: text
                            case .constant: UnsafePointer(template.constants.baseAddress)
                            case .computed: scratch.baseAddress
                            }
                        if let source { here.update(from: source + range.lowerBound, count: range.count) }
                        here += range.count
                    }
                }
                count = size
            }
        }
        return template.version
    }

    /// Where the bytes of a piece stand in what it is copied from.
    @inline(__always)
    private func range(_ piece: EditTemplate.Piece) -> Range<Int> {
        switch piece {
        case .text(let start, let end): ends[start.value] + start.distance..<ends[end.value] + end.distance
        case .constant(let start, let count): start..<start + count
        case .computed(let number): computedEnds[number]..<computedEnds[number + 1]
        }
    }
}
