extension JSONDocument {
    /// The value that begins at a byte of the payload, and its path; `nil` if none does. O(depth × log members), once
    /// the containers on the way have tables
    package func value(at offset: Int) -> (value: JSONValue, path: JSONPointer)? {
        root.value(at: offset)
    }
}

extension JSONValue {
    /// The value in it that begins at a byte of the text, and its path; `nil` if none does, or if it has been changed.
    package func value(at offset: Int) -> (value: JSONValue, path: JSONPointer)? {
        var (value, path) = (self, JSONPointer.root)
        while value.sourceOffset != offset {
            if let object = value.object {
                guard let index = object.last(at: offset, { $0.value.sourceOffset }) else { return nil }
                (value, path) = (object[index].value, path.appending(object[index].key))
            } else if let array = value.array {
                guard let index = array.last(at: offset, \.sourceOffset) else { return nil }
                (value, path) = (array[index], path.appending("\(index)"))
            } else {
                return nil
            }
        }
        return (value, path)
    }
}

extension RandomAccessCollection where Index == Int {
    /// The last child that begins at a byte, or before it; `nil` if none does. The children are in the order of the
    /// payload.
    fileprivate func last(at offset: Int, _ start: (Element) -> Int?) -> Int? {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if (start(self[middle]) ?? .max) <= offset { low = middle + 1 } else { high = middle }
        }
        return low == startIndex ? nil : low - 1
    }
}
