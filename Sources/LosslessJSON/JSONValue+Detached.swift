extension JSONValue {
    /// The same value without the places of the text that it was read from: they mean nothing in another document.
    ///
    /// Not a recursion: no depth of nesting can overflow the stack. O(values)
    package var detached: JSONValue { detached(keepingOffsets: false) }

    /// The same value without the document that it was read from.
    ///
    /// - `keepsOffsets`: Whether it still says where each value was, for a place in the same document.
    package func detached(keepingOffsets keepsOffsets: Bool) -> JSONValue {
        guard var frame = DetachedContainer(self) else { return detachedScalar(keepsOffsets) }
        var open: [DetachedContainer] = []
        while true {
            if frame.values.count < frame.children.count {
                let child = frame.children[frame.values.count]
                if let inner = DetachedContainer(child) {
                    open.append(frame)
                    frame = inner
                } else {
                    frame.values.append(child.detachedScalar(keepsOffsets))
                }
                continue
            }
            let value = frame.value(keepsOffsets)
            guard var outer = open.popLast() else { return value }
            outer.values.append(value)
            frame = outer
        }
    }

    private func detachedScalar(_ keepsOffsets: Bool) -> JSONValue {
        var copy = JSONValue.null
        if let text = string {
            copy = .string(text)
        } else if let number {
            copy = .number(number)
        } else if let bool {
            copy = .bool(bool)
        }
        return keepsOffsets ? copy.comingFrom(self) : copy
    }
}

/// A container that is being copied, child by child.
private struct DetachedContainer {
    private let container: JSONValue
    private let keys: [JSONText]
    private let isObject: Bool
    let children: [JSONValue]
    var values: [JSONValue] = []

    /// `nil` for a scalar.
    init?(_ value: JSONValue) {
        container = value
        if let object = value.object {
            (isObject, keys, children) = (true, object.contents.keys, object.contents.values)
        } else if let array = value.array {
            (isObject, keys, children) = (false, [], array.contents.values)
        } else {
            return nil
        }
        values.reserveCapacity(children.count)
    }

    func value(_ keepsOffset: Bool) -> JSONValue {
        let storage = ContainerStorage(values: values, keys: keys.map { JSONText($0.string) })
        let copy = JSONValue(.container(.edited(storage), isObject: isObject))
        return keepsOffset ? copy.comingFrom(container) : copy
    }
}
