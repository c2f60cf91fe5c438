extension JSONDocument {
    /// The value that begins at a byte of the payload, and its path; `nil` if none does. O(members on the way)
    package func value(at offset: Int) -> (value: JSONValue, path: JSONPointer)? {
        var (value, path) = (root, JSONPointer.root)
        while let start = value.sourceOffset, start < offset {
            var child: (JSONValue, String)?
            if let object = value.object {
                for member in object where (member.value.sourceOffset ?? .max) <= offset {
                    child = (member.value, member.key)
                }
            } else if let array = value.array {
                for (index, element) in array.enumerated() where (element.sourceOffset ?? .max) <= offset {
                    child = (element, "\(index)")
                }
            }
            guard let (next, token) = child else { return nil }
            (value, path) = (next, path.appending(token))
        }
        return value.sourceOffset == offset ? (value, path) : nil
    }
}
