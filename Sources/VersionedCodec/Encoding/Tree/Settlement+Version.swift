extension Settlement {
    /// Stamps a version where it is found on reading: first in its object, if it is not there already.
    ///
    /// - Throws: `EncodingError.invalidValue` if the model writes something else there, or there is no object to
    ///   stamp.
    func stamp(
        _ leaf: EncodedLeaf, at pointer: JSONPointer, into value: inout EncodedValue, _ path: TreePath?
    ) throws {
        guard case .object(var object) = value.opened else {
            throw error(
                value, "there is no place for the version \"\(pointer)\": the written value is not an object", path)
        }
        guard let name = pointer.tokens.first else {
            throw error(value, "the version cannot replace the whole payload", path)
        }
        if object.index(of: name) == nil {
            var stamp = EncodedValue.leaf(leaf)
            for token in pointer.tokens.dropFirst().reversed() {
                var outer = EncodedObject()
                outer.append(token, stamp, origin: .version)
                stamp = .object(outer)
            }
            object.prepend(name, stamp)
        } else {
            let place = MemberPath(members: pointer.tokens).steps
            try put(.leaf(leaf), place[...], Writer(origin: .version), into: &object, path)
        }
        value = .object(object)
    }
}
