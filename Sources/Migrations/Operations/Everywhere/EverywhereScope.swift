public import VersionedCodec

extension JSONOperation {
    /// Applies operations to every object that satisfies a condition, at any depth below a path, including the value at
    /// the path.
    ///
    /// ```swift
    /// .everywhere(where: .at("/type", equals: "panel"), [.rename("/caption", to: "title")])
    /// // {"type": "panel", "caption": "A", "content": [{"type": "panel", "caption": "B"}]}
    /// //     →  {"type": "panel", "title": "A", "content": [{"type": "panel", "title": "B"}]}
    /// ```
    ///
    /// The objects are found before anything changes. Then they are changed, the innermost first.
    ///
    /// Loss class and reverse are those of the operations. The way back tests the same condition, as in `when`.
    ///
    /// - `except`: Values that satisfy this condition are skipped, with everything inside them.
    /// - `reverseIf`: The condition for the way back.
    public static func everywhere(
        in path: JSONPointer = .root, where condition: Condition, except: Condition? = nil,
        _ operations: [JSONOperation], reverseIf: Condition? = nil, ifAbsent: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(
            EverywhereScope(
                path: path, condition: condition, exception: except, reverseCondition: reverseIf,
                operations: operations, rules: Rules(absent: ifAbsent, wrongKind: .skip)))
    }
}

struct EverywhereScope: OperationBody {
    static let name = "everywhere"

    let path: JSONPointer
    let condition: Condition
    let exception: Condition?
    let reverseCondition: Condition?
    let operations: [JSONOperation]
    let rules: Rules

    var description: String { "everywhere in \(path.shown) where \(condition)" }
    var lossClass: LossClass { inner.lossClass(withReverse: reverseCondition) }
    var inner: [JSONOperation] { operations }
    var written: [JSONPointer] { operations.allSatisfy(\.written.isEmpty) ? [] : [path] }
    private var looksElsewhere: Bool { condition.readsDocument || exception?.readsDocument == true }
    var newWord: String? {
        if condition.usesNewWords { return "where" }
        if exception?.usesNewWords == true { return "except" }
        return reverseCondition?.usesNewWords == true ? "reverseIf" : nil
    }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        let back = try operations.reversedOperations()
        if back.isEmpty { return [] }
        if reverseCondition == nil { try condition.requireUntouched(by: operations.flatMap(\.written)) }
        return [
            JSONOperation(
                EverywhereScope(
                    path: path, condition: reverseCondition ?? condition, exception: exception,
                    reverseCondition: reverseCondition == nil ? nil : condition, operations: back, rules: rules))
        ]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let existing = try context.find(path, in: scope, rules) else { return }
        let (places, found) = try objects(in: existing, where: condition, &context)
        // Values within a value come before it.
        for object in found.reversed() {
            context.enter(.pointer(path))
            defer { context.leave() }
            context.enter(.deep(places, object))
            defer { context.leave() }
            let node = places.places[object].node
            if context.isPartial, condition.isUnknown(at: node, in: context) {
                try context.runNeither(operations, [], at: node, condition)
            } else {
                try context.run(operations, at: node)
            }
        }
        // Where the way back finds other objects, it does something else.
        guard let reverseCondition, let result = try context.find(path, in: scope, rules) else { return }
        let (after, foundBack) = try objects(in: result, where: reverseCondition, &context)
        if reverseCondition.readsDocument
            || found.map({ places.places[$0].node }) != foundBack.map({ after.places[$0].node })
        {
            context.doubt()
        }
    }

    /// The numbers of the objects for which the condition holds, each before what is in it, among all places.
    private func objects(
        in root: NodeID, where condition: Condition, _ context: inout OperationContext
    ) throws(MigrationError) -> (places: DeepPlaces, found: [Int]) {
        let arena = context.arena
        var found: [Int] = []
        var places = DeepPlaces(from: root)
        let defers = context.deferred != nil && exception == nil && reverseCondition == nil
        while let number = places.next() {
            let node = places.places[number].node
            if defers, arena.isArray(node), leave(node, places, number, &context) { continue }
            if let exception, try exception.holds(at: node, in: context) { continue }
            if arena.isObject(node) {
                // Of an object for which that is not known, the operations will find out whether it matters.
                var holds = context.isPartial && condition.isUnknown(at: node, in: context)
                if !holds { holds = try condition.holds(at: node, in: context) }
                if holds { found.append(number) }
            }
            try places.enter(number, of: arena)
        }
        return (places, found)
    }

    /// Defers the elements of a large array until they are written: each element depends only on conditions
    /// within it.
    private func leave(
        _ array: NodeID, _ places: DeepPlaces, _ number: Int, _ context: inout OperationContext
    ) -> Bool {
        context.enter(.pointer(path))
        defer { context.leave() }
        context.enter(.deep(places, number))
        defer { context.leave() }
        let inElement = EverywhereScope(
            path: .root, condition: condition, exception: nil, reverseCondition: nil, operations: operations,
            rules: rules)
        return context.deferring(
            [JSONOperation(inElement)], toChildrenOf: array,
            keepsKinds: !operations.contains { $0.written.contains(where: \.isRoot) }, isInOrder: false)
    }
}

extension Condition {
    /// Fails where operations write what the condition looks at: the way back could get another answer.
    ///
    /// - `keepsPresence`: Whether there is something at a place afterwards if and only if there was before.
    func requireUntouched(
        by written: [JSONPointer], keepsPresence: (JSONPointer) -> Bool = { _ in false }
    ) throws(NoWayBack) {
        for place in places {
            let touching = written.filter { $0.isWithin(place) || place.isWithin($0) }
            guard let touched = touching.first else { continue }
            if keepsPresence(place) {
                if !placesOfValues.contains(place) { continue }
                // What is changed within a value leaves it of its kind.
                let areWithin = touching.allSatisfy { $0 != place && $0.isWithin(place) }
                if areWithin, !placesOfContents.contains(place) { continue }
            }
            throw NoWayBack(
                reason: "its operations write \(touched.shown), which the condition (\(self)) looks at; "
                    + "say with \"reverseIf\" what the way back asks, or declare \"up\" and \"down\"")
        }
    }
}

extension EverywhereScope {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.optionalPointer("path", scratch: true) ?? .root
        condition = try members.condition("where")
        exception = try members.optionalCondition("except")
        reverseCondition = try members.optionalCondition("reverseIf")
        operations = try members.operations("operations")
        rules = Rules(absent: try members.rules([.absent]).absent, wrongKind: .skip)
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members["where"] = condition.json
        members["except"] = exception?.json
        members["reverseIf"] = reverseCondition?.json
        members.write(operations, as: "operations")
        members.write(Rules(absent: rules.absent))
    }
}

extension EverywhereScope {
    var effects: [PlaceEffect] {
        let conditions = [condition, exception, reverseCondition].compactMap(\.self)
        return (looksElsewhere ? [.readsElsewhere(.document, .root, .skip)] : [])
            + [.anywhereIn(path, rules, operations, by: conditions)]
    }

    var words: String {
        "in every object\(path.isRoot ? "" : " in \(Markdown.place(path))"), at any depth, "
            + "where \(condition)" + (exception.map { ", except where \($0)" } ?? "")
    }

    var idleness: Idleness? { idlenessOfScope }

    func detail(of member: String, _ value: JSONValue) -> String? {
        member == "except" ? exception.map { "not in values where \($0)" } : nil
    }

    var traits: OperationTraits { looksElsewhere ? [.runsAtManyDepths, .readsDocument] : .runsAtManyDepths }
}
