import Testing

@testable import LosslessJSON

/// Text that is the same for values that differ only in the order of their members.
@Suite struct SortedTextTests {
    private static let sorted = WritingStyle(keyOrder: .sorted)

    private func text(of node: NodeID, in arena: Arena) -> String {
        var bytes: [UInt8] = []
        arena.readSortedText(of: node) { bytes.append(contentsOf: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func text(of value: JSONValue) -> String {
        var bytes: [UInt8] = []
        value.readSortedText { bytes.append(contentsOf: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func membersAreInTheOrderOfTheirKeys() throws {
        let value = try JSONDocument(
            parsing: #" {"b": [1.0, {}, []], "a": {"\u0064": "\/", "ä": "\u00e9", "c": null}} "#
        ).root
        #expect(self.text(of: value) == #"{"a":{"c":null,"d":"/","ä":"é"},"b":[1.0,{},[]]}"#)
    }

    /// Of members with one key, the first one stays the first.
    @Test func repeatedKeysKeepTheirOrder() throws {
        let options = JSONParsingOptions(duplicateKeys: .keep)
        let members = (0..<40).map { "\"\($0 % 3)\":\($0)" }
        let value = try JSONDocument(parsing: "{" + members.joined(separator: ",") + "}", options: options).root
        let expected = (0..<3).flatMap { key in (0..<40).filter { $0 % 3 == key }.map { "\"\(key)\":\($0)" } }
        #expect(text(of: value) == "{" + expected.joined(separator: ",") + "}")
    }

    /// Nodes of a text, changed ones, values of Swift and of other documents, and what is very deep.
    @Test(arguments: 0..<200) func itIsWhatTheWriterMakes(seed: Int) throws {
        var random = SeededRandom(state: UInt64(seed))
        let document = try JSONDocument(parsing: Self.value(&random, 4))
        let other = try JSONDocument(parsing: Self.value(&random, 3)).root
        let memory = ArenaMemory()
        let arena = memory.arena
        arena.begin(document.root)
        for _ in 0..<Int.random(in: 0..<6, using: &random) {
            var node = arena.root
            while arena.isContainer(node), let child = arena.children(of: node).randomElement(using: &random) {
                node = child
                if Bool.random(using: &random) { break }
            }
            if node == arena.root { continue }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: arena.replace(node, by: arena.make(other))
            case 1: arena.replace(node, by: arena.make(["é/": "\"", "a": [1, .null, true]]))
            case 2: arena.detach(node)
            default: arena.replace(node, by: arena.make(.string("new \u{1F600}\n")))
            }
        }
        let value = arena.value(of: arena.root)
        let expected = value.text(in: Self.sorted)
        withExtendedLifetime(memory) { #expect(text(of: arena.root, in: arena) == expected) }
        #expect(text(of: value) == expected)
        #expect(text(of: value.detached) == expected)
    }

    @Test func depthDoesNotMatter() throws {
        let text = String(repeating: #"{"b":[1,"#, count: 400) + "2" + String(repeating: #"],"a":3}"#, count: 400)
        let document = try JSONDocument(parsing: text, options: JSONParsingOptions(maximumDepth: 10_000))
        let memory = ArenaMemory()
        let arena = memory.arena
        arena.begin(document.root)
        let expected = document.root.text(in: Self.sorted)
        withExtendedLifetime(memory) { #expect(self.text(of: arena.root, in: arena) == expected) }
        #expect(self.text(of: document.root.detached) == expected)
    }

    private static func value(_ random: inout SeededRandom, _ depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 4), using: &random) {
        case 0: return ["null", "true", "false"].randomElement(using: &random) ?? ""
        case 1: return ["1", "-0.0", "1e5", "12.50"].randomElement(using: &random) ?? ""
        case 2, 3:
            return [#""""#, #""a\/b""#, #""é""#, #""\u00e9\t""#, #""plain""#].randomElement(using: &random) ?? ""
        case 4, 5:
            let elements = (0..<Int.random(in: 0..<5, using: &random)).map { _ in value(&random, depth - 1) }
            return "[" + elements.joined(separator: ", ") + "]"
        default:
            let keys = ["b", "a", "c/d", "\\u0061a", "é", "z", "y", "x"].shuffled(using: &random)
            let members = keys.prefix(Int.random(in: 0..<8, using: &random)).map { key in
                "\"\(key)\":" + value(&random, depth - 1)
            }
            return "{" + members.joined(separator: ",") + "}"
        }
    }
}
