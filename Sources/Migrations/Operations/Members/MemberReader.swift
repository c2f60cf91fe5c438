import VersionedCodec

/// Reads the members of one object of a plan file; each mistake is an error with its position.
///
/// A member that was not requested is unknown: `finish()` reports it, with the names that were requested.
struct MemberReader {
    let document: JSONDocument
    let path: JSONPointer
    let object: JSONObject
    /// The other parts of the plan file.
    let environment: PlanFileEnvironment
    private let value: JSONValue
    private(set) var asked: [String] = []

    /// A reader of the object at a path of the plan file.
    @inline(never)
    init(
        _ value: JSONValue, at path: JSONPointer, in document: JSONDocument, _ environment: PlanFileEnvironment
    ) throws(PlanFileError) {
        self.environment = environment
        self.document = document
        self.path = path
        self.value = value
        guard let object = value.object else {
            throw Self.wrongKind(expected: "an object", found: value, at: path, in: document)
        }
        self.object = object
    }

    /// A reader of another object of the same plan file.
    func reader(_ value: JSONValue, at path: JSONPointer) throws(PlanFileError) -> MemberReader {
        try MemberReader(value, at: path, in: document, environment)
    }

    /// Fails where the object has a member that was not requested.
    func finish() throws(PlanFileError) {
        let meant = environment.mistakes.list.filter { $0.missing != nil }.map(\.path)
        let errors = object.filter { member in
            !asked.contains { $0.hasSameBytes(as: member.key) } && !meant.contains(path.appending(member.key))
        }.map { unknown in
            let name = JSONValue.string(unknown.key).text()
            return error(
                .unknownMember, "unknown member \(name); \(NearestName.hint(for: unknown.key, in: asked))",
                at: path.appending(unknown.key), found: unknown.value)
        }
        guard var first = errors.first else { return }
        first.others = Array(errors.dropFirst())
        throw first
    }

    // MARK: Any value

    @inline(never)
    mutating func optionalValue(_ name: String) throws(PlanFileError) -> JSONValue? {
        if !asked.contains(name) { asked.append(name) }
        return object[name]
    }

    mutating func value(_ name: String) throws(PlanFileError) -> JSONValue {
        if let value = try optionalValue(name) { return value }
        let missing = "the member \"\(name)\" is missing"
        if let mistake = misspelling(of: name, missing) { throw mistake }
        var absence = error(.missingMember, missing, at: path, found: value)
        absence.missing = name
        throw absence
    }

    /// The error where one of several members must be there.
    func absence(ofAll names: String..., as missing: String) -> PlanFileError {
        names.lazy.compactMap { misspelling(of: $0, missing) }.first
            ?? error(.missingMember, missing, at: path, found: nil)
    }

    /// The error of a member that is missing, where another one is meant to be it; `nil` if none is.
    private func misspelling(of name: String, _ missing: String) -> PlanFileError? {
        let others = object.map(\.key).filter { !asked.contains($0) }
        // Two letters are too few for a suggestion: "as" is not meant to be "at".
        guard name.count > 2, let near = NearestName.of(name, in: others) else { return nil }
        let hint = "; is \(JSONValue.string(near).text()) meant to be it?"
        var mistake = error(.missingMember, missing + hint, at: path.appending(near), found: object[near])
        (mistake.missing, mistake.misspelt) = (name, near)
        return mistake
    }

    /// Fails where a member is beside another that it cannot be combined with.
    @inline(never)
    mutating func exclude(_ name: String, because other: String) throws(PlanFileError) {
        if try optionalValue(name) != nil { throw fault("cannot be combined with \"\(other)\"", in: name) }
    }

    /// Notes a mistake where a word that the file's format lacks is used; only the first in a file is kept.
    ///
    /// - `name`: The member whose name or value is the word.
    func noteNewWord(_ name: String) {
        let word = name == "op" ? object[name]?.string ?? name : name
        noteNewWord(word, at: path.appending(name), found: object[name])
    }

    /// The same for a word that is somewhere else.
    func noteNewWord(_ word: String, at place: JSONPointer, found: JSONValue?) {
        guard environment.format < 2 else { return }
        environment.format = 2
        environment.mistakes.note(
            error(
                .newerWord, "\(JSONValue.string(word).text()) needs plan format 2; write \"planFormat\": 2", at: place,
                found: found))
    }

    // MARK: Scalars

    @inline(never)
    mutating func optionalText(_ name: String) throws(PlanFileError) -> String? {
        try optionalValue(name).map { (value) throws(PlanFileError) in try text(value, at: path.appending(name)) }
    }

    @inline(never)
    mutating func text(_ name: String) throws(PlanFileError) -> String {
        try text(try value(name), at: path.appending(name))
    }

    @inline(never)
    mutating func flag(_ name: String) throws(PlanFileError) -> Bool {
        guard let value = try optionalValue(name) else { return false }
        guard let flag = value.bool else { throw wrongKind("true or false", value, at: path.appending(name)) }
        return flag
    }

