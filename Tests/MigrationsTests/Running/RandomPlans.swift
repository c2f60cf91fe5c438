import TestSupport
import Testing

@testable import Migrations
@testable import VersionedCodec

/// Documents and plans at random, over few keys so that they often meet.
struct RandomPlans {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(truncatingIfNeeded: (state >> 33) % UInt64(bound))
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[next(elements.count)] }

    mutating func key() -> String { pick(["a", "b", "c", "d", "e", "é/~", "long key of many bytes"]) }

    // MARK: Documents

    mutating func document() -> String {
        let spaces = pick([
            ["", "", ":", ","], ["", " ", ": ", ", "], [" ", "\n", " : ", " ,\n  "], ["\n  ", "\n", ": ", ",\n  "],
        ])
        var members = [#""v"\#(spaces[2])\#(pick(["1", "1", "1", "1.0", "\"1\""]))"#]
        if next(8) == 0 { members = [] }
        members += object(depth: 0, spaces)
        return pick(["", "", " ", "\n"]) + "{" + spaces[0] + members.joined(separator: spaces[3]) + spaces[1] + "}"
            + pick(["", "\n"])
    }

    /// Documents on one line each, many of one shape.
    mutating func lines() -> [String] {
        let shapes = (0..<3).map { _ in
            String(document().unicodeScalars.filter { $0 != "\n" })
        }
        return (0..<40).map { _ in
            var line = pick(shapes)
            for (old, new) in [
                (#""x""#, [#""x""#, #""y""#, #""1""#, #""\u0078""#]), ("true", ["true", "false"]),
                ("1.0", ["1.0", "2", "7e1"]),
                ("2020-06", ["2020-06", "2021-12", "2020-13"]), (#""draft""#, [#""draft""#, #""x""#]),
                ("12345", ["12345", "9"]),
            ] {
                line = line.replacing(old, with: pick(new))
            }
            return line
        }
    }

    /// Documents on one line each, in some members of which all differs.
    mutating func varyingLines(_ count: Int) -> [String] {
        let spaces = pick([["", "", ":", ","], ["", " ", ": ", ", "]])
        let keys = ["a", "b", "c", "d", "e"].filter { _ in next(5) > 0 }
        let fixed = keys.map { _ in next(2) == 0 ? value(depth: 1, spaces) : nil }
        return (0..<count).map { _ in
            let members = zip(keys, fixed).map { key, fixed in
                let inside =
                    next(3) == 0
                    ? "[1\(spaces[3])\(next(9))]" : "{" + object(depth: 2, spaces).joined(separator: spaces[3]) + "}"
                return "\"\(key)\"\(spaces[2])" + (fixed ?? inside)
            }
            return "{" + (["\"v\"\(spaces[2])1"] + members).joined(separator: spaces[3]) + "}"
        }
    }

    mutating func object(depth: Int, _ spaces: [String]) -> [String] {
        var seen: Set<String> = []
        var members: [String] = []
        for _ in 0..<next(6) {
            let key = key()
            guard seen.insert(key).inserted else { continue }
            let written = next(10) == 0 && key == "a" ? #""\u0061""# : JSONValue.string(key).text()
            members.append(written + spaces[2] + value(depth: depth + 1, spaces))
        }
        return members
    }

    private mutating func value(depth: Int, _ spaces: [String]) -> String {
        switch next(depth < 4 ? 12 : 9) {
        case 0: return "null"
        case 1: return pick(["true", "false"])
        case 2: return pick(["0", "1", "1.0", "-0", "1e2", "12345678901234567890"])
        case 3, 4: return pick([#""""#, #""x""#, #""1""#, #""true""#, #""draft""#, #""\u0078""#, #""\/é""#, #""é/""#])
        case 5: return pick([#""2020-06-13 23:21:42 +0800""#, #""2020-06-13T23:21:42Z""#])
        case 6: return pick(["[]", "{}", "{ }", "[ ]"])
        case 7, 8: return pick(["1", "\"x\""])
        case 9:
            let elements = (0..<next(4)).map { _ in value(depth: depth + 1, spaces) }
            return "[" + spaces[0] + elements.joined(separator: spaces[3]) + spaces[1] + "]"
        default: return "{" + spaces[0] + object(depth: depth, spaces).joined(separator: spaces[3]) + spaces[1] + "}"
        }
    }

    // MARK: Plans

    mutating func plan() throws -> MigrationPlan {
        var operations: [JSONOperation] = []
        for _ in 0..<(1 + next(5)) {
            operations += next(6) == 0 ? try scratchOperations() : [try operation(depth: 0)]
        }
        let isMarked = next(6) > 0
        return try MigrationPlan(
            "random",
            versionAt: VersionLocation("/v", as: .integer, legacy: isMarked ? "1" : "2"),
            detection: DetectionRules(),
            versions: [
                PlanVersion("1"),
                PlanVersion(
                    "2", style: next(2) == 0 ? style() : nil, isMarked: isMarked, knows: next(8) == 0 ? known() : nil),
            ],
            migrations: [Migration(from: "1", to: "2", "random", up: operations, down: nil)], wireCoder: nil,
            allowsSenselessOperations: true)
    }

    /// A plan with a way back: the reverse of the operations, or other operations.
    mutating func twoWayPlan() throws -> MigrationPlan {
        let isMarked = next(6) > 0
        return try MigrationPlan(
            "random",
            versionAt: VersionLocation("/v", as: .integer, legacy: isMarked ? "1" : "2"),
            detection: DetectionRules(),
            versions: [
                PlanVersion("1", knows: next(8) == 0 ? known() : nil),
                PlanVersion("2", isMarked: isMarked, knows: next(8) == 0 ? known() : nil), PlanVersion("3"),
            ],
            migrations: [try twoWayMigration(from: "1", to: "2"), try twoWayMigration(from: "2", to: "3")],
            wireCoder: nil, allowsSenselessOperations: true)
    }

    mutating func twoWayMigration(from: String, to: String) throws -> Migration {
        for _ in 0..<20 {
            let up = try (0..<(1 + next(4))).map { _ in try operation(depth: 0) }
            if next(3) == 0 {
                return Migration(from: from, to: to, "halves", up: up, down: [try operation(depth: 0)])
            }
            if (try? up.reversedOperations()) != nil {
                return Migration(from: from, to: to, "random", operations: up)
            }
        }
        return Migration(from: from, to: to, "random", operations: [.rename("/a", to: "b", ifAbsent: .skip)])
    }

    private mutating func known() -> PlanVersion.KnownMembers {
        ["d": .anything, "a": .elements(["a": .anything]), "b": [key(): .anything], "c": .anything]
    }

    private mutating func style() -> WritingStyle {
        WritingStyle(
            indentation: pick([.none, .spaces(2), .tabs(1)]), colon: pick([nil, ":", " : "]), comma: pick([",", ", "]),
            keyOrder: pick([.kept, .sorted]), keepsEscapes: next(2) == 0, escapesSlashes: next(3) == 0,
            escapesNonASCII: next(3) == 0, emptyArray: pick(["[]", "[ ]"]), emptyObject: pick(["{}", "{\n}"]),
            lineEnding: pick([.lf, .crlf]), finalNewline: next(2) == 0)
    }

    /// Operations that look at more than one value.
    private mutating func valueOperation() -> JSONOperation {
        switch next(6) {
        case 0: return .copy(pointer(), to: pointer(), ifAbsent: .skip, ifWrongKind: .skip, ifExists: .overwrite)
        case 1:
            return .split(
                pointer(), into: ["/p", "/q"], separator: " ", extraParts: .last, ifAbsent: .skip, ifWrongKind: .skip)
        case 2: return .generate("/g", .digest, ifAbsent: .skip)
        case 3: return .generate("/n", .sequence("n%d"), ifAbsent: .skip)
        case 4: return .remove(pointer(), reason: "given up", ifAbsent: .skip)
        default:
            return .everywhere(where: .present(pointer()), [.add("/here", value: "é/", ifExists: .skip)])
        }
    }

    /// Operations by way of a scratch value.
    private mutating func scratchOperations() throws -> [JSONOperation] {
        let place = JSONPointer.scratch(pick(["s", "t"]), next(3) == 0 ? pointer() : .root)
        let (there, back) = (pointer(), pointer())
        return [
            next(2) == 0
                ? .copy(there, to: place, ifAbsent: .skip, ifWrongKind: .skip, ifExists: .overwrite)
                : .move(there, to: place, ifAbsent: .skip, ifWrongKind: .skip, ifExists: .overwrite),
            next(2) == 0
                ? .each(place, [try operation(depth: 1)], ifAbsent: .skip, ifWrongKind: .skip)
                : .wrap(place, ifAbsent: .skip),
            next(2) == 0
                ? .move(place, to: back, ifAbsent: .skip, ifWrongKind: .skip, ifExists: .overwrite)
                : .each(
                    pointer(), [.copy(place, to: "/n", in: .document, ifAbsent: .skip, ifExists: .overwrite)],
                    ifAbsent: .skip, ifWrongKind: .skip),
        ]
    }

    /// An operation on one value.
    private mutating func onValue() -> JSONOperation {
        switch next(6) {
        case 0: return .transform(pointer(), by: [.addPrefix("p/")], ifAbsent: rule(), ifWrongKind: rule())
        case 1: return .transform(pointer(), by: [.lowercase], ifAbsent: .skip, ifWrongKind: .skip)
        case 2: return .wrap(pointer(), ifAbsent: rule())
        case 3: return .unwrap(pointer(), ifAbsent: .skip, ifWrongKind: .skip)
        case 4: return .sort(pointer(), ifAbsent: .skip, ifWrongKind: .skip)
        default: return .renameKeys(pointer(), by: [.addPrefix("k")], ifAbsent: .skip, ifWrongKind: .skip)
        }
    }

    mutating func pointer() -> JSONPointer {
        JSONPointer((0..<pick([1, 1, 1, 2, 2, 3])).map { _ in next(12) == 0 ? "0" : key() })
    }

    mutating func rule() -> JSONOperation.UnexpectedRule { next(5) == 0 ? .error : .skip }

    mutating func literal() -> JSONValue {
        pick([1, "x", nil, true, "é/", [], [:], ["k": [1, "/"]], "draft", 1.0])
    }

    mutating func operation(depth: Int) throws -> JSONOperation {
        let exists: JSONOperation.ConflictRule = pick([.error, .skip, .skip, .overwrite])
        if next(6) == 0 { return try newWord(depth: depth) }
        if depth > 0, next(6) == 0 { return valueOperation() }
        if next(12) == 0 {
            return .copy(pointer(), to: pointer(), ifAbsent: rule(), ifWrongKind: rule(), ifExists: exists)
        }
        if next(8) == 0 { return onValue() }
        if next(14) == 0 {
            let added = JSONOperation.add("/here", value: literal(), ifExists: .skip)
            let removed = JSONOperation.remove(JSONPointer([key()]), ifAbsent: .skip)
            return .everywhere(
                in: pick([.root, .root, pointer()]), where: .present(pointer()), [added, removed], ifAbsent: .skip)
        }
        switch next(depth < 2 ? 14 : 9) {
        case 0: return .rename(pointer(), to: key(), ifAbsent: rule(), ifExists: exists)
        case 1, 2:
            return .move(
                pointer(), to: pointer(), keepingEmptyParents: next(2) == 0, ifAbsent: rule(), ifWrongKind: rule(),
                ifExists: exists)
        case 3:
            let reason = next(4) == 0 ? "because" : nil
            return .remove(pointer(), default: next(3) == 0 ? literal() : nil, reason: reason, ifAbsent: rule())
        case 4:
            return .add(
                pointer(), value: literal(), before: next(3) == 0 ? key() : nil, ifAbsent: rule(), ifExists: exists)
        case 5: return .set(pointer(), to: literal(), from: literal(), ifAbsent: rule())
        case 6:
            return .convert(
                pointer(), from: pick([.string, .number, .boolean]), to: pick([.string, .number, .boolean]),
                ifAbsent: rule(), ifWrongKind: rule())
        case 7:
            return .mapValues(
                pointer(), [("x", "y"), (1, "one"), ("1", "one"), ("draft", nil), (true, ["on"])],
                fallback: next(4) == 0 ? "else" : nil, ifUnknown: rule(), ifAbsent: rule())
        case 8:
            return .reformatDate(
                pointer(), from: try .pattern("yyyy-MM-dd HH:mm:ss Z"), to: .iso8601, ifAbsent: rule(),
                ifWrongKind: rule())
        case 9, 10:
            return .inside(
                pointer(), [try operation(depth: depth + 1), try operation(depth: depth + 1)], ifAbsent: .skip)
        case 11, 12: return .each(pointer(), [try operation(depth: depth + 1)], ifAbsent: .skip, ifWrongKind: .skip)
        default:
            let condition: Condition = pick([
                .present(pointer()), .absent(pointer()), .at(pointer(), equals: literal()),
                .at(pointer(), is: pick([.object, .string, .null])), .at(pointer(), hasPrefix: "x"),
                .all([.present(pointer()), .not(.at(pointer(), equals: 1))]),
            ])
            return .when(condition, [try operation(depth: depth + 1)], otherwise: [try operation(depth: depth + 1)])
        }
    }
}
