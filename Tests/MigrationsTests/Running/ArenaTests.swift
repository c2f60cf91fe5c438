import Testing

@testable import Migrations
@testable import VersionedCodec

/// A document with nodes for as much of it as operations have reached.
@Suite struct ArenaTests {
    private func written(_ text: String, _ change: (Arena) -> Void) throws -> String {
        let memory = ArenaMemory(nodes: 1)
        let document = try JSONDocument(parsing: text)
        memory.arena.begin(document.root)
        change(memory.arena)
        let bytes = memory.arena.bytes()
        // The other writer of changed values agrees.
        #expect(bytes == document.bytes(with: memory.arena.value(of: memory.arena.root)))
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func whatIsOnlyReadIsCopied() throws {
        let text = " { \"a\" : [ 1.0,2 ] , \"b\":{}}\n"
        let output = try written(text) { arena in
            #expect(arena.count(of: arena.find("/a", from: arena.root)) == 2)
            #expect(arena.find("/b/c", from: arena.root).isNone)
        }
        #expect(output == text)
    }

    @Test func changesKeepTheLayoutAroundThem() throws {
        let output = try written(#"{ "a":1,  "b" : [1,2], "c":{"d": true} }"#) { arena in
            arena.setKey(of: arena.find("/b", from: arena.root), to: "x")
            arena.detach(arena.find("/a", from: arena.root))
            arena.set(arena.find("/c/d", from: arena.root), to: "new")
            arena.insert(arena.make(7), as: "last", into: arena.root)
        }
        #expect(output == #"{ "x" : [1,2], "c":{"d": "new"}, "last":7 }"#)
    }

    @Test(arguments: ["/a", "/c/d"], ["/a", "/b", "/c/d", "/e"]) func aValueTakesThePlaceOfAnother(
        moved: JSONPointer, place: JSONPointer
    ) throws {
        _ = try written(#"{ "a":1,  "b" : [1,2], "c":{"d": true,"x":0}, "e" : null}"#) { arena in
            let (new, old) = (arena.find(moved, from: arena.root), arena.find(place, from: arena.root))
            if new == old { return }
            arena.detach(new)
            let now = arena.replace(old, by: new)
            #expect(arena.find(place, from: arena.root) == now)
        }
        let plan = try MigrationPlan(
            "moves", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "moves", up: [.move("/id", to: "/in/b", ifExists: .overwrite)], down: nil)
            ])
        let text = try plan.migrate(#"{"v":1,"in":{"b":1},"id":2,"x":3}"#, to: "2").text
        #expect(text == #"{"v":2,"in":{"b":2},"x":3}"#)
    }

    @Test func aMovedValueTakesTheIndentationOfItsPlace() throws {
        let output = try written("{\n  \"a\": {\n    \"b\": [\n      1\n    ]\n  },\n  \"c\": 2\n}\n") { arena in
            let moved = arena.find("/a/b", from: arena.root)
            arena.detach(moved)
            arena.insert(moved, as: "b", into: arena.root)
        }
        #expect(output == "{\n  \"a\": {},\n  \"c\": 2,\n  \"b\": [\n    1\n  ]\n}\n")
    }

