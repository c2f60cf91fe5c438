import VersionedCodec

extension JSONOperation {
    /// Applies operations where a condition holds, and others where it does not.
    ///
    /// ```swift
    /// .when(
    ///     .at("/location", hasPrefix: "/"), [.add("/kind", value: "localSourceControl")],
    ///     otherwise: [.add("/kind", value: "remoteSourceControl")])
    /// ```
    ///
    /// Loss class and reverse follow from the operations. The way back asks the same condition; where the operations write
    /// what the condition looks at, there is none, unless `reverseIf` says what to ask instead.
    ///
    /// - `reverseIf`: What the way back asks.
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
    var lossClass: LossClass { (operations + otherwise).lossClass }
    var inner: [JSONOperation] { operations + otherwise }
    var written: [JSONPointer] { inner.flatMap(\.body.written) }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        let back = try operations.reversedOperations()
        let otherwiseBack = try otherwise.reversedOperations()
        if back.isEmpty && otherwiseBack.isEmpty { return [] }
        if reverseCondition == nil { try requireUntouchedCondition() }
        return [
            JSONOperation(
                WhenScope(
                    condition: reverseCondition ?? condition,
                    reverseCondition: reverseCondition == nil ? nil : condition, operations: back,
                    otherwise: otherwiseBack))
        ]
    }

    private func requireUntouchedCondition() throws(NoWayBack) {
        for place in condition.places {
            guard let touched = written.first(where: { $0.isWithin(place) || place.isWithin($0) }) else { continue }
            throw NoWayBack(
                reason: "its operations write \(touched.shown), which the condition (\(condition)) looks at; "
                    + "say with \"reverseIf\" what the way back asks, or declare \"up\" and \"down\"")
        }
    }

    func apply(to value: inout JSONValue, in context: inout OperationContext) throws(MigrationError) {
        try context.run(condition.holds(for: value) ? operations : otherwise, on: &value)
    }
}

extension WhenScope {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        condition = try members.condition("if")
        reverseCondition = try members.optionalCondition("reverseIf")
        operations = try members.operations("operations")
        otherwise = try members.optionalOperations("otherwise") ?? []
    }

    func write(to members: inout MemberWriter) {
        members["if"] = condition.json
        members["reverseIf"] = reverseCondition?.json
        members.write(operations, as: "operations")
        if !otherwise.isEmpty { members.write(otherwise, as: "otherwise") }
    }
}
