public import VersionedCodec

extension JSONOperation {
    /// Applies operations to every object for which a condition holds, at any depth of the value at a path, that value included.
    ///
    /// ```swift
    /// .everywhere(where: .at("/type", equals: "panel"), [.rename("/caption", to: "title")])
    /// // {"type": "panel", "caption": "A", "content": [{"type": "panel", "caption": "B"}]}
    /// //     →  {"type": "panel", "title": "A", "content": [{"type": "panel", "title": "B"}]}
    /// ```
    ///
    /// Which objects these are is told before anything is changed. They are then changed from the innermost to the outermost.
    ///
    /// Loss class and reverse follow from the operations; the way back asks the same condition, as that of a `when` does.
    ///
    /// - `except`: Values for which this condition holds are left alone, with all that is in them.
    /// - `reverseIf`: What the way back asks.
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
    var written: [JSONPointer] { operations.allSatisfy(\.body.written.isEmpty) ? [] : [path] }
    var readsDocument: Bool { condition.readsDocument || exception?.readsDocument == true }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        let back = try operations.reversedOperations()
        if back.isEmpty { return [] }
        if reverseCondition == nil { try condition.requireUntouched(by: operations.flatMap(\.body.written)) }
        return [
            JSONOperation(
                EverywhereScope(
                    path: path, condition: reverseCondition ?? condition, exception: exception,
                    reverseCondition: reverseCondition == nil ? nil : condition, operations: back, rules: rules))
        ]
    }

    func apply(to root: inout JSONValue, in context: inout OperationContext) throws(MigrationError) {
        guard let existing = try context.value(at: path, of: root, rules) else { return }
        let places = try places(in: existing, context)
        let (before, count) = (root, context.losses.count)
        if !places.isEmpty {
            try context.within(path) { (context: inout OperationContext) throws(MigrationError) in
                try root.update(at: path.tokens[...]) { (value: inout JSONValue) throws(MigrationError) in
                    try run(on: &value, places, &context)
                }
            }
        }
        if reverseCondition != nil { context.noteWrongWayBack(self, before, becoming: root, losingSince: count) }
    }

    /// A value that is, or holds, an object for which the condition holds.
    private struct Place {
        let parent: Int
        let token: String
        var holds = false
        var isOnTheWay = false
    }

    /// The objects for which the condition holds, with the values on the way to them, each before what is in it. Not a recursion:
    /// no depth of nesting can overflow the stack.
    private func places(in root: JSONValue, _ context: OperationContext) throws(MigrationError) -> [Place] {
        var places: [Place] = []
        var pending: [(value: JSONValue, parent: Int, token: String)] = [(root, -1, "")]
        while let (value, parent, token) = pending.popLast() {
            if let exception, try exception.holds(for: value, in: context) { continue }
            let holds = value.kind == .object ? try condition.holds(for: value, in: context) : false
            places.append(Place(parent: parent, token: token, holds: holds, isOnTheWay: holds))
            let place = places.count - 1
            if let object = value.object {
                for member in object.reversed() where member.value.isContainer {
                    pending.append((member.value, place, member.key))
                }
            } else if let array = value.array {
                for (index, element) in Array(array).enumerated().reversed() where element.isContainer {
                    pending.append((element, place, String(index)))
                }
            }
        }
        for index in places.indices.reversed() where places[index].isOnTheWay && places[index].parent >= 0 {
            places[places[index].parent].isOnTheWay = true
        }
        return places.contains(where: \.holds) ? places : []
    }

    /// Each value is taken out of the one around it while what is in it changes, and is then put back.
    private func run(
        on root: inout JSONValue, _ places: [Place], _ context: inout OperationContext
    ) throws(MigrationError) {
        var open: [(place: Int, value: JSONValue)] = [(0, root)]
        root = .null
        func close(_ context: inout OperationContext) throws(MigrationError) {
            guard let (place, closed) = open.popLast() else { return }
            var value = closed
            if places[place].holds { try context.run(operations, on: &value) }
            guard open.last != nil else { return root = value }
            context.leave()
            open[open.count - 1].value.update(at: [places[place].token]) { $0 = value }
        }
        for index in places.indices.dropFirst() where places[index].isOnTheWay {
            while let last = open.last, last.place != places[index].parent { try close(&context) }
            var taken = JSONValue.null
            let token = places[index].token
            open[open.count - 1].value.update(at: [token]) { swap(&$0, &taken) }
            context.enter(token)
            open.append((index, taken))
        }
        while !open.isEmpty { try close(&context) }
    }
}

extension Condition {
    /// Fails where operations write what the condition looks at: the way back could get another answer.
    func requireUntouched(by written: [JSONPointer]) throws(NoWayBack) {
        for place in places {
            guard let touched = written.first(where: { $0.isWithin(place) || place.isWithin($0) }) else { continue }
            throw NoWayBack(
                reason: "its operations write \(touched.shown), which the condition (\(self)) looks at; "
                    + "say with \"reverseIf\" what the way back asks, or declare \"up\" and \"down\"")
        }
    }
}

extension EverywhereScope {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.optionalPointer("path") ?? .root
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
