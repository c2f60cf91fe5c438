import VersionedCodec

/// One declarative change of a document, with its way back: a ``Migration`` without a bridge is a list of these.
///
/// Operations are values. The static functions below create them, or they are read from a plan file. Pointers are
/// relative to the enclosing scope.
///
/// ```swift
/// let operation = JSONOperation.rename("/repositoryURL", to: "location")
/// operation.description         // rename "/repositoryURL" to "location"
/// operation.lossClass           // exact
/// operation.reversed?.first     // rename "/location" to "repositoryURL"
/// ```
public struct JSONOperation: Sendable, Equatable, CustomStringConvertible {
    /// One reference, because a copy is made whenever the operation runs.
    private var contents: Contents

    init(_ body: any OperationBody) { contents = Contents(BodyFacts(body), Additions()) }

    /// The facts that follow from the body, and never change.
    private struct BodyFacts: Sendable {
        let body: any OperationBody
        let written: [JSONPointer]
        let traits: OperationTraits
        let traitsWithInner: OperationTraits
        let usesScratch: ScratchUse
        let readsItsOwnWork: Bool

        /// The description of the body, made when it is first asked for: each loss that is recorded asks.
        let shown = LazyText()

        init(_ body: any OperationBody) {
            self.body = body
            written = body.written
            usesScratch = ScratchUse(body, writing: written)
            traits = body.traits
            traitsWithInner = body.inner.reduce(traits) { $0.union($1.traitsWithInner.intersection(.ofScopes)) }
            readsItsOwnWork = traitsWithInner.contains(.readsDocument) && body.readsItsOwnWork(writing: written)
        }
    }

    /// The parts that the plan adds to it.
    private struct Additions: Sendable {
        var isFromPlanFile = false
        var oneDirection: OneDirection?
        var sentence: OperationSummary?
        var skipsAbsentScratch = false
        var reversal: Reversal?
    }

    /// What a run asks of each operation, in bits that are copied without a reference count.
    struct RunFacts: Sendable {
        let runs: Bool
        let isOfOneDirection: Bool
        let readsDocument: Bool
        let readsItsOwnWork: Bool
        let skipsAbsentScratch: Bool
        let usesScratch: ScratchUse
        let reversal: Reversal.ID?
    }

    private final class Contents: Sendable {
        /// The body of the facts, which runs from here: to take it out of them copies them all.
        let body: any OperationBody
        let ofBody: BodyFacts
        let additions: Additions
        let facts: RunFacts

        init(_ ofBody: BodyFacts, _ additions: Additions) {
            (body, self.ofBody, self.additions) = (ofBody.body, ofBody, additions)
            facts = RunFacts(
                runs: additions.oneDirection?.runs ?? true, isOfOneDirection: additions.oneDirection != nil,
                readsDocument: ofBody.traitsWithInner.contains(.readsDocument),
                readsItsOwnWork: ofBody.readsItsOwnWork, skipsAbsentScratch: additions.skipsAbsentScratch,
                usesScratch: ofBody.usesScratch,
                reversal: additions.reversal?.id)
        }
    }

    var facts: RunFacts { contents.facts }

    private var additions: Additions {
        get { contents.additions }
        set { contents = Contents(contents.ofBody, newValue) }
    }

    var body: any OperationBody { contents.body }

