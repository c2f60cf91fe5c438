import VersionedCodec

extension JSONValue {
    /// The same value without the places of the text that it was read from: they mean nothing in another document.
    ///
    /// Not a recursion: no depth of nesting can overflow the stack. O(values)
    var detached: JSONValue { detached(keepingOffsets: false) }

    /// The same value without the document that it was read from.
    ///
    /// - `keepsOffsets`: Whether it still says where each value was, for a place in the same document.
    func detached(keepingOffsets keepsOffsets: Bool) -> JSONValue {
        var open: [(container: JSONValue, key: String?)] = []
        var pending: [Task] = [.visit(self, key: nil)]
        var result = JSONValue.null
        func finish(_ value: JSONValue, _ key: String?) {
            guard !open.isEmpty else { return result = value }
            if let key {
                open[open.count - 1].container.object?[key] = value
            } else {
                open[open.count - 1].container.array?.append(value)
            }
        }
        while let task = pending.popLast() {
            switch task {
            case .close:
                if let closed = open.popLast() { finish(closed.container, closed.key) }
            case .visit(let value, let key):
                let offset = keepsOffsets ? value.sourceOffset : nil
                if let object = value.object {
                    open.append((JSONValue.object([:]).beginning(at: offset), key))
                    pending.append(.close)
                    pending += object.reversed().map { .visit($0.value, key: $0.key) }
                } else if let array = value.array {
                    open.append((JSONValue.array([]).beginning(at: offset), key))
                    pending.append(.close)
                    pending += array.reversed().map { .visit($0, key: nil) }
                } else {
                    finish(value.detachedScalar.beginning(at: offset), key)
                }
            }
        }
        return result
    }

    private enum Task {
        case visit(JSONValue, key: String?)
        case close
    }

    private var detachedScalar: JSONValue {
        if let text = string { return .string(text) }
        if let number { return .number(number) }
        return bool.map { .bool($0) } ?? .null
    }
}
