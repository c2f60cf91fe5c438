@testable import Migrations
@testable import VersionedCodec

/// Documents of records, and plans that change each of them.
extension RandomPlans {
    mutating func records() -> String {
        let spaces = pick([["", "", ":", ","], ["", " ", ": ", ", "], ["\n  ", "\n", ": ", ",\n  "]])
        let isObject = next(4) == 0
        let records = (0..<next(6)).map { number in
            let key = isObject ? "\"r\(number)\"" + spaces[2] : ""
            if next(12) == 0 { return key + pick(["1", "\"x\"", "null", "[]", "[1, {\"a\": 2}]"]) }
            return key + "{" + spaces[0] + object(depth: 0, spaces).joined(separator: spaces[3]) + spaces[1] + "}"
        }
        let (open, close) = isObject ? ("{", "}") : ("[", "]")
        let items = open + spaces[0] + records.joined(separator: spaces[3]) + spaces[1] + close
        let rest = object(depth: 1, spaces).filter { !$0.hasPrefix("\"v\"") && !$0.hasPrefix("\"items\"") }
        let members = ["\"v\"\(spaces[2])1", "\"items\"\(spaces[2])\(items)"] + rest
        return "{" + spaces[0] + members.joined(separator: spaces[3]) + spaces[1] + "}"
    }

    /// A plan that changes records, and what is around them.
    mutating func recordPlan() throws -> MigrationPlan {
        try MigrationPlan(
            "random", versionAt: VersionLocation("/v", as: .integer), detection: DetectionRules(),
            versions: [PlanVersion("1"), PlanVersion("2"), PlanVersion("3")],
            migrations: [try recordMigration(from: "1", to: "2"), try recordMigration(from: "2", to: "3")],
            wireCoder: nil, allowsSenselessOperations: true)
    }

    private mutating func recordMigration(from: String, to: String) throws -> Migration {
        for _ in 0..<20 {
            let up = try recordOperations()
            switch next(6) {
            case 0: return Migration(from: from, to: to, "halves", up: up, down: try recordOperations())
            case 1: return Migration(from: from, to: to, "no way back", up: up, down: nil)
            default:
                if (try? up.reversedOperations()) != nil {
                    return Migration(from: from, to: to, "random", operations: up)
                }
            }
        }
        return Migration(from: from, to: to, "random", operations: [.rename("/a", to: "b", ifAbsent: .skip)])
    }

    private mutating func recordOperations() throws -> [JSONOperation] {
        var operations: [JSONOperation] = []
        for _ in 0..<(1 + next(3)) {
            let inner = try (0..<(1 + next(3))).map { _ in try operation(depth: 1) }
            switch next(10) {
            case 0:
                let lists: [JSONOperation] = [
                    .each(JSONPointer([key()]), inner, ifAbsent: .skip, ifWrongKind: .skip)
                ]
                operations.append(.each("/items", lists, ifAbsent: .skip, ifWrongKind: .skip))
            case 1: operations.append(try operation(depth: 0))
            case 2:
                operations.append(.move("/items", to: "/data/items", ifAbsent: .skip, ifExists: .skip))
                operations.append(.each("/data/items", inner, ifAbsent: .skip, ifWrongKind: .skip))
            case 4:
                let first: JSONPointer = pick(["/items/0/a", "/items/1/b", "/items/r0/c"])
                operations.append(
                    pick([
                        .copy(first, to: "/first", ifAbsent: .skip, ifWrongKind: .skip, ifExists: .overwrite),
                        .remove(first, ifAbsent: .skip), .rename(first, to: "d", ifAbsent: .skip, ifExists: .skip),
                    ]))
                operations.append(.each("/items", inner, ifAbsent: .skip, ifWrongKind: .skip))
            case 3: operations.append(.everywhere(in: "/items", where: .present("/a"), inner, ifAbsent: .skip))
            default: operations.append(.each("/items", inner, ifAbsent: .skip, ifWrongKind: .skip))
            }
        }
        return operations
    }
}