    /// Runs the body in its place, without a copy.
    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        try contents.body.run(on: scope, in: &context)
    }

    /// The places that the operation and those within it write to.
    var written: [JSONPointer] { contents.ofBody.written }

    /// What is concluded from the operation itself.
    var traits: OperationTraits { contents.ofBody.traits }

    /// The same, with what is concluded from those within it.
    var traitsWithInner: OperationTraits { contents.ofBody.traitsWithInner }

    /// Whether the operation looks at places of the document that it writes itself. It sees them as they were before,
    /// and so does its way back.
    var readsItsOwnWork: Bool { contents.ofBody.readsItsOwnWork }

    /// How the operation uses scratch values.
    var usesScratch: ScratchUse { contents.ofBody.usesScratch }

    /// Whether a plan file has it, where keys that begin with a slash can be distinguished from paths.
    var isFromPlanFile: Bool {
        get { additions.isFromPlanFile }
        set { additions.isFromPlanFile = newValue }
    }

    /// Where the operation runs in one direction of its migration only.
    var oneDirection: OneDirection? {
        get { additions.oneDirection }
        set { additions.oneDirection = newValue }
    }

    /// The sentence of its own that people read.
    var sentence: OperationSummary? {
        get { additions.sentence }
        set { additions.sentence = newValue }
    }

    /// Whether a scratch value that is absent is not an error: the operation leads back over one that worked on it.
    var skipsAbsentScratch: Bool {
        get { additions.skipsAbsentScratch }
        set { additions.skipsAbsentScratch = newValue }
    }

    /// What the operation leads back over, if it is the reverse of another one.
    var reversal: Reversal? {
        get { additions.reversal }
        set { additions.reversal = newValue }
    }

    /// Which operation of a plan it is. Copies are the same one.
    var identity: ObjectIdentifier { ObjectIdentifier(contents) }

    /// Whether both do the same.
    public static func == (lhs: JSONOperation, rhs: JSONOperation) -> Bool {
        lhs.oneDirection == rhs.oneDirection && lhs.body.isEqual(to: rhs.body)
    }

    /// The name of the operation in a plan file: `rename`.
    public var name: String { type(of: body).name }

    /// A description of the operation, in one line.
    public var description: String { contents.ofBody.shown.value { body.description } }

    /// The possible losses of the operation.
    public var lossClass: LossClass {
        // The way back over an operation of one direction is what the plan declares besides; it may fail on the way
        // back of documents that have not come by it.
        if oneDirection != nil, !traits.contains(.onlyRefuses) { return max(body.lossClass, .captures) }
        return switch usesScratch {
        case .alone: .exact
        case .withDocument: max(body.lossClass, .captures)
        case .none: readsItsOwnWork ? max(body.lossClass, .captures) : body.lossClass
        }
    }

    /// A description of the operation, in plain words for a changelog: `/total` is renamed to `price`.
    var words: String { body.words }

    /// The values that the operation may lose, in plain words: `/slug`, if it is not what `/title` gives.
    var lossWords: String { body.lossWords ?? "what does not come back when \(words)" }

    /// Whether plans of format 1 cannot express the operation, or one within it.
    var usesNewWords: Bool {
        oneDirection != nil || sentence != nil || usesScratch != .none || body.newWord != nil || inner.useNewWords
    }

    /// The operations of the way back, in order, or `nil` if there is none.
    public var reversed: [JSONOperation]? { try? leadingBack() }  // The reason of a missing way back is in the plan.

    /// The operations within a scope; empty for other operations.
    public var inner: [JSONOperation] { body.inner }
}

extension Sequence where Element == JSONOperation {
    /// Whether plans of format 1 cannot express one of the operations, or one within it.
    var useNewWords: Bool { contains(where: \.usesNewWords) }

    /// The operations that lead back over all of these, in order.
    func reversedOperations() throws(NoWayBack) -> [JSONOperation] {
        let wayThere = WayThere(self)
        var result: [JSONOperation] = []
        for (index, operation) in wayThere.operations.enumerated().reversed() {
            for var back in try operation.leadingBack() {
                // An operation of one direction is the reverse of none.
                back.reversal = back.oneDirection == nil ? Reversal(wayThere, index) : nil
                result.append(back)
            }
        }
        return result
    }
}

extension JSONPointer {
    /// Fails for the end of an array: the way back cannot know which element was put there.
    func requireWayBack() throws(NoWayBack) {
        guard tokens.last == "-" else { return }
        throw NoWayBack(reason: "the way back cannot find the value that was put at the end of an array (\(shown))")
    }
}
