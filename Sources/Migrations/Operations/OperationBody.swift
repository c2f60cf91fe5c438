import VersionedCodec

/// The implementation of an operation: one type and one file each.
protocol OperationBody: Sendable, Equatable, CustomStringConvertible {
    /// The name in a plan file.
    static var name: String { get }

    /// The possible losses of the operation. Unless it says otherwise, it may lose values.
    var lossClass: LossClass { get }

    /// The operations within a scope.
    var inner: [JSONOperation] { get }

    /// The places, relative to the scope, that the operation writes or removes.
    var written: [JSONPointer] { get }

    /// The lists of operations within a scope, as a plan file has them.
    var lists: [OperationList] { get }

    /// The two lists of a scope of which one runs; `nil` for other operations.
    var alternatives: Alternatives? { get }

    /// The condition of the way back, where that has one of its own.
    var reverseCondition: Condition? { get }

    /// The same scope with other operations in place of its own; `nil` if formats are not derived within it.
    func changingOperations(by change: ([JSONOperation]) throws -> [JSONOperation]) rethrows -> (any OperationBody)?

    /// Whether there is a value at a place, relative to the scope, after the operation if and only if there was one
    /// before.
    func keepsPresence(of place: JSONPointer) -> Bool

    /// The effects of the operation on each place, in order, for the validation of plans.
    var effects: [PlaceEffect] { get }

    /// A description of the operation, in plain words for a changelog: `/total` is renamed to `price`.
    var words: String { get }

    /// The values that the operation may lose, in plain words: `/slug`, if it is not what `/title` gives. `nil`: what
    /// does not come back of all that it does.
    var lossWords: String? { get }

    /// The line of an explanation about a member of its object in a plan file; `nil` if the member is in
    /// `describedMembers`, or means the same as in other operations.
    func detail(of member: String, _ value: JSONValue) -> String?

    /// The members of its object in a plan file that the description contains in its own words.
    static var describedMembers: [String] { get }

    /// The member of its object in a plan file that plans of format 1 do not know: `op` where the operation itself is
    /// new; `nil` if older tools know all of it.
    var newWord: String? { get }

    /// The places of the document that the operation itself looks at from any scope, if it does.
    var ownDocumentReads: [JSONPointer] { get }

    /// The places of the document that the operation, or one within it, looks at from any scope.
    var documentReads: [JSONPointer] { get }

    /// What the operation drops within what it changes, which its reverse does not make again.
    var droppedContents: DroppedContents { get }

    /// The next text of the sequence that the operation makes; `nil` after the last one. No text counts as taken.
    func nextText(_ texts: inout GeneratedTexts, in context: OperationContext) -> String?

    /// The operations that lead back, in order.
    func reversed() throws(NoWayBack) -> [JSONOperation]

    /// Changes a value of the document that a step runs on; the caller gives up the document when an error is thrown.
    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError)

    /// The operation from the members of its object in a plan file.
    init(reading members: inout MemberReader) throws(PlanFileError)

    /// The members of its object in a plan file, without `op`.
    func write(to members: inout MemberWriter)

    // MARK: Facts for plans. Unless an operation says otherwise, little is concluded from it.

    /// Of an operation that compares values with what another one makes again, the effects of both; `nil` for others.
    var effectsOfParts: [PlaceEffect]? { get }

    /// What plans and runs conclude from the operation: read once, when the operation is made.
    var traits: OperationTraits { get }

    /// The places where the operation, on a way back, may add a value that was not in the document; not asked for if
    /// it has the trait `addsNothing`.
    var placesThatMayBeAdded: [JSONPointer] { get }

    /// Why the operation leaves every document as it is; `nil` if it does not.
    var idleness: Idleness? { get }

    /// The message with which the operation refuses every document; `nil` if it lets some pass.
    var refusal: String? { get }

    /// How a comparison of versions names an operation that is there to refuse documents; `nil` for other operations.
    var obstacle: String? { get }
}

extension OperationBody {
    var lossClass: LossClass { .captures }

    var inner: [JSONOperation] { [] }

    var lists: [OperationList] { [OperationList(inner, in: "operations")] }

    var alternatives: Alternatives? { nil }

    var reverseCondition: Condition? { nil }

    func changingOperations(by change: ([JSONOperation]) throws -> [JSONOperation]) rethrows -> (any OperationBody)? {
        nil
    }

    var words: String { description }

    var lossWords: String? { nil }

    func detail(of member: String, _ value: JSONValue) -> String? { nil }

    static var describedMembers: [String] { DetailWords.described }

    var newWord: String? { nil }

    var droppedContents: DroppedContents { .none }

    func nextText(_ texts: inout GeneratedTexts, in context: OperationContext) -> String? { nil }

    func isEqual(to other: any OperationBody) -> Bool { (other as? Self) == self }
}

extension OperationBody {
    var effectsOfParts: [PlaceEffect]? { nil }

    var traits: OperationTraits { [] }

    var placesThatMayBeAdded: [JSONPointer] { inner.isEmpty ? written : [] }

    var idleness: Idleness? { nil }

    /// The same for a scope.
    var idlenessOfScope: Idleness? { inner.isEmpty ? Idleness("it has no operations", in: "operations") : nil }

    var refusal: String? { nil }

    var obstacle: String? { nil }
}

/// Why an operation has no way back.
struct NoWayBack: Error, Equatable {
    let reason: String
}
