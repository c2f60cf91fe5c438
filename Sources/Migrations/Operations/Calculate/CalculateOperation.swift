public import VersionedCodec

/// What `calculate` does with a number.
public enum Calculation: Sendable, Hashable {
    /// Multiplies it.
    case multiply(JSONNumber)
    /// Divides it.
    case divide(JSONNumber)
    /// Adds to it.
    case plus(JSONNumber)
    /// Subtracts from it.
    case minus(JSONNumber)

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

    var number: JSONNumber {
        switch self {
        case .multiply(let number), .divide(let number), .plus(let number), .minus(let number): number
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
    /// A quotient without an end (`10 / 3`) is unexpected: nothing is rounded. `1.0` and `1` are one number, so it is
    /// no loss where one becomes the other.
    ///
    /// - `fractionDigits`: So many digits at least stand behind the point.
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

struct CalculateOperation: ValueOperation {
    static let name = "calculate"

    let path: JSONPointer
    let calculation: Calculation
    let fractionDigits: Int
    var reverseFractionDigits = 0
    let rules: Rules

    var description: String { "\(calculation.name) \(path.shown) by \(calculation.number.text)" }
    var lossClass: LossClass { .captures }

    func reversed() -> [JSONOperation] {
        [
            JSONOperation(
                CalculateOperation(
                    path: path, calculation: calculation.reversed, fractionDigits: reverseFractionDigits,
                    reverseFractionDigits: fractionDigits, rules: rules))
        ]
    }

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        guard let number = value.number else {
            throw context.wrongKind(expected: "a number", found: value, at: .root)
        }
        guard let left = ExactDecimal(number), let right = ExactDecimal(calculation.number) else {
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
                "\(Loss.shortened(number.text)) divided by \(calculation.number.text) has no end; nothing is rounded",
                at: .root, found: value)
        }
        return .number(new)
    }
}

extension CalculateOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        let makers: [(String, (JSONNumber) -> Calculation)] = [
            ("multiply", Calculation.multiply), ("divide", Calculation.divide), ("plus", Calculation.plus),
            ("minus", Calculation.minus),
        ]
        var found: Calculation?
        for (name, make) in makers {
            guard let number = try members.optionalNumber(name) else { continue }
            if let found { throw members.fault("cannot stand beside \"\(found.name)\"", in: name) }
            guard let decimal = ExactDecimal(number), decimal.digits.count <= ExactDecimal.mostDigitsOfFactor else {
                throw members.fault("must be a number of at most \(ExactDecimal.mostDigitsOfFactor) digits", in: name)
            }
            if decimal.isZero, name == "multiply" || name == "divide" { throw members.fault("must not be 0", in: name) }
            found = make(number)
        }
        guard let found else {
            throw members.error(
                .missingMember, "the calculation is missing; known: multiply, divide, plus, minus", at: members.path,
                found: nil)
        }
        calculation = found
        fractionDigits = try members.fractionDigits("fractionDigits")
        reverseFractionDigits = try members.fractionDigits("reverseFractionDigits")
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members[calculation.name] = .number(calculation.number)
        if fractionDigits != 0 { members["fractionDigits"] = .integer(fractionDigits) }
        if reverseFractionDigits != 0 { members["reverseFractionDigits"] = .integer(reverseFractionDigits) }
        members.write(rules)
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
    var words: String {
        "\(Markdown.place(path)) is \(calculation.words) \(calculation.number.text)"
    }
}

extension Calculation {
    var words: String {
        switch self {
        case .multiply: "multiplied by"
        case .divide: "divided by"
        case .plus: "greater by"
        case .minus: "less by"
        }
    }
}
