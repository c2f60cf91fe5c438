public import VersionedCodec

extension JSONOperation {
    /// A kind of scalar for conversions.
    public enum ScalarKind: String, Sendable, Hashable, CaseIterable {
        /// A string.
        case string
        /// A number; its text stays as it is.
        case number
        /// `true` or `false`.
        case boolean

        var kind: JSONKind {
            switch self {
            case .string: .string
            case .number: .number
            case .boolean: .boolean
            }
        }
    }
}

extension JSONOperation {
    /// Converts a scalar to another kind: string ↔ number, 0/1 ↔ boolean, `"true"`/`"false"` ↔ boolean.
    ///
    /// ```swift
    /// .convert("/price", from: .string, to: .number)
    /// // {"price": "19.90"}  →  {"price": 19.90}
    /// ```
    ///
    /// Nothing is rounded: the number has the text of the string. A text that is not a JSON number (`"007"`, `"n/a"`),
    /// and a number other than 0 and 1 as a boolean, are unexpected. `1.0` as a boolean comes back as `1`, which means
    /// the same.
    ///
    /// Loss class: exact, or captures with a rule to skip a wrong kind. Reverse: converts back.
    public static func convert(
        _ path: JSONPointer, from: ScalarKind, to target: ScalarKind, ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(
            ConvertOperation(
                path: path, from: from, to: target, rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind)))
    }
}

struct ConvertOperation: OperationBody, ScalarComputation {
    static let name = "convert"

    let path: JSONPointer
    let from: JSONOperation.ScalarKind
    let to: JSONOperation.ScalarKind
    let rules: Rules

    var description: String { "convert \(path.shown) from \(from.rawValue) to \(to.rawValue)" }
    var lossClass: LossClass {
        if from == to { return .exact }
        // `1.0` comes back as `1`.
        return rules.wrongKind == .skip || from == .number && to == .boolean ? .captures : .exact
    }
    var written: [JSONPointer] { [path] }

    func reversed() -> [JSONOperation] {
        [JSONOperation(ConvertOperation(path: path, from: to, to: from, rules: rules))]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let place = try context.find(path, in: scope, rules) else { return }
        if context.arena.compute(place, by: self) || context.leavesAlone(place) { return }
        let existing = context.value(place)
        guard let converted = Self.converted(existing, from: from, to: to) else {
            if rules.wrongKind == .error {
                throw context.wrongKind(expected: expectation, found: existing, at: path)
            }
            if Self.converted(existing, from: to, to: from).map({ $0 != existing }) == true { context.doubt() }
            return
        }
        // Only of numbers there are several texts.
        if existing.kind == .number, Self.converted(converted, from: to, to: from) != existing {
            context.lose(existing, at: path, "its spelling does not come back", [.isAboutWayBack, .isChange])
        }
        context.arena.set(place, to: converted, keepingOrigin: true)
    }

    /// The value as the other kind, or `nil` if it cannot be converted.
    private static func converted(_ value: JSONValue, from: JSONOperation.ScalarKind, to: JSONOperation.ScalarKind)
        -> JSONValue?
    {
        switch (from, to) {
        case (.string, .number): value.string.flatMap(JSONNumber.init(text:)).map(JSONValue.number)
        case (.number, .string): value.number.map { .string($0.text) }
        case (.number, .boolean): value.int.flatMap { $0 == 0 ? .bool(false) : $0 == 1 ? .bool(true) : nil }
        case (.boolean, .number): value.bool.map { .integer($0 ? 1 : 0) }
        case (.string, .boolean):
            value.string.flatMap { $0 == "true" ? .bool(true) : $0 == "false" ? .bool(false) : nil }
        case (.boolean, .string): value.bool.map { .string($0 ? "true" : "false") }
        case (.string, .string): value.kind == .string ? value : JSONValue?.none
        case (.number, .number): value.kind == .number ? value : JSONValue?.none
        case (.boolean, .boolean): value.kind == .boolean ? value : JSONValue?.none
        }
    }

    private var expectation: String {
        switch (from, to) {
        case (.string, .number): "a string that is a JSON number"
        case (.string, .boolean): "\"true\" or \"false\""
        case (.string, .string): "a string"
        case (.number, .boolean): "0 or 1"
        case (.number, _): "a number"
        case (.boolean, _): "a boolean"
        }
    }
}

extension ConvertOperation {
    func compute(
        _ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to result: inout [UInt8]
    ) -> JSONKind? {
        guard kind == from.kind, from != to else { return nil }
        switch (from, to) {
        case (.string, .number):
            guard JSONNumber.isNumber(characters) else { return nil }
            result += characters
        case (.number, .string), (.boolean, .string): result += characters
        case (.boolean, _): result.append(characters.count == 4 ? UInt8(ascii: "1") : UInt8(ascii: "0"))
        case (.number, _):
            guard characters.count == 1, characters[0] == UInt8(ascii: "0") || characters[0] == UInt8(ascii: "1")
            else { return nil }
            result += characters[0] == UInt8(ascii: "1") ? "true".utf8 : "false".utf8
        case (.string, _):
            guard characters.elementsEqual("true".utf8) || characters.elementsEqual("false".utf8) else { return nil }
            result += characters
        }
        return to.kind
    }

    func undoes(_ other: any ScalarComputation) -> Bool {
        guard let other = other as? Self else { return false }
        return from == other.to && to == other.from
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        from = try members.choice("from")
        to = try members.choice("to")
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members["from"] = .string(from.rawValue)
        members["to"] = .string(to.rawValue)
        members.write(rules)
    }
}

extension ConvertOperation {
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }

    var words: String {
        "\(Markdown.place(path)) becomes a \(to.rawValue) (it was a \(from.rawValue))"
    }

    var idleness: Idleness? { from == to ? Idleness("both are \"\(to.rawValue)\"", in: "to") : nil }

    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) }

    var traits: OperationTraits { [.keepsOrder, .addsNothing] }
}
