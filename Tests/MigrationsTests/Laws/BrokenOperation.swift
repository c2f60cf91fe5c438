@testable import Migrations
@testable import VersionedCodec

/// An operation that was broken on purpose: it says of itself what the right one says, and does something else.
struct BrokenOperation: OperationBody {
    /// A plan is refused whose operations no plan file could hold.
    static let name = "refuse"

    enum Breakage: String, CaseIterable {
        case doesNothing
        case wayBackDoesNothing
        case losesAValue
        case changesAValue
        case isDifferentEachTime
    }

    let body: any OperationBody
    let breakage: Breakage
    var isWayBack = false

    static func operation(_ operation: JSONOperation, _ breakage: Breakage) -> JSONOperation {
        JSONOperation(BrokenOperation(body: operation.body, breakage: breakage))
    }

    static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.breakage == rhs.breakage && lhs.isWayBack == rhs.isWayBack && lhs.body.isEqual(to: rhs.body)
    }

    var description: String { body.description }
    var lossClass: LossClass { body.lossClass }
    var inner: [JSONOperation] { [] }
    var written: [JSONPointer] { body.written }
    var effects: [PlaceEffect] { body.effects }
    var traits: OperationTraits {
        let own = body.traits.intersection([.makesValues, .removesMadeValues, .isRestoredByReverse])
        return JSONOperation(body).readsDocument ? own.union(.readsDocument) : own
    }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        try body.reversed().map {
            JSONOperation(BrokenOperation(body: $0.body, breakage: breakage, isWayBack: !isWayBack))
        }
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        if breakage == (isWayBack ? .wayBackDoesNothing : .doesNothing) { return }
        try body.run(on: scope, in: &context)
        if isWayBack { return }
        var value = context.arena.value(of: scope)
        switch breakage {
        case .doesNothing, .wayBackDoesNothing: return
        case .losesAValue: if !value.loseOne() { return }
        case .changesAValue: if !value.changeOne() { return }
        case .isDifferentEachTime:
            value.object?["made"] = .integer(UInt32.random(in: .min ... .max))
        }
        context.arena.set(scope, to: value)
    }

    init(body: any OperationBody, breakage: Breakage, isWayBack: Bool = false) {
        (self.body, self.breakage, self.isWayBack) = (body, breakage, isWayBack)
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        self.init(body: RefuseOperation(message: ""), breakage: .doesNothing)
    }

    func write(to members: inout MemberWriter) { RefuseOperation(message: "broken").write(to: &members) }
}

extension JSONValue {
    /// Takes a member away at the end of the document.
    fileprivate mutating func loseOne() -> Bool {
        guard let key = object?.last?.key else { return false }
        _ = object?.removeValue(forKey: key)
        return true
    }

    /// Gives the last scalar another value.
    fileprivate mutating func changeOne() -> Bool {
        for key in (object ?? [:]).map(\.key).reversed() where object?[key]?.changeOne() == true { return true }
        for index in (array ?? []).indices.reversed() where array?[index].changeOne() == true { return true }
        if isContainer { return false }
        self = self == "changed" ? "changed again" : "changed"
        return true
    }
}
