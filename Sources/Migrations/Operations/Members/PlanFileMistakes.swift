import VersionedCodec

/// The mistakes of one plan file: reading continues after each, so that all can be corrected at once.
struct PlanFileMistakes {
    /// So many mistakes are reported; more would hide the first ones.
    static let most = 20

    private(set) var list: [PlanFileError] = []

    var isFull: Bool { list.count >= Self.most }

    /// Adds a mistake, and those that it brings along, unless they are known already.
    mutating func note(_ error: PlanFileError) {
        for mistake in error.mistakes where !isFull && !list.contains(mistake) { list.append(mistake) }
    }

    /// All mistakes as one error, in the order of the file; `nil` if there are none.
    var error: PlanFileError? {
        // A mistake of what is absent belongs to the object that misses it.
        let ordered = list.enumerated().inOrder {
            let (left, right) = ($0.element.position?.byteOffset ?? 0, $1.element.position?.byteOffset ?? 0)
            return (left, $0.offset) < (right, $1.offset)
        }.map(\.element)
        guard var first = ordered.first else { return nil }
        first.others = Array(ordered.dropFirst())
        return first
    }
}

extension MemberReader {
    /// Reads a whole file; throws all of its mistakes as one error.
    mutating func whole<Result>(
        _ read: (inout MemberReader) throws(PlanFileError) -> Result
    ) throws(PlanFileError) -> Result {
        do {
            return try read(&self)
        } catch {
            environment.mistakes.note(error)
            throw environment.mistakes.error ?? error
        }
    }

    /// Reads a part of the file; a mistake in it is noted, and reading continues without it.
    @discardableResult
    mutating func part<Result>(_ read: (inout MemberReader) throws(PlanFileError) -> Result) -> Result? {
        do {
            return try read(&self)
        } catch {
            environment.mistakes.note(error)
            return nil
        }
    }

    /// Reads an object of a list. After a mistake, its other members are read as well, so that the mistakes of each are
    /// reported.
    @_semantics("optimize.sil.specialize.generic.never")
    func object<Result>(
        _ value: JSONValue, at place: JSONPointer, _ read: (inout MemberReader) throws(PlanFileError) -> Result
    ) throws(PlanFileError) -> Result {
        var members = try reader(value, at: place)
        do {
            return try read(&members)
        } catch {
            environment.mistakes.note(error)
            noteOthers(behind: error, in: value, at: place) { (value) throws(PlanFileError) in
                var members = try reader(value, at: place)
                _ = try read(&members)
            }
            throw error
        }
    }

    /// Puts something usable in the place of each member that was refused, until nothing new is wrong.
    private func noteOthers(
        behind first: PlanFileError, in value: JSONValue, at place: JSONPointer,
        _ read: (JSONValue) throws(PlanFileError) -> Void
    ) {
        guard !environment.isFull, var object = value.object else { return }
        var error = first
        var usable: Set<String> = []
        while !environment.mistakes.isFull, let member = error.member(of: place), usable.insert(member).inserted {
            guard let (mended, next) = mended(object, member, error, at: place, read), let next else { return }
            environment.mistakes.note(next)
            (object, error) = (mended, next)
        }
    }

    /// The object with something usable in the place of a member, and what is wrong with it then.
    ///
    /// Nothing where no value helps, and where further mistakes depend on the value, which is not known.
    @inline(never)
    private func mended(
        _ object: JSONObject, _ member: String, _ error: PlanFileError, at place: JSONPointer,
        _ read: (JSONValue) throws(PlanFileError) -> Void
    ) -> (object: JSONObject, next: PlanFileError?)? {
        let around = (environment.mistakes, environment.operationCount)
        defer { (environment.mistakes, environment.operationCount) = around }
        var result: (object: JSONObject, next: PlanFileError?)?
        for candidate in Self.candidates(for: error, in: object, member) {
            var next: PlanFileError?
            do throws(PlanFileError) {
                try read(.object(candidate))
            } catch {
                next = error
            }
            if let next, !next.isIndependent(of: member, at: place) { continue }
            if let result, result.next != next { return nil }
            result = result ?? (candidate, next)
        }
        return result
    }

    /// The object without a mistake, as it may have been meant.
    private static func candidates(for error: PlanFileError, in object: JSONObject, _ member: String) -> [JSONObject] {
        if error.code == .unknownMember {
            var others = object
            for unknown in error.mistakes { unknown.path.tokens.last.map { others[$0] = nil } }
            return [others]
        }
        var values = error.usable
        if let misspelt = error.misspelt, let value = object[misspelt] { values = [value] }
        if values.isEmpty { values = placeholders }
        return values.map { value in
            var mended = object
            if let misspelt = error.misspelt { mended[misspelt] = nil }
            mended[member] = value
            return mended
        }
    }

    /// Values of each kind that members of plan files have.
    private static let placeholders: [JSONValue] = [
        "/placeholder", "placeholder", 1, true, [], ["/placeholder/1", "/placeholder/2"], ["a": "b"],
        [["op": "remove", "path": "/placeholder"]],
    ]
}

extension PlanFileError {
    /// The member of an object that the mistake is in, or that is missing there.
    fileprivate func member(of place: JSONPointer) -> String? {
        if let missing { return misspelt == nil && path != place ? nil : missing }
        let tokens = path.tokens
        guard tokens.count > place.tokens.count, tokens.starts(with: place.tokens) else { return nil }
        return tokens[place.tokens.count]
    }

    /// Whether it would also be a mistake if the member were right: no rule that looks at both.
    fileprivate func isIndependent(of member: String, at place: JSONPointer) -> Bool {
        let own = self.member(of: place)
        return own != member && (own != nil || path == place)
            && (code == .unknownMember || !message.contains("\"\(member)\""))
    }
}
