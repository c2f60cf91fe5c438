public import VersionedCodec

extension JSONOperation {
    /// The calculation of `calculate`.
    public enum Calculation: Sendable, Hashable {
        /// Multiplies it.
        case multiply(NumberArgument)
        /// Divides it.
        case divide(NumberArgument)
        /// Adds to it.
        case plus(NumberArgument)
        /// Subtracts from it.
        case minus(NumberArgument)

        /// Multiplies it.
        public static func multiply(_ number: JSONNumber) -> Calculation { .multiply(.number(number)) }
        /// Divides it.
        public static func divide(_ number: JSONNumber) -> Calculation { .divide(.number(number)) }
        /// Adds to it.
        public static func plus(_ number: JSONNumber) -> Calculation { .plus(.number(number)) }
        /// Subtracts from it.
        public static func minus(_ number: JSONNumber) -> Calculation { .minus(.number(number)) }

        var reversed: Calculation {
            switch self {
            case .multiply(let number): .divide(number)
            case .divide(let number): .multiply(number)
            case .plus(let number): .minus(number)
            case .minus(let number): .plus(number)
            }
        }

        var name: String {
            switch self {
            case .multiply: "multiply"
            case .divide: "divide"
            case .plus: "plus"
            case .minus: "minus"
            }
        }

        var argument: NumberArgument {
            switch self {
            case .multiply(let number), .divide(let number), .plus(let number), .minus(let number): number
            }
        }

        /// The same with another number.
        func with(_ number: JSONNumber) -> Calculation {
            switch self {
            case .multiply: .multiply(number)
            case .divide: .divide(number)
            case .plus: .plus(number)
            case .minus: .minus(number)
            }
        }

        /// The number in the plan; `nil` if it has many digits, or is that of a member.
        var factor: SmallDecimal? {
            guard case .number(let number) = argument else { return nil }
            var text = number.text
            return text.withUTF8 { SmallDecimal($0) }
        }

        /// The result for a number; `nil` if it has too many digits, or no end.
        func of(_ number: SmallDecimal, _ factor: SmallDecimal) -> SmallDecimal? {
            switch self {
            case .multiply: number.multiplied(by: factor)
            case .divide: number.divided(by: factor)
            case .plus: number.plus(factor)
            case .minus: number.plus(factor.negated)
            }
        }

        /// Why a number cannot be calculated with; `nil` if it can.
        func fault(of number: JSONNumber) -> String? {
            guard let decimal = ExactDecimal(number), decimal.digits.count <= ExactDecimal.mostDigitsOfFactor else {
                return "must be a number of at most \(ExactDecimal.mostDigitsOfFactor) digits"
            }
            guard decimal.isZero else { return nil }
            switch self {
            case .multiply, .divide: return "must not be 0"
            case .plus, .minus: return nil
            }
        }
    }
}

extension JSONOperation {
    /// Calculates with a number, exactly: in decimal digits, of any length.
    ///
    /// ```swift
    /// .calculate("/cents", .divide(JSONNumber(100)), fractionDigits: 2)
    /// // {"cents": 1990}  →  {"cents": 19.90}
    /// ```
    ///
    /// A quotient without an end (`10 / 3`) is unexpected: nothing is rounded. `12.50` times 100 is `1250`, which the
    /// way back divides to `12.5`: the other spelling is a loss.
    ///
    /// The other number may come from another member: `.plus(.member("/tax"))`. The way back uses the current value of
    /// that member.
    ///
    /// - `fractionDigits`: The minimum number of digits after the point.
    ///
    /// Loss class: captures. Reverse: the inverse calculation.
    public static func calculate(
        _ path: JSONPointer, _ calculation: Calculation, fractionDigits: Int = 0, ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(
            CalculateOperation(
                path: path, calculation: calculation, fractionDigits: fractionDigits,
                rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind)))
    }
}

struct CalculateOperation: ValueOperation, LosingComputation {
    static let name = "calculate"

    let path: JSONPointer
    private(set) var calculation: JSONOperation.Calculation
    let fractionDigits: Int
    let reverseFractionDigits: Int
    let rules: Rules
    /// The number of the plan, where it has few digits.
    private let factor: SmallDecimal?

    init(
        path: JSONPointer, calculation: JSONOperation.Calculation, fractionDigits: Int, reverseFractionDigits: Int = 0,
        rules: Rules
    ) {
        (self.path, self.calculation, self.rules) = (path, calculation, rules)
        (self.fractionDigits, self.reverseFractionDigits) = (fractionDigits, reverseFractionDigits)
        factor = calculation.factor
    }

    var description: String { "\(calculation.name) \(path.shown) by \(calculation.argument)" }
    var newWord: String? { if case .member = calculation.argument { calculation.name } else { nil } }

