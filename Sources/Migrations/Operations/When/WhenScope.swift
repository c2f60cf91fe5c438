import VersionedCodec

extension JSONOperation {
    /// Applies operations if a condition holds, and others if it does not.
    ///
    /// ```swift
    /// .when(
    ///     .at("/location", hasPrefix: "/"), [.add("/kind", value: "localSourceControl")],
    ///     otherwise: [.add("/kind", value: "remoteSourceControl")])
    /// ```
    ///
    /// Loss class and reverse are those of the operations. The way back tests the same condition. If the operations
    /// write what the condition reads, there is no way back, unless it only asks whether a value is present and they
    /// keep it present, or unless `reverseIf` gives another condition. A value for which that condition has a different
    /// answer, and that the way back therefore changes, is a loss.
    ///
    /// - `reverseIf`: The condition of the way back.
    public static func when(
        _ condition: Condition, _ operations: [JSONOperation], otherwise: [JSONOperation] = [],
        reverseIf: Condition? = nil
    ) -> JSONOperation {
        JSONOperation(
            WhenScope(
                condition: condition, reverseCondition: reverseIf, operations: operations, otherwise: otherwise))
    }
}

struct WhenScope: OperationBody {
    static let name = "when"

    let condition: Condition
    let reverseCondition: Condition?
    let operations: [JSONOperation]
    let otherwise: [JSONOperation]

    var description: String { "when \(condition)" }
    var lossClass: LossClass { inner.lossClass(withReverse: reverseCondition) }
    var inner: [JSONOperation] { operations + otherwise }
    var written: [JSONPointer] { inner.flatMap(\.written) }
    var newWord: String? {
        condition.usesNewWords ? "if" : reverseCondition?.usesNewWords == true ? "reverseIf" : nil
    }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        let back = try operations.reversedOperations()
        let otherwiseBack = try otherwise.reversedOperations()
        if back.isEmpty && otherwiseBack.isEmpty { return [] }
        if reverseCondition == nil {
            try condition.requireUntouched(by: written) { place in
                (inner + back + otherwiseBack).allSatisfy { $0.body.keepsPresence(of: place) }
            }
        }
        return [
            JSONOperation(
                WhenScope(
                    condition: reverseCondition ?? condition,
                    reverseCondition: reverseCondition == nil ? nil : condition, operations: back,
                    otherwise: otherwiseBack))
        ]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        if context.isPartial, condition.isUnknown(at: scope, in: context) {
            return try context.runNeither(operations, otherwise, at: scope, condition)
        }
        let holds = try condition.holds(at: scope, in: context)
        try context.run(holds ? operations : otherwise, at: scope)
        // Where the way back gets another answer, it does something else.
        guard let reverseCondition else { return }
        if reverseCondition.readsDocument { return context.doubt() }
        if try reverseCondition.holds(at: scope, in: context) != holds { context.doubt() }
    }
}

extension WhenScope {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        condition = try members.condition("if", scratch: true)
        reverseCondition = try members.optionalCondition("reverseIf", scratch: true)
        operations = try members.operations("operations", deeper: false)
        otherwise = try members.optionalOperations("otherwise") ?? []
    }

    func write(to members: inout MemberWriter) {
        members["if"] = condition.json
        members["reverseIf"] = reverseCondition?.json
        members.write(operations, as: "operations")
        if !otherwise.isEmpty { members.write(otherwise, as: "otherwise") }
    }
}

extension WhenScope {
    var effects: [PlaceEffect] { [.either(condition, operations, otherwise: otherwise)] }

    var idleness: Idleness? { idlenessOfScope }
    var refusal: String? { otherwise.refusal == nil ? nil : operations.refusal }
    var alternatives: Alternatives? {
        Alternatives(condition: condition, operations: operations, otherwise: otherwise)
    }

    var lists: [OperationList] {
        [OperationList(operations, in: "operations"), OperationList(otherwise, in: "otherwise")]
    }

    var ownDocumentReads: [JSONPointer] {
        condition.documentPlaces + (reverseCondition?.documentPlaces ?? [])
    }

    func keepsPresence(of place: JSONPointer) -> Bool { inner.allSatisfy { $0.body.keepsPresence(of: place) } }

    var traits: OperationTraits { condition.readsDocument ? .readsDocument : [] }
}