    @Test func valuesKnowWhereTheyComeFrom() throws {
        let memory = ArenaMemory()
        let arena = memory.arena
        arena.begin(try JSONDocument(parsing: #"{"a":[10,"x"],"b":null}"#).root)
        let element = arena.find("/a/1", from: arena.root)
        #expect(arena.origin(of: element) == 9)
        let copy = arena.makeCopy(of: element)
        arena.insert(copy, as: "c", into: arena.root)
        arena.set(element, to: nil)
        #expect([arena.origin(of: element), arena.origin(of: copy)] == [9, 9])
        #expect(arena.origin(of: arena.makeString("made", from: element)) == 9)
        #expect(arena.origin(of: arena.makeContainer(isObject: true)) == nil)
        #expect(arena.value(of: arena.root).text() == #"{"a":[10,null],"b":null,"c":"x"}"#)
    }

    @Test func aLargeObjectIsFoundByKeysThatComeAndGo() throws {
        let memory = ArenaMemory()
        let arena = memory.arena
        let members = (0..<200).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        arena.begin(try JSONDocument(parsing: "{\(members)}").root)
        #expect(arena.value(of: arena.member("k150", of: arena.root)).int == 150)
        arena.setKey(of: arena.member("k150", of: arena.root), to: "other")
        arena.detach(arena.member("k7", of: arena.root))
        arena.insert(arena.make(true), as: "k7", into: arena.root)
        #expect(arena.member("k150", of: arena.root).isNone)
        #expect(arena.value(of: arena.member("other", of: arena.root)).int == 150)
        #expect(arena.value(of: arena.member("k7", of: arena.root)).bool == true)
    }

    @Test func elementsOfALargeArrayAreFoundWhileTheyComeAndGo() throws {
        let memory = ArenaMemory()
        memory.arena.begin(.array(JSONArray((0..<300).map { .integer($0) })))
        let arena = memory.arena
        let array = arena.root
        var numbers = SeededRandom(state: 7)
        var elements = arena.children(of: array)
        for _ in 0..<2_000 {
            let place = Int.random(in: 0..<elements.count, using: &numbers)
            #expect(arena.element(place, of: array) == elements[place])
            let change = Int.random(in: 0..<9, using: &numbers)
            switch change {
            case 0:
                arena.detach(elements.remove(at: place))
            case 1:
                let new = arena.make(JSONValue.integer(-place))
                arena.insert(new, into: array, before: elements[place])
                elements.insert(new, at: place)
            case 2:
                elements.append(arena.make(JSONValue.integer(-place)))
                arena.insert(elements[elements.count - 1], into: array)
            case 3:
                elements[place] = arena.replace(elements[place], by: arena.make(JSONValue.integer(-place)))
            default: break
            }
        }
        #expect(arena.children(of: array) == elements)
    }

    @Test func noDepthOverflowsTheStack() throws {
        let depth = 20_000
        var options = JSONParsingOptions()
        options.maximumDepth = depth + 1
        let text = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
        let memory = ArenaMemory()
        let arena = memory.arena
        arena.begin(try JSONDocument(parsing: text, options: options).root)
        var node = arena.root
        while arena.isArray(node) { node = arena.firstChild(of: node) }
        arena.set(node, to: true)
        #expect(arena.bytes().count == text.utf8.count + 3)
        #expect(arena.value(of: arena.root).kind == .array)
    }

    @Test func whatIsForgottenIsNotInTheDocument() throws {
        let memory = ArenaMemory(nodes: 1)
        let arena = memory.arena
        arena.begin(try JSONDocument(parsing: #"{"a":{"b":1}}"#).root)
        let marks = arena.marks
        let look = arena.make(["x": ["y": "an \"escaped\" text"]])
        arena.set(arena.find("/x/y", from: look), to: 2)
        #expect(arena.value(of: look).text() == #"{"x":{"y":2}}"#)
        arena.release(to: marks)
        arena.set(arena.find("/a/b", from: arena.root), to: 3)
        #expect(arena.value(of: arena.root).text() == #"{"a":{"b":3}}"#)
    }

    /// What was found by a table, moved, renamed, removed and replaced is as before, and is found as before.
    @Test(arguments: [3, 100]) func aValueIsTakenBackToWhatItWas(count: Int) throws {
        let members = (0..<count).map { #""k\#($0)": {"a": [\#($0), [1]], "b": "x\\n"}"# }.joined(separator: ", ")
        let text = #"{"v": 1, "o": {\#(members)}, "after": [2]}"#
        let output = try written(text) { arena in
            let object = arena.find("/o", from: arena.root)
            arena.set(arena.find("/o/k1/b", from: arena.root), to: 5)
            #expect(!arena.member("k2", of: object).isNone)
            let before = arena.snapshot(of: object)
            for _ in 0..<2 {
                arena.setKey(of: arena.member("k2", of: object), to: "new")
                arena.detach(arena.member("k0", of: object))
                arena.move(arena.find("/k1/a/1", from: object), as: "one", into: object)
                arena.insert(arena.make(["y": 1]), as: "made", into: object)
                arena.set(arena.find("/k1/a", from: object), to: nil)
                #expect(arena.member("k2", of: object).isNone && !arena.member("made", of: object).isNone)
                arena.restore(before)
                #expect(arena.member("made", of: object).isNone && arena.member("new", of: object).isNone)
                #expect(arena.value(of: arena.find("/k0/a", from: object)).text() == "[0,[1]]")
                #expect(arena.count(of: object) == count)
            }
            arena.set(arena.find("/k2/b", from: object), to: 6)
        }
        let expected = text.replacing(#""a": [1, [1]], "b": "x\\n""#, with: #""a": [1, [1]], "b": 5"#)
            .replacing(#""a": [2, [1]], "b": "x\\n""#, with: #""a": [2, [1]], "b": 6"#)
        #expect(output == expected)
    }
}
