import VersionedCodec

/// Keys in plan files: texts, that are not paths. `"to": "/name"` is nearly always meant as a path, so it is refused; a
/// key that begins with a slash is written `{"key": "/name"}`.
extension MemberReader {
    @inline(never)
    mutating func key(_ name: String) throws(PlanFileError) -> String {
        try key(try value(name), at: path.appending(name))
    }

    mutating func optionalKey(_ name: String) throws(PlanFileError) -> String? {
        try optionalValue(name).map { (value) throws(PlanFileError) in try key(value, at: path.appending(name)) }
    }

    mutating func optionalKeys(_ name: String) throws(PlanFileError) -> [String]? {
        let place = path.appending(name)
        guard let value = try optionalValue(name) else { return nil }
        return try elements(value, at: place) { (element, place) throws(PlanFileError) in try key(element, at: place) }
    }

    private func key(_ value: JSONValue, at place: JSONPointer) throws(PlanFileError) -> String {
        if value.object != nil {
            var members = try reader(value, at: place)
            let key = try members.text("key")
            try members.finish()
            if environment.takesMarkedKeys { return key }
            let name = JSONValue.string(String(key.dropFirst())).text()
            throw error(
                .invalidValue,
                "this is a key, not a path: \(name); renameKeys with a table gives keys that begin with a slash",
                at: place, found: value)
        }
        let text = try text(value, at: place)
        guard text.utf8.first == UInt8(ascii: "/") else { return text }
        let name = JSONValue.string(String(text.dropFirst())).text()
        throw error(
            .invalidValue,
            "this is a key, not a path: \(name), or {\"key\": \(value.text())} where the key begins with a slash",
            at: place, found: value)
    }
}

extension JSONValue {
    /// A key as plan files have it.
    static func key(_ key: String) -> JSONValue {
        key.utf8.first == UInt8(ascii: "/") ? ["key": .string(key)] : .string(key)
    }
}
