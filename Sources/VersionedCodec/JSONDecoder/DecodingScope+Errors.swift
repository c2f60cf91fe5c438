/// The errors of a document: a `DecodingError` with the whole path, and a ``DecodingFault`` beneath.
extension DecodingScope {
    /// The context of an error at a value.
    func errorContext(
        _ message: String, at node: UInt32, underlying: (any Error)? = nil
    ) -> DecodingError.Context {
        let path = codingPath(of: node)
        let fault = DecodingFault(
            message: message, position: position(of: node), path: JSONPointer(codingPath: path),
            found: nodes[Int(node)].kind, version: version?.label, underlyingError: underlying)
        return DecodingError.Context(codingPath: path, debugDescription: message, underlyingError: fault)
    }

    /// The error for a value of another kind: `valueNotFound` for null, else `typeMismatch`.
    @inline(never)
    func mismatch(_ type: Any.Type, at node: UInt32) -> DecodingError {
        let context = errorContext("expected \(TypePhrase.of(type)), \(foundPhrase(node))", at: node)
        return nodes[Int(node)].isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// The error for a value that has the right kind, but cannot be.
    @inline(never)
    func corrupted(_ message: String, at node: UInt32, underlying: (any Error)? = nil) -> DecodingError {
        .dataCorrupted(errorContext(message, at: node, underlying: underlying))
    }

    /// The error for a number that a type cannot hold.
    @inline(never)
    func misfit(_ type: Any.Type, at node: UInt32) -> DecodingError {
        corrupted("the number does not fit \(type)", at: node)
    }

    /// The error for a member that is not there.
    @inline(never)
    func missing(_ key: any CodingKey, of object: UInt32, _ message: String? = nil) -> DecodingError {
        .keyNotFound(
            key, errorContext(message ?? "there is no member \(JSONValue.string(key.stringValue).text())", at: object))
    }

    /// What a value is, in words: `found a string ("x")`.
    func foundPhrase(_ node: UInt32) -> String {
        let found = nodes[Int(node)]
        let kind = "found \(found.kind.phrase)"
        guard !found.isContainer, !found.isNull else { return kind }
        let shown =
            document?.made.map { String(decoding: $0.spelling(of: found.span), as: UTF8.self) }
            ?? String(decoding: bytes(in: found.span), as: UTF8.self)
        return kind + " (\(shown.count > 60 ? shown.prefix(59) + "…" : shown))"
    }

    /// Where a value begins; `nil` where the caller has no bytes.
    func position(of node: UInt32) -> SourcePosition? {
        guard hasPositions else { return nil }
        let place = nodes[Int(node)].span.lowerBound
        let target = document?.made.map { $0.start(of: place) } ?? place - offset
        let rare = rareState()
        if rare.position.byteOffset > target { rare.position = SourcePosition(line: 1, column: 1, byteOffset: 0) }
        if let made = document?.made {
            rare.position.advance(to: target, in: made.original)
            return rare.position
        }
        let bytes = UnsafeBufferPointer(start: text + offset, count: max(0, byteCount - offset))
        rare.position.advance(to: target, in: bytes)
        return rare.position
    }

    /// The keys and indices that lead from the root to a value. O(depth · members); in large containers O(members) for many values in
    /// their order
    func codingPath(of target: UInt32) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var container = root
        while container != target, nodes[Int(container)].isContainer {
            let (place, child) = self.child(of: container, leadingTo: target)
            if nodes[Int(container)].isObject {
                path.append(PayloadKey(string(nodes[Int(child - 1)])))
            } else {
                path.append(PayloadKey(index: place))
            }
            container = child
        }
        return path
    }

    private func child(of container: UInt32, leadingTo target: UInt32) -> (place: Int, child: UInt32) {
        let header = nodes[Int(container)]
        let step: UInt32 = header.isObject ? 1 : 0
        var (place, child) = (0, container + 1 + step)
        let isLarge = header.next - container > 256
        if isLarge, let landmark = rare?.landmarks[container], landmark.child <= target { (place, child) = landmark }
        while nodes[Int(child)].next <= target {
            child = nodes[Int(child)].next + step
            place += 1
        }
        if isLarge { rareState().landmarks[container] = (place, child) }
        return (place, child)
    }

    /// How many steps lead from the root to a value.
    func depth(of target: UInt32) -> Int {
        var (depth, container) = (0, root)
        while container != target, nodes[Int(container)].isContainer {
            container = child(of: container, leadingTo: target).child
            depth += 1
        }
        return depth
    }

    /// An error with the place of its value beneath, where it has nothing of ours there: what a model throws, or the standard library.
    func located(_ error: DecodingError) -> DecodingError {
        func located(_ context: DecodingError.Context) -> DecodingError.Context {
            if context.underlyingError is any DiagnosableError { return context }
            let node = node(at: context.codingPath)
            let fault = DecodingFault(
                message: context.debugDescription.hasSuffix(".")
                    ? String(context.debugDescription.dropLast()) : context.debugDescription,
                position: position(of: node), path: JSONPointer(codingPath: context.codingPath),
                found: nodes[Int(node)].kind, version: version?.label, underlyingError: context.underlyingError)
            return .init(
                codingPath: context.codingPath, debugDescription: context.debugDescription, underlyingError: fault)
        }
        switch error {
        case .typeMismatch(let type, let context): return .typeMismatch(type, located(context))
        case .valueNotFound(let type, let context): return .valueNotFound(type, located(context))
        case .keyNotFound(let key, let context): return .keyNotFound(key, located(context))
        case .dataCorrupted(let context): return .dataCorrupted(located(context))
        @unknown default: return error
        }
    }

    /// The value at a path of payload keys, as far as it leads.
    private func node(at path: [any CodingKey]) -> UInt32 {
        var node = root
        for key in path {
            let header = nodes[Int(node)]
            var next = Self.nothing
            if header.isObject {
                next = member(key.stringValue, of: node)
            } else if header.isArray, let index = key.intValue, index >= 0 {
                var child = node + 1
                for _ in 0..<index where child < header.next { child = nodes[Int(child)].next }
                if child < header.next { next = child }
            }
            if next == Self.nothing { return node }
            node = next
        }
        return node
    }
}
