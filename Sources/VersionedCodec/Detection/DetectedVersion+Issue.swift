extension Decoder {
    /// The issue of a contradiction in the payload at the decoder's place.
    @inline(never)
    func issue(of contradiction: DetectedVersion.Contradiction) -> DecodingIssue {
        let pointer = contradiction.test.pointer
        let source = asNative.map { IndexSource(session: $0.session, root: $0.node) }
        var facts = IssueFacts(contradiction, around: source?.path ?? JSONPointer(codingPath: codingPath))
        guard let source else { return DecodingIssue(facts) }
        guard let node = source.node(at: pointer) else { return DecodingIssue(facts, order: source.root) }
        (facts.byteRange, facts.found) = (source.session.byteRange(of: node), source.kind(at: pointer))
        facts.quotation = source.session.quotation(of: node)
        return DecodingIssue(facts, order: node)
    }
}

extension DecodingIssue {
    /// The issue of a contradiction in a document.
    init(_ contradiction: DetectedVersion.Contradiction, in document: JSONDocument) {
        var facts = IssueFacts(contradiction, around: .root)
        if let value = document.root[at: contradiction.test.pointer] {
            let text = value.text()
            facts.found = value.kind
            if !value.isContainer, !value.isNull { facts.quotation = IssueFacts.shortened(text) }
            // The text that JSON5 was converted to has other places.
            if let start = value.sourceOffset, document.bytes[start...].starts(with: text.utf8) {
                facts.byteRange = start..<(start + text.utf8.count)
            }
        }
        self.init(facts)
    }
}

extension IssueFacts {
    /// The facts of an issue that a payload at a place is not of the shape of its version.
    fileprivate init(_ contradiction: DetectedVersion.Contradiction, around path: JSONPointer) {
        self.init(
            code: .contradictedVersion, message: contradiction.diagnostic.message,
            path: path.appending(contradiction.test.pointer), position: contradiction.position,
            version: contradiction.label)
    }
}
