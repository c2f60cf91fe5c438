import Testing

@testable import LosslessJSON

@Suite struct JSONArrayTests {
    @Test func emptyArrayHasNoElements() {
        #expect(JSONArray().isEmpty)
        #expect(JSONArray() == [])
        #expect(JSONArray().startIndex == JSONArray().endIndex)
    }

    @Test func elementsComeFromALiteralAndFromASequence() {
        #expect(JSONArray((1...3).map { JSONValue.integer($0) }) == [1, 2, 3])
        #expect(Array([nil, "a", [1]] as JSONArray) == [nil, "a", [1]])
    }

    @Test func elementsAreReplacedInsertedAndRemoved() {
        var list: JSONArray = [1, 2, 3, 4]
        list[0] = "one"
        list.insert("new", at: 1)
        list.removeLast()
        list.removeAll { $0 == 2 }
        list.append(contentsOf: [true, nil])
        list.reverse()
        #expect(list == [nil, true, 3, "new", "one"])
    }

    @Test func sortingSortsInPlace() {
        var list: JSONArray = ["b", "c", "a"]
        list.sort { ($0.string ?? "") < ($1.string ?? "") }
        #expect(list == ["a", "b", "c"])
    }

    @Test func changingACopyLeavesTheOriginal() {
        let original: JSONArray = [1, [2], 3]
        let changes: [(inout JSONArray) -> Void] = [
            { $0[0] = nil }, { $0.append(4) }, { $0.removeAll() }, { $0[1].array?.append(5) }, { $0.swapAt(0, 2) },
        ]
        for change in changes {
            var copy = original
            change(&copy)
            #expect(copy != original)
            #expect(original == [1, [2], 3])
        }
    }

    @Test func onlyHolderIsChangedInPlace() {
        var list: JSONArray = [1, [2], 3]
        let storage = ObjectIdentifier(list.contents.unique)
        let inner = list[1].contents.map { ObjectIdentifier($0.unique) }
        list[0] = nil
        list.append(4)
        list[1].array?.append(5)
        list.remove(at: 0)
        #expect(ObjectIdentifier(list.contents.unique) == storage)
        #expect(list[0].contents.map { ObjectIdentifier($0.unique) } == inner)
        #expect(list == [[2, 5], 3, 4])
    }

    @Test func arrayOfManyElementsGrows() {
        var list = JSONArray()
        for index in 0..<100_000 { list.append(.integer(index)) }
        #expect(list.count == 100_000)
        #expect(list.last == 99_999)
    }

    @Test func indexOutOfRangeTraps() async {
        await #expect(processExitsWith: .failure) {
            let list: JSONArray = [1]
            print(list[1])
        }
    }
}