    /// One of a list of names.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, default fallback: Choice
    ) throws(PlanFileError) -> Choice {
        guard let value = try optionalValue(name) else { return fallback }
        return try choice(value, at: path.appending(name))
    }

    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String
    ) throws(PlanFileError) -> Choice {
        try choice(try value(name), at: path.appending(name))
    }

    mutating func optionalChoice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String
    ) throws(PlanFileError) -> Choice? {
        try optionalValue(name).map { (value) throws(PlanFileError) in try choice(value, at: path.appending(name)) }
    }

    mutating func choices<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String
    ) throws(PlanFileError) -> [Choice] {
        let place = path.appending(name)
        let choices: [Choice] = try elements(try value(name), at: place) { (element, place) throws(PlanFileError) in
            try choice(element, at: place)
        }
        if choices.isEmpty { throw fault("must not be empty", in: name) }
        return choices
    }

    @_semantics("optimize.sil.specialize.generic.never")
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ value: JSONValue, at place: JSONPointer
    ) throws(PlanFileError) -> Choice {
        if let choice = value.string.flatMap(Choice.init(rawValue:)) { return choice }
        throw noChoice(value, of: Choice.allCases.map(\.rawValue), at: place)
    }

    /// The error of a value that is not one of the known names.
    private func noChoice(_ value: JSONValue, of known: [String], at place: JSONPointer) -> PlanFileError {
        var mistake = wrongKind("a string", value, at: place)
        if let name = value.string {
            let hint = NearestName.hint(for: name, in: known)
            mistake = error(.unknownValue, "unknown value \(value.text()); \(hint)", at: place, found: value)
        }
        mistake.usable = known.map { .string($0) }
        return mistake
    }

    // MARK: Lists

    /// A text, or its lines as an array of strings.
    mutating func optionalLines(_ name: String) throws(PlanFileError) -> String? {
        guard let value = try optionalValue(name) else { return nil }
        let place = path.appending(name)
        if let text = value.string { return text }
        guard value.kind == .array else { throw wrongKind("a string, or an array of its lines", value, at: place) }
        return try elements(value, at: place) { (element, place) throws(PlanFileError) in
            try text(element, at: place)
        }.joined(separator: "\n")
    }

    mutating func optionalTexts(_ name: String) throws(PlanFileError) -> [String]? {
        let place = path.appending(name)
        guard let value = try optionalValue(name) else { return nil }
        return try elements(value, at: place) { (element, place) throws(PlanFileError) in try text(element, at: place) }
    }

    /// The elements of an array, each read with its place; a mistake in one does not keep the others from being read.
    @_semantics("optimize.sil.specialize.generic.never")
    func elements<Element>(
        _ value: JSONValue, at place: JSONPointer,
        _ read: (JSONValue, JSONPointer) throws(PlanFileError) -> Element
    ) throws(PlanFileError) -> [Element] {
        guard let array = value.array else { throw wrongKind("an array", value, at: place) }
        var result: [Element] = []
        var first: PlanFileError?
        for (index, element) in array.enumerated() {
            do throws(PlanFileError) {
                result.append(try read(element, place.appending(index)))
            } catch {
                environment.mistakes.note(error)
                first = first ?? error
                if environment.mistakes.isFull || environment.isFull { break }
            }
        }
        if let first { throw first }
        return result
    }

    @inline(never)
    func text(_ value: JSONValue, at place: JSONPointer) throws(PlanFileError) -> String {
        guard let text = value.string else { throw wrongKind("a string", value, at: place) }
        return text
    }

    // MARK: Errors

    @inline(never)
    func error(
        _ code: PlanFileError.Code, _ message: String, at place: JSONPointer, found: JSONValue?
    ) -> PlanFileError {
        // An object that was mended, to look for other mistakes, is not itself in the file.
        let whole = document.position(of: value) ?? document.root[at: path].flatMap(document.position(of:))
        let position = found.flatMap(document.position(of:)) ?? whole
        return PlanFileError(code: code, message: message, path: place, position: position)
    }

    /// The error for the value of a member that cannot be used.
    @inline(never)
    func fault(_ message: String, in name: String) -> PlanFileError {
        error(.invalidValue, "\"\(name)\" \(message)", at: path.appending(name), found: object[name])
    }

    @inline(never)
    func wrongKind(_ expected: String, _ found: JSONValue, at place: JSONPointer) -> PlanFileError {
        Self.wrongKind(expected: expected, found: found, at: place, in: document)
    }

    @inline(never)
    private static func wrongKind(
        expected: String, found: JSONValue, at place: JSONPointer, in document: JSONDocument
    ) -> PlanFileError {
        PlanFileError(
            code: .wrongKind, message: "expected \(expected), found \(found.kind.phrase)", path: place,
            position: document.position(of: found))
    }
}
