public import VersionedCodec

/// Implement it for a change that no operation describes: two functions over the document. It can be used like a
/// declarative operation.
///
/// ```swift
/// struct Sentence: CustomOperation {
///     let name = "sentence"
///     var places: [JSONPointer] { ["/title"] }
///
///     func forward(_ value: inout JSONValue, in context: inout CustomContext) throws {
///         guard let title = value["title"]?.string else { throw context.unexpected("expected a title", at: "/title") }
///         value.object?["title"] = .string(title + ".")
///     }
///
///     func back(_ value: inout JSONValue, in context: inout CustomContext) throws {
///         guard let title = value["title"]?.string, title.hasSuffix(".") else {
///             throw context.unexpected("expected a sentence", at: "/title")
///         }
///         value.object?["title"] = .string(String(title.dropLast()))
///     }
/// }
/// Migration(
///     from: "1", to: "2", "Titles are sentences", operations: [.rename("/head", to: "title"), .custom(Sentence())])
/// // {"head": "News"}  ⇄  {"title": "News."}
/// ```
///
/// A plan file refers to it by name, `{"op": "custom", "name": "sentence"}`. Pass the operation when you read the file:
/// `MigrationPlan(planFile: data, custom: [Sentence()])`.
public protocol CustomOperation: Sendable {
    /// The name in plan files and explanations. Names are unique.
    var name: String { get }

    /// The possible losses of the operation, in the more severe of its two directions; `captures`, by default.
    var lossClass: LossClass { get }

    /// The places that the operation writes or removes, from the value that it is applied to; the whole value by
    /// default.
    var places: [JSONPointer] { get }

    /// Changes the value of the scope in which the operation is, on the way to the newer version.
    ///
    /// Every thrown error fails the migration, and is reported with path, version and step. Values that the result
    /// cannot hold go to ``CustomContext/lose(_:at:_:)``.
    func forward(_ value: inout JSONValue, in context: inout CustomContext) throws

    /// Leads back.
    func back(_ value: inout JSONValue, in context: inout CustomContext) throws
}

extension CustomOperation {
    /// A value may be lost, and is then recorded as a loss.
    public var lossClass: LossClass { .captures }

    /// The whole value.
    public var places: [JSONPointer] { [.root] }
}

/// Use it in a custom operation to read facts from outside, and to report losses.
public struct CustomContext {
    /// The facts from outside that the caller gave; `nil` if there are none.
    public let facts: JSONValue?

    /// Whether the document is partial. Absent members then stay absent.
    public let isPartial: Bool

    /// Reads and writes models in the versions of the step.
    var coding: StepCoding?

    /// The results of the bridges on the ways of the document.
    var bridgeRuns: BridgeRuns?

    /// The members of the value that name the version.
    var versionKeys: [String] = []

    var losses: [LostPart] = []

    struct LostPart {
        let value: JSONValue
        let path: JSONPointer
        let reason: String
        /// Whether a bridge reports it: that counts, even if the value comes back.
        var isReportedByBridge = false
    }

    /// A context for testing an operation.
    public init(facts: JSONValue? = nil, isPartial: Bool = false) {
        self.facts = facts
        self.isPartial = isPartial
    }

    /// Records one value that cannot be kept.
    ///
    /// - `path`: The place of the value, relative to the value that the operation applies to.
    public mutating func lose(_ value: JSONValue, at path: JSONPointer, _ reason: String) {
        losses.append(LostPart(value: value, path: path, reason: reason))
    }

    /// The error for a value that the operation does not expect.
    public func unexpected(_ message: String, at path: JSONPointer, found: JSONValue? = nil) -> MigrationError {
        MigrationError(.unexpectedValue, message, at: path, found: found)
    }
}

/// A custom operation of the library, over models of the versions on both sides of the step.
protocol ModelOperation: CustomOperation {}

extension JSONOperation {
    /// An operation of your own; see ``CustomOperation``.
    public static func custom(_ operation: some CustomOperation) -> JSONOperation {
        JSONOperation(CustomBody(operation: operation, isBack: false))
    }
}

struct CustomBody: ValueBody {
    static let name = "custom"

    let operation: any CustomOperation
    let isBack: Bool

    var description: String {
        if operation is any ModelOperation { return operation.name }
        return "custom \(JSONValue.string(operation.name).text())" + (isBack ? ", back" : "")
    }
    var lossClass: LossClass { operation.lossClass }
    var written: [JSONPointer] { operation.places }

    /// Whether both are one operation: they have one name and one type.
    static func == (lhs: CustomBody, rhs: CustomBody) -> Bool {
        lhs.operation.name == rhs.operation.name && type(of: lhs.operation) == type(of: rhs.operation)
            && lhs.isBack == rhs.isBack
    }

    func reversed() -> [JSONOperation] { [JSONOperation(CustomBody(operation: operation, isBack: !isBack))] }

    func apply(to value: inout JSONValue, in context: inout OperationContext) throws(MigrationError) {
        // The result may depend on other things that are unknown.
        context.arena.giveUpRecording()
        var custom = CustomContext(facts: context.environment.facts, isPartial: context.isPartial)
        custom.coding = context.environment.coding
        custom.bridgeRuns = context.environment.bridgeRuns
        if context.isAtRoot { custom.versionKeys = context.environment.versionKeys }
        let before = value
        do {
            if isBack {
                try operation.back(&value, in: &custom)
            } else {
                try operation.forward(&value, in: &custom)
            }
        } catch {
            throw failure(error, in: context)
        }
        // Losses that it does not report are found by comparing.
        if lossClass > .exact { context.doubt() }
        for loss in custom.losses {
            if loss.isReportedByBridge {
                context.say(loss.value, at: loss.path, loss.reason, offset: before[at: loss.path]?.sourceOffset)
            } else {
                context.lose(loss.value, at: loss.path, loss.reason, .isInWordsOfPlan)
            }
        }
    }

    private func failure(_ error: any Error, in context: OperationContext) -> MigrationError {
        if var error = error as? MigrationError {
            // An error of a model as a whole has no place.
            if error.path == nil, operation is any ModelOperation, context.path.isRoot { return error }
            error.path = error.path.map(context.path.appending) ?? context.path
            return error
        }
        var failure = context.error(.refused, "\(error)", at: .root)
        failure.underlying = error
        return failure
    }
}

extension CustomBody {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        let name = try members.text("name")
        isBack = try members.flag("back")
        guard let known = members.environment.customs[name] else {
            let names = members.environment.customs.keys
            let hint =
                names.isEmpty
                ? "the plan file is read without any" : NearestName.hint(for: name, in: Array(names))
            throw members.error(
                .unknownValue, "unknown custom operation \(JSONValue.string(name).text()); \(hint)",
                at: members.path.appending("name"), found: members.object["name"])
        }
        operation = known.operation
    }

    func write(to members: inout MemberWriter) {
        members["name"] = .string(operation.name)
        if isBack { members["back"] = true }
    }
}

extension JSONOperation {
    /// The custom operation that it is; `nil` for other operations.
    var custom: (any CustomOperation)? { (body as? CustomBody)?.operation }
}

extension Sequence where Element == JSONOperation {
    /// The custom operations among these and within them.
    var customs: [CustomBody] {
        flatMap { operation in (operation.body as? CustomBody).map { [$0] } ?? operation.inner.customs }
    }
}

extension CustomBody {
    var words: String {
        operation is any ModelOperation
            ? operation.name : "\(Markdown.code(operation.name))\(isBack ? ", back" : "") (custom)"
    }

    var traits: OperationTraits { .mayCopy }
}