    func reversed() -> [JSONOperation] {
        [
            JSONOperation(
                CalculateOperation(
                    path: path, calculation: calculation.reversed, fractionDigits: reverseFractionDigits,
                    reverseFractionDigits: fractionDigits, rules: rules))
        ]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard case .member(let pointer, let origin) = calculation.argument else {
            guard let place = try context.find(path, in: scope, rules) else { return }
            if context.arena.compute(place, by: self) { return }
            let count = context.losses.count
            if context.triesWayBack, context.computeLosing(place, at: path, by: self) {
                context.mark(.isTried, from: count)
                return context.doubt()
            }
            return try change(place, &context)
        }
        if origin == .here, combine(with: pointer, in: scope, context) { return context.doubt() }
        guard let found = try context.value(at: pointer, in: origin, of: scope, rules) else {
            if context.isPartial, let place = try context.find(path, in: scope, rules), !context.leavesAlone(place) {
                throw context.tooPartial(without: pointer, tells: "what \(context.shown(path)) becomes", found: place)
            }
            return context.noteSkipped(self, in: scope)
        }
        if origin == .here { try context.needSubject(path, with: pointer, becoming: path, in: scope) }
        if context.leavesAlone(found), rules.absent == .skip { return context.noteSkipped(self, in: scope) }
        let place: JSONPointer = origin == .here ? pointer : .root
        guard let number = found.number else {
            if rules.wrongKind == .skip { return context.noteSkipped(self, in: scope) }
            throw context.wrongKind(expected: "a number to calculate with", found: found, at: place)
        }
        if let fault = calculation.fault(of: number) {
            if rules.wrongKind == .skip { return context.noteSkipped(self, in: scope) }
            throw context.error(
                .unexpectedValue, "the number to \(calculation.name) by \(fault)", at: place, found: found)
        }
        var known = self
        known.calculation = calculation.with(number)
        try known.change(in: scope, &context)
        // On the way back, another number may be there.
        context.doubt()
    }

    /// Calculates with the number of a member, where both have few digits and the way back gives the same text.
    private func combine(with pointer: JSONPointer, in scope: NodeID, _ context: OperationContext) -> Bool {
        let arena = context.arena
        let (place, other) = (arena.find(path, from: scope), arena.find(pointer, from: scope))
        guard !place.isNone, !other.isNone else { return false }
        return arena.combine(place, with: [other], by: MemberCalculation(operation: self))
    }

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        guard let number = value.number else {
            throw context.wrongKind(expected: "a number", found: value, at: .root)
        }
        guard case .number(let other) = calculation.argument else { return value }
        guard let left = ExactDecimal(number), let right = ExactDecimal(other) else {
            throw context.error(
                .unexpectedValue,
                "\(Loss.shortened(number.text)) is out of reach: numbers may have exponents from -\(ExactDecimal.reach) to \(ExactDecimal.reach)",
                at: .root, found: value)
        }
        let result: ExactDecimal? =
            switch calculation {
            case .multiply: left.multiplied(by: right)
            case .divide: left.divided(by: right)
            case .plus: left.plus(right)
            case .minus: left.plus(right.negated)
            }
        guard let result, let new = JSONNumber(text: result.text(fractionDigits: fractionDigits)) else {
            throw context.error(
                .unexpectedValue,
                "\(Loss.shortened(number.text)) divided by \(other.text) has no end; nothing is rounded",
                at: .root, found: value)
        }
        return .number(new)
    }
}

extension CalculateOperation {
    /// Calculates with few digits, where the way back gives the same text.
    func compute(
        _ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to result: inout [UInt8]
    ) -> JSONKind? { factor.flatMap { compute(characters, of: kind, by: $0, isRestored: true, to: &result) } }

    /// The same where the way back gives the number in another spelling.
    func computeLosing(
        _ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to result: inout [UInt8]
    ) -> JSONKind? { factor.flatMap { compute(characters, of: kind, by: $0, isRestored: false, to: &result) } }

    fileprivate func compute(
        _ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, by factor: SmallDecimal, isRestored: Bool,
        to result: inout [UInt8]
    ) -> JSONKind? {
        guard kind == .number, let number = SmallDecimal(characters),
            let new = calculation.of(number, factor), let old = calculation.reversed.of(new, factor)
        else { return nil }
        let start = result.count
        old.write(fractionDigits: reverseFractionDigits, to: &result)
        guard result[start...].elementsEqual(characters) == isRestored else { return nil }
        result.removeSubrange(start...)
        new.write(fractionDigits: fractionDigits, to: &result)
        return .number
    }

    var lossTraits: Loss.Traits { .isAboutWayBack }

