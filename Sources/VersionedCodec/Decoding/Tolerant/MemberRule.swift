/// Adopt it if members of a model have rules beyond their types. A value that breaks a rule is reported and kept.
///
/// ```swift
/// extension Order: DeclaresMemberRules {
///     static var memberRules: [MemberRule] {
///         [.count(of: CodingKeys.lines, minimum: 1, maximum: 100), .limits(of: CodingKeys.discount, 0...1)]
///     }
/// }
/// // {"lines": [], "discount": 1.5}
/// report.issues[0]    // line 1, column 11, at "/lines": expected at least 1 element, found 0
/// report.issues[1]    // line 1, column 27, at "/discount": expected a number from 0 to 1, found 1.5
/// ```
///
/// Rules also apply in `decode`, and are reported to ``Versioned/issues`` and the ``DecodingIssue/Log``.
public protocol DeclaresMemberRules {
    /// The rules.
    static var memberRules: [MemberRule] { get }
}

/// Declare one in ``DeclaresMemberRules`` for a member with a rule beyond its type, such as a range.
public struct MemberRule: Sendable {
    enum Rule: Sendable {
        case count(minimum: Int?, maximum: Int?)
        case mandatory
        case limits(ClosedRange<Double>)
        case exactNumber
    }

    let key: any CodingKey & Sendable
    let rule: Rule

    /// An array or object has a number of elements or members within limits. An absent one is not checked.
    public static func count(
        of key: any CodingKey & Sendable, minimum: Int? = nil, maximum: Int? = nil
    ) -> MemberRule {
        MemberRule(key: key, rule: .count(minimum: minimum, maximum: maximum))
    }

    /// An array or object has an exact number of elements or members.
    public static func count(of key: any CodingKey & Sendable, exactly count: Int) -> MemberRule {
        MemberRule(key: key, rule: .count(minimum: count, maximum: count))
    }

    /// The member is present and not null, although it is optional in the model.
    public static func mandatory(_ key: any CodingKey & Sendable) -> MemberRule {
        MemberRule(key: key, rule: .mandatory)
    }

    /// A number is within limits.
    public static func limits(of key: any CodingKey & Sendable, _ range: ClosedRange<Double>)
        -> MemberRule
    {
        MemberRule(key: key, rule: .limits(range))
    }

    /// A number fits a `Double` without a loss of digits.
    public static func exactNumber(_ key: any CodingKey & Sendable) -> MemberRule {
        MemberRule(key: key, rule: .exactNumber)
    }
}

extension DecodingSession {
    /// Notes which rules of a type a value breaks.
    @inline(never)
    func checkRules(_ type: Any.Type, at node: UInt32) {
        guard recorder.isKept, nodes[Int(node)].isObject,
            let type = type as? any DeclaresMemberRules.Type
        else {
            return
        }
        for rule in type.memberRules {
            let value = self.node(of: rule.key, in: node)
            let isThere = value != node && !nodes[Int(value)].isNull
            guard isThere else {
                if case .mandatory = rule.rule {
                    let name = JSONValue.string(rule.key.stringValue).text()
                    note(.ruleBroken, "the member \(name) must be there", at: value, expected: nil)
                }
                continue
            }
            if let broken = broken(rule.rule, at: value) {
                note(.ruleBroken, broken, at: value, expected: nil)
            }
        }
    }

    /// How a value breaks a rule, in words; `nil` if it does not.
    private func broken(_ rule: MemberRule.Rule, at node: UInt32) -> String? {
        let found = nodes[Int(node)]
        switch rule {
        case .mandatory: return nil
        case .count(let minimum, let maximum):
            guard found.isContainer else { return nil }
            let count = found.isObject ? keys(of: node).count : elementCount(of: node)
            let part = found.isObject ? "member" : "element"
            func words(_ count: Int) -> String { "\(count) \(part)\(count == 1 ? "" : "s")" }
            if let minimum, minimum == maximum, count != minimum {
                return "expected exactly \(words(minimum)), found \(count)"
            }
            if let minimum, count < minimum {
                return "expected at least \(words(minimum)), found \(count)"
            }
            if let maximum, count > maximum {
                return "expected at most \(words(maximum)), found \(count)"
            }
            return nil
        case .limits(let range):
            guard found.isNumber, let number = NumberText.double(bytes(of: found)),
                !range.contains(number)
            else {
                return nil
            }
            return
                "expected a number from \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound)),"
                + " found \(String(decoding: bytes(of: found), as: UTF8.self))"
        case .exactNumber:
            guard found.isNumber, let number = NumberText.double(bytes(of: found)),
                let written = JSONNumber(text: "\(number)"),
                let given = JSONNumber(text: String(decoding: bytes(of: found), as: UTF8.self)),
                !JSONValue.number(written).isEquivalent(to: .number(given))
            else { return nil }
            return "the number has more digits than a Double: \(given.text) becomes \(written.text)"
        }
    }

    private func elementCount(of array: UInt32) -> Int {
        if let count = nodes[Int(array)].count { return count }
        var (count, child) = (0, array + 1)
        while child < nodes[Int(array)].next {
            child = nodes[Int(child)].next
            count += 1
        }
        return count
    }

    private static func short(_ number: Double) -> String {
        Int(exactly: number).map { String($0) } ?? "\(number)"
    }
}

extension ToleranceRun {
    /// Notes which rules of a type a value breaks; over other coders' decoders nothing is known of the payload.
    func checkRules(_ type: Any.Type, _ base: any Decoder) {
        guard traits(of: type).declaresRules, let native = base.asNative else { return }
        native.session.checkRules(type, at: native.node)
    }
}
