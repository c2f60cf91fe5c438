import VersionedCodec

/// What a running step knows: where in the document it is, and what has been lost.
struct OperationContext {
    /// The way from the root to the value that operations are applied to.
    private(set) var path: JSONPointer = .root

    /// The losses so far, in the order in which they came.
    private(set) var losses: [Loss] = []

    /// The offsets of values that were taken away without a loss: the other direction makes them again.
    private(set) var leftOut: [Int] = []

    /// What comes from outside of the document.
    let surroundings: Surroundings

    /// The whole document as it stood before the outermost operation that is running, where one of its parts looks at it.
    private(set) var document: JSONValue?

    /// The values that the step makes.
    var generated = GeneratedTexts()

    /// The operations that may apply themselves again.
    var named = NamedOperations()

    /// The tables that have been looked into, for as long as the document is the same.
    private(set) var lookups = LookupCache()

    private var depth = 0

    /// Whether this is a look at what a way back would make: whatever it loses is nobody's loss.
    private(set) var isLook = false

    /// A context for a step.
    init(_ surroundings: Surroundings = Surroundings()) { self.surroundings = surroundings }

    /// A context for a look at what the way back would make.
    var scratch: OperationContext {
        var scratch = OperationContext(surroundings)
        scratch.path = path
        scratch.document = document
        scratch.lookups = lookups
        scratch.named = named
        scratch.depth = 1
        scratch.isLook = true
        return scratch
    }

    /// A context for a look at what becomes of the whole value in a step.
    func look() -> OperationContext {
        var look = OperationContext(surroundings)
        look.isLook = true
        return look
    }

    // MARK: Running

    /// Applies operations, one after the other, to a value.
    mutating func run(_ operations: [JSONOperation], on value: inout JSONValue) throws(MigrationError) {
        if depth == 0, !generated.isPrepared, operations.contains(where: { $0.makesValues || $0.removesMadeValues }) {
            return try runGenerating(operations, on: &value)
        }
        depth += 1
        defer { depth -= 1 }
        for operation in operations {
            let lossesBefore = losses.count
            if depth == 1 {
                document = operation.readsDocument ? value : nil
                if operation.readsDocument { lookups = LookupCache() }
            }
            do {
                try operation.body.apply(to: &value, in: &self)
            } catch {
                var error = error
                if error.operation == nil { error.operation = operation.description }
                locate(&error, in: value)
                throw error
            }
            for index in losses.indices.dropFirst(lossesBefore) {
                if losses[index].operation == nil { losses[index].operation = operation.description }
                if losses[index].offset == nil {
                    (losses[index].offset, losses[index].isPlacedByHolder) = (value.sourceOffset, true)
                }
            }
        }
    }

    /// Applies operations to a value as if it were the whole document.
    mutating func runAsDocument(
        _ operations: [JSONOperation], on value: inout JSONValue
    ) throws(MigrationError) {
        let outer = (document: document, lookups: lookups, depth: depth)
        depth = 0
        defer { (document, lookups, depth) = outer }
        try run(operations, on: &value)
    }

    /// Runs something one member or element, or more, deeper.
    mutating func within(
        _ pointer: JSONPointer, _ body: (inout OperationContext) throws(MigrationError) -> Void
    ) throws(MigrationError) {
        path.tokens += pointer.tokens
        defer { leave(pointer.tokens.count) }
        try body(&self)
    }

    /// Goes one member or element deeper, until `leave`.
    mutating func enter(_ token: String) { path.tokens.append(token) }

    /// Goes back so many members or elements.
    mutating func leave(_ count: Int = 1) { path.tokens.removeLast(min(count, path.tokens.count)) }

    /// Gives losses that came since there were so many the operation that they are of.
    mutating func name(_ operation: String, from count: Int) {
        for index in losses.indices.dropFirst(count) { losses[index].operation = operation }
    }

    /// Does what an operation does whole or not at all: where it says that it could not, the value and the losses are as before,
    /// and the operation has skipped them.
    mutating func attempt(
        _ operation: some OperationBody, on value: inout JSONValue,
        _ body: (inout JSONValue, inout OperationContext) throws(MigrationError) -> Bool
    ) throws(MigrationError) {
        let (before, marks) = (value, (losses: losses.count, leftOut: leftOut.count))
        if try body(&value, &self) { return }
        value = before
        forget(behind: marks)
        noteSkipped(operation, in: value)
    }

    /// Takes back what has been recorded since there were so many losses and values left out.
    mutating func forget(behind marks: (losses: Int, leftOut: Int)) {
        losses.removeLast(losses.count - marks.losses)
        leftOut.removeLast(leftOut.count - marks.leftOut)
    }

    // MARK: Losing