    func words(for lost: JSONValue, becoming made: JSONValue) -> LossWords {
        var (text, bytes) = (made.number?.text ?? "", [UInt8]())
        text.withUTF8 { characters in
            guard let factor, let number = SmallDecimal(characters) else { return }
            calculation.reversed.of(number, factor)?.write(fractionDigits: reverseFractionDigits, to: &bytes)
        }
        return LossWords(
            "it does not come back as it was",
            detail: ": it comes back as \(Loss.shortened(String(decoding: bytes, as: UTF8.self)))")
    }

    func undoes(_ other: any ScalarComputation) -> Bool {
        guard let other = other as? Self else { return false }
        return undoes(other)
    }

    /// Whether this is the way back of another one.
    fileprivate func undoes(_ other: Self) -> Bool {
        calculation == other.calculation.reversed && fractionDigits == other.reverseFractionDigits
            && reverseFractionDigits == other.fractionDigits
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        let makers: [(String, (JSONOperation.NumberArgument) -> JSONOperation.Calculation)] = [
            ("multiply", JSONOperation.Calculation.multiply), ("divide", JSONOperation.Calculation.divide),
            ("plus", JSONOperation.Calculation.plus),
            ("minus", JSONOperation.Calculation.minus),
        ]
        var found: JSONOperation.Calculation?
        for (name, make) in makers {
            guard let argument = try members.optionalNumberArgument(name) else { continue }
            if let found { throw members.fault("cannot be combined with \"\(found.name)\"", in: name) }
            let calculation = make(argument)
            switch argument {
            case .number(let number):
                if let fault = calculation.fault(of: number) { throw members.fault(fault, in: name) }
            case .member(let pointer, let origin):
                if origin == .here, pointer.isWithin(path) || path.isWithin(pointer) {
                    throw members.fault("is the number that is changed; the way back would not find it", in: name)
                }
            }
            found = calculation
        }
        guard let found else {
            throw members.absence(
                ofAll: "multiply", "divide", "plus", "minus",
                as: "the calculation is missing; known: multiply, divide, plus, minus")
        }
        calculation = found
        factor = found.factor
        fractionDigits = try members.fractionDigits("fractionDigits")
        reverseFractionDigits = try members.fractionDigits("reverseFractionDigits")
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members[calculation.name] = calculation.argument.json
        if fractionDigits != 0 { members["fractionDigits"] = .integer(fractionDigits) }
        if reverseFractionDigits != 0 { members["reverseFractionDigits"] = .integer(reverseFractionDigits) }
        members.write(rules)
    }
}

/// A calculation with the number of another member, the second scalar.
private struct MemberCalculation: ScalarCombination {
    let operation: CalculateOperation

    func combine(
        _ scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)], to result: inout [UInt8]
    ) -> JSONKind? {
        guard scalars.count == 2, scalars[1].kind == .number, let factor = SmallDecimal(scalars[1].characters) else {
            return nil
        }
        return operation.compute(
            scalars[0].characters, of: scalars[0].kind, by: factor, isRestored: true, to: &result)
    }

    func undoes(_ other: any ScalarCombination) -> Bool {
        (other as? Self).map { operation.undoes($0.operation) } == true
    }
}

extension MemberReader {
    fileprivate mutating func fractionDigits(_ name: String) throws(PlanFileError) -> Int {
        guard let digits = try optionalInteger(name, from: 0) else { return 0 }
        if digits > 100 { throw fault("must be at most 100", in: name) }
        return digits
    }
}

extension CalculateOperation {
    var effects: [PlaceEffect] {
        switch calculation.argument {
        case .number: [.changes(path, rules.absent)]
        case .member(let pointer, .here): [.reads(pointer, rules.absent), .changes(path, rules.absent)]
        case .member(let pointer, let origin):
            [.readsElsewhere(origin, pointer, rules.absent), .changes(path, rules.absent)]
        }
    }

    var words: String {
        switch calculation.argument {
        case .number(let number): "\(Markdown.place(path)) is \(calculation.words) \(number.text)"
        case .member(let pointer, let origin):
            "\(Markdown.place(path)) is \(calculation.words) \(Markdown.place(pointer))"
                + (origin == .here ? "" : " in the \(origin.rawValue)")
        }
    }

    func detail(of member: String, _ value: JSONValue) -> String? {
        switch member {
        case "fractionDigits": "with at least \(DetailWords.shown(value)) digits after the point"
        case "reverseFractionDigits": "on the way back with at least \(DetailWords.shown(value)) digits after the point"
        default: nil
        }
    }

    var traits: OperationTraits {
        guard case .member(_, in: .document) = calculation.argument else { return [.keepsOrder, .addsNothing] }
        return [.keepsOrder, .addsNothing, .readsDocument]
    }
}

extension JSONOperation.Calculation {
    var words: String {
        switch self {
        case .multiply: "multiplied by"
        case .divide: "divided by"
        case .plus: "greater by"
        case .minus: "less by"
        }
    }
}
