import VersionedCodec

/// Paths in plan files: each is checked for tokens without an effect.
extension MemberReader {
    @inline(never)
    mutating func optionalPointer(_ name: String, scratch: Bool = false) throws(PlanFileError) -> JSONPointer? {
        try optionalValue(name).map { (value) throws(PlanFileError) in
            try pointer(value, at: path.appending(name), scratch: scratch)
        }
    }

    /// - `puts`: Whether something is put there, so that the path may point past the last element of an array.
    /// - `scratch`: Whether the path begins where the operation is applied, so that a scratch value may be there.
    /// - `origin`: Where else it may begin.
    @inline(never)
    mutating func pointer(
        _ name: String, allowsRoot: Bool = true, puts: Bool = false, scratch: Bool = false,
        in origin: JSONOperation.PathOrigin = .here
    ) throws(PlanFileError) -> JSONPointer {
        let wasAtRoot = environment.isAtRoot
        defer { environment.isAtRoot = wasAtRoot }
        environment.isAtRoot = origin == .here ? wasAtRoot : origin == .document
        let pointer = try pointer(try value(name), at: path.appending(name), puts: puts, scratch: scratch)
        if pointer.tokens.count > JSONParsingOptions().maximumDepth {
            throw fault("leads deeper than \(JSONParsingOptions().maximumDepth) levels", in: name)
        }
        if pointer.isRoot && !allowsRoot {
            throw fault("must name a member or an element, not the whole value", in: name)
        }
        return pointer
    }

    mutating func pointers(
        _ name: String, puts: Bool = false, scratch: Bool = false
    ) throws(PlanFileError) -> [JSONPointer] {
        let place = path.appending(name)
        let pointers = try elements(try value(name), at: place) { (element, place) throws(PlanFileError) in
            try pointer(element, at: place, puts: puts, scratch: scratch)
        }
        if pointers.count < 2 { throw fault("must hold at least two pointers", in: name) }
        if Set(pointers).count < pointers.count { throw fault("must not hold a pointer twice", in: name) }
        if let root = pointers.firstIndex(where: \.isRoot) {
            throw fault("must name members or elements, not the whole value (element \(root))", in: name)
        }
        try requireApart(pointers, in: name)
        return pointers
    }

    /// Fails where one of several places lies within another one.
    func requireApart(_ pointers: [JSONPointer], in name: String) throws(PlanFileError) {
        let all = Set(pointers)
        for pointer in pointers where pointer.tokens.count > 1 {
            guard let outer = (1..<pointer.tokens.count).lazy.map(pointer.prefix).first(where: all.contains) else {
                continue
            }
            throw fault("must not hold \(pointer.shown), which is within \(outer.shown)", in: name)
        }
    }

    func pointer(
        _ value: JSONValue, at place: JSONPointer, puts: Bool = false, scratch: Bool = false
    ) throws(PlanFileError) -> JSONPointer {
        let text = try text(value, at: place)
        let pointer: JSONPointer
        do throws(JSONPointer.SyntaxError) {
            let mayBeScratch = environment.format > 1 || scratch && environment.isAtRoot
            if mayBeScratch, let named = try JSONPointer(scratchText: text) {
                pointer = named
            } else {
                pointer = try JSONPointer(parsing: text)
            }
        } catch let fault {
            throw error(.invalidValue, fault.description, at: place, found: value)
        }
        if pointer.isScratch {
            guard scratch, environment.isAtRoot else {
                throw error(
                    .invalidValue,
                    "\(JSONValue.string(text).text()) is a scratch value, which can be only where a path begins "
                        + "at the root of the document", at: place, found: value)
            }
            noteNewWord(text, at: place, found: value)
        }
        if let fault = pointer.endlessness(puts: puts) {
            throw error(.invalidValue, fault, at: place, found: value)
        }
        if let doubt = pointer.doubt {
            environment.warn(MigrationPlan.Warning(message: doubt, path: place, position: document.position(of: value)))
        }
        return pointer
    }
}

extension JSONPointer {
    /// Why nothing is found at a path that points past the last element of an array; `nil` if it does not.
    ///
    /// - `puts`: Whether something is put there.
    func endlessness(puts: Bool = false) -> String? {
        guard let place = tokens.firstIndex(of: "-"), !puts || place < tokens.count - 1 else { return nil }
        return "\"\(self)\" is the place after the last element of an array, which cannot be read; "
            + walking(behind: place)
    }

    /// The probable meaning of a path with a token that is only a key, and rarely one; `nil` if the path has no such
    /// token.
    var doubt: String? {
        let place = tokens.firstIndex { token in
            ["*", "**", "[*]", "[]"].contains(token)
                || token.hasPrefix("-") && JSONPointer.index(of: String(token.dropFirst())) != nil
        }
        guard let place else { return nil }
        let token = tokens[place]
        let key = "\"\(self)\" leads to a member whose key is \(JSONValue.string(token).text()); "
        if token.hasPrefix("-") {
            return key + "elements are counted from 0, and no path leads to the last one; " + walking(behind: place)
        }
        return key + walking(behind: place)
    }

    /// How to reach the elements that a token was meant to match.
    private func walking(behind place: Int) -> String {
        let list = JSONPointer(Array(tokens[..<place]))
        let rest = JSONPointer(Array(tokens[(place + 1)...]))
        return "for all elements, write {\"op\": \"each\", \"path\": \"\(list)\", \"operations\": […]}"
            + (rest.isRoot ? "" : ", and \"\(rest)\" in its operations")
    }
}
