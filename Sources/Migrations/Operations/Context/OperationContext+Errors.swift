import VersionedCodec

/// Errors, and the rules that decide about them.
extension OperationContext {
    /// Fails, or does nothing where the rule is to skip.
    func unexpected(
        _ code: MigrationError.Code, _ rule: JSONOperation.UnexpectedRule, _ message: @autoclosure () -> String,
        at pointer: JSONPointer, found: JSONValue? = nil,
        decidedBy deciding: MigrationError.DecidingRule = .absent
    ) throws(MigrationError) {
        if rule == .error, code != .absent || !isPartial && !skipsAbsentScratch && absence(of: pointer) == nil {
            var error = error(code, message(), at: pointer, found: found)
            if code == .absent { error.rule = deciding }
            throw error
        }
    }

    /// Reports a token that no element of an array has, unless the rules skip it.
    ///
    /// A token that only an object can have is skipped by either rule: it is absent, and what is around it is of
    /// another kind.
    mutating func noElement(
        _ token: String, of count: Int, _ rules: Rules, at pointer: JSONPointer
    ) throws(MigrationError) {
        if skipsKey(token, rules) { return }
        let message = "\"\(token)\" is not a place in an array of \(count)"
        if Self.isKey(token), !isPartial, !skipsAbsentScratch {
            // An array cannot hold the member, whatever the way there removed.
            var error = error(.absent, message, at: pointer)
            error.rule = .either
            throw error
        }
        try unexpected(.absent, rules.absent, message, at: pointer)
    }

    /// The error where a value cannot be put, although the rules let that pass: an operation that has taken the value
    /// from elsewhere must not lose it.
    func noPlace(at pointer: JSONPointer) -> MigrationError {
        var error = error(.wrongKind, "there is no object to put \(shown(pointer)) into", at: pointer)
        error.rule = .either
        return error
    }

    /// Whether only an object can have a token.
    static func isKey(_ token: String) -> Bool { token != "-" && JSONPointer.index(of: token) == nil }

    /// Whether the rules skip a token in an array that only an object can have. The way back may have no rule for it.
    mutating func skipsKey(_ token: String, _ rules: Rules) -> Bool {
        guard Self.isKey(token), rules.absent == .skip || rules.wrongKind == .skip else { return false }
        doubt()
        return true
    }

    /// A place relative to the current one, from the root of the document: so that in the text of an error all paths
    /// begin there.
    @inline(never)
    func shown(_ pointer: JSONPointer) -> String { path.appending(pointer).shown }

    /// The error for a place relative to the current one.
    @inline(never)
    func error(
        _ code: MigrationError.Code, _ message: String, at pointer: JSONPointer, found: JSONValue? = nil
    ) -> MigrationError {
        MigrationError(code, message, at: path.appending(pointer), found: found)
    }

    /// The error for a place where a rule other than `ifWrongKind` decides.
    @inline(never)
    func error(
        _ code: MigrationError.Code, _ message: String, at pointer: JSONPointer, found: JSONValue,
        decidedBy rule: MigrationError.DecidingRule
    ) -> MigrationError {
        var error = error(code, message, at: pointer, found: found)
        error.rule = rule
        return error
    }

    /// The error for an element that lacks a member, or has none that an operation can use: `ifAbsent` decides about an
    /// absent one.
    @inline(never)
    func lacking(
        _ member: NodeID, _ message: String, at pointer: JSONPointer, of element: NodeID
    ) -> MigrationError {
        var error = error(.absent, message, at: pointer, found: value(element))
        if member.isNone, arena.isContainer(element) { error.rule = .absent }
        return error
    }

    /// The error for a partial document that does not say enough; paths are relative to the current place.
    ///
    /// - `unknown`: What it does not tell: "what the whole is".
    @inline(never)
    func tooPartial(
        without missing: JSONPointer, tells unknown: String, at pointer: JSONPointer? = nil, found: NodeID
    ) -> MigrationError {
        tooPartial(without: shown(missing), tells: unknown, at: pointer ?? missing, found: found)
    }

    /// The same for what a condition looks at.
    ///
    /// - `place`: Where it looks, relative to the current place.
    @inline(never)
    func tooPartial(
        without missing: UnknownPlace, of place: JSONPointer = .root, tells unknown: String, found: NodeID
    ) -> MigrationError {
        let name = missing.isInDocument ? missing.path.shown : shown(place.appending(missing.path))
        return tooPartial(without: name, tells: unknown, at: place, found: found)
    }

    private func tooPartial(
        without missing: String, tells unknown: String, at pointer: JSONPointer, found: NodeID
    ) -> MigrationError {
        error(
            .tooPartial, "a partial document without \(missing) does not tell \(unknown)",
            at: pointer, found: arena.value(of: found))
    }

    /// The error for a value of another kind than is needed.
    @inline(never)
    func wrongKind(expected: String, found: JSONValue, at pointer: JSONPointer) -> MigrationError {
        let shown = found.isContainer || found.isNull ? "" : " (\(Loss.shortened(found.text())))"
        return error(.wrongKind, "expected \(expected), found \(found.kind.phrase)\(shown)", at: pointer, found: found)
    }

    static func absence(ofElement token: String) -> String {
        if token == "-" { return "there is no element after the last one" }
        if JSONPointer.index(of: token) != nil { return "there is no element \(token)" }
        return "an array has no member \(JSONValue.string(token).text())"
    }

    func absence(_ token: String, _ pointer: JSONPointer, _ depth: Int) -> String {
        let missing = "there is no member \(JSONValue.string(token).text())"
        guard depth < pointer.tokens.count - 1 else { return missing }
        return missing + " on the way to \(shown(pointer))"
    }
}