    /// Records a loss at a place relative to the current one.
    ///
    /// - `detail`: What follows the reason for this value only.
    mutating func lose(_ value: JSONValue, at pointer: JSONPointer, _ reason: String, detail: String = "") {
        losses.append(Loss(path: path.appending(pointer), value: value, reason: reason + detail, group: reason))
    }

    /// Records the loss of a value that an operation skips, and that the way back will not.
    mutating func loseKept(_ value: JSONValue, at pointer: JSONPointer, comesBackAs back: String) {
        lose(value, at: pointer, Self.keptReason(back))
    }

    /// Why a value is lost that is kept, and goes on the way back.
    static let takenAwayReason = "it is kept, and the way back takes it away"

    static func keptReason(_ back: String) -> String { "it is kept, and the way back reads it as \(back)" }

    /// Notes that a value is taken away, and that the other direction makes it again.
    mutating func leaveOut(_ value: JSONValue) {
        if let offset = value.sourceOffset { leftOut.append(offset) }
    }

    /// Records that the elements of an array at a place relative to the current one lose their order.
    ///
    /// - `keys`: What shows the order; it comes from where the array does.
    /// - `rules`: They may say that the order says nothing.
    mutating func loseOrder(_ keys: JSONValue, at pointer: JSONPointer, _ rules: Rules = Rules()) {
        if rules.anyOrder { return leaveOut(keys) }
        let reason = "the order of the elements is not kept"
        losses.append(
            Loss(path: path.appending(pointer), value: keys, reason: reason, group: reason, isOfOrder: true))
    }

    // MARK: The unexpected

    /// Fails, or does nothing where the rule is to skip.
    func unexpected(
        _ code: MigrationError.Code, _ rule: UnexpectedRule, _ message: String, at pointer: JSONPointer,
        found: JSONValue? = nil
    ) throws(MigrationError) {
        if rule == .error, !isPartial || code != .absent {
            throw error(code, message, at: pointer, found: found)
        }
    }

    /// A place relative to the current one, from the root of the document: so that in the text of an error all paths begin there.
    func shown(_ pointer: JSONPointer) -> String { path.appending(pointer).shown }

    /// The error for a place relative to the current one.
    func error(
        _ code: MigrationError.Code, _ message: String, at pointer: JSONPointer, found: JSONValue? = nil
    ) -> MigrationError {
        MigrationError(code, message, at: path.appending(pointer), found: found)
    }

    /// Gives an error without a place in the payload that of the innermost value on the way to what it names.
    ///
    /// - `value`: The current value.
    func locate(_ error: inout MigrationError, in value: JSONValue) {
        if error.offset != nil { return }
        error.offset = value.sourceOffset
        guard let place = error.path, place.isWithin(path) else { return }
        var current = value
        for token in place.tokens.dropFirst(path.tokens.count) {
            guard let next = current[at: JSONPointer([token])] else { return }
            current = next
            error.offset = current.sourceOffset ?? error.offset
        }
    }

    /// The error for a value of another kind than is needed.
    func wrongKind(expected: String, found: JSONValue, at pointer: JSONPointer) -> MigrationError {
        let shown = found.isContainer || found.isNull ? "" : " (\(Loss.shortened(found.text())))"
        return error(.wrongKind, "expected \(expected), found \(found.kind.phrase)\(shown)", at: pointer, found: found)
    }

    /// The value at a pointer, or `nil` where there is none and the rule is to skip.
    ///
    /// A scalar on the way is an error of its own kind: the place could never be there.
    func value(
        at pointer: JSONPointer, of value: JSONValue, _ rules: Rules
    ) throws(MigrationError) -> JSONValue? {
        var current = value
        for (depth, token) in pointer.tokens.enumerated() {
            let here = JSONPointer(Array(pointer.tokens.prefix(depth)))
            switch current.kind {
            case .object:
                guard let member = current[token] else {
                    try unexpected(.absent, rules.absent, absence(token, pointer, depth), at: pointer)
                    return nil
                }
                current = member
            case .array:
                guard let index = JSONPointer.index(of: token), let element = current[index] else {
                    try unexpected(.absent, rules.absent, Self.absence(ofElement: token), at: pointer)
                    return nil
                }
                current = element
            default:
                if leavesAlone(current) { return nil }
                if rules.wrongKind == .error { throw wrongKind(expected: "an object", found: current, at: here) }
                return nil
            }
        }
        return current
    }

    private static func absence(ofElement token: String) -> String {
        if token == "-" { return "there is no element behind the last one" }
        if JSONPointer.index(of: token) != nil { return "there is no element \(token)" }
        return "an array has no member \(JSONValue.string(token).text())"
    }

    private func absence(_ token: String, _ pointer: JSONPointer, _ depth: Int) -> String {
        let missing = "there is no member \(JSONValue.string(token).text())"
        guard depth < pointer.tokens.count - 1 else { return missing }
        return missing + " on the way to \(shown(pointer))"
    }
}
