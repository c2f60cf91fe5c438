import Testing

@testable import LosslessJSON

@Suite struct JSONValueTests {
    static let oneOfEachKind: [(JSONKind, JSONValue)] = [
        (.null, nil), (.boolean, false), (.number, 1), (.string, "a"), (.array, [1]), (.object, ["a": 1]),
    ]

    // MARK: Kinds

    @Test(arguments: oneOfEachKind)
    func onlyTheContentsOfItsKindAreThere(kind: JSONKind, value: JSONValue) {
        #expect(value.kind == kind)
        #expect(value.isNull == (kind == .null))
        #expect((value.bool != nil) == (kind == .boolean))
        #expect((value.number != nil) == (kind == .number))
        #expect((value.int != nil) == (kind == .number))
        #expect((value.string != nil) == (kind == .string))
        #expect((value.array != nil) == (kind == .array))
        #expect((value.object != nil) == (kind == .object))
        #expect((value[0] != nil) == (kind == .array))
        #expect((value["a"] != nil) == (kind == .object))
        #expect(value.isContainer == (kind == .array || kind == .object))
    }

    @Test(arguments: [
        (JSONKind.null, "null"), (.boolean, "a boolean"), (.number, "a number"), (.string, "a string"),
        (.array, "an array"), (.object, "an object"),
    ])
    func kindIsSaidWithItsArticle(kind: JSONKind, phrase: String) {
        #expect(kind.phrase == phrase)
    }

    @Test(arguments: [-1, 2, Int.max, Int.min])
    func indexOutOfRangeIsNil(index: Int) {
        #expect(([1, 2] as JSONValue)[index] == nil)
    }

    @Test func memberThatIsNullIsThere() {
        let value: JSONValue = ["a": nil]
        #expect(value["a"] == .some(.null))
        #expect(value["b"] == nil)
    }

    @Test func descriptionIsCompactText() {
        let value: JSONValue = ["a": [1, "é\n", nil]]
        #expect("\(value)" == #"{"a":[1,"é\n",null]}"#)
    }

    // MARK: Changing in place

    @Test func objectAndArrayChangeInPlace() throws {
        var value = try read(#"{"list":[1,[2]],"object":{"a":1}}"#)
        value.object?["new"] = "x"
        let wasChanged: Void? = value.object?.updateValue(forKey: "list") { $0.array?[1].array?.append(3) } ?? nil
        #expect(wasChanged != nil)
        #expect(value == ["list": [1, [2, 3]], "object": ["a": 1], "new": "x"])
    }

    @Test func onlyHolderKeepsItsStorage() throws {
        var value = try read(#"{"list":[1,2],"b":1}"#)
        _ = value.object?.updateValue(forKey: "list") { $0.array?[0] = 0 }
        let outer = value.contents.map { ObjectIdentifier($0.unique) }
        let inner = value["list"]?.contents.map { ObjectIdentifier($0.unique) }
        value.object?["b"] = 2
        _ = value.object?.updateValue(forKey: "list") { list in
            list.array?.append(3)
            list.array?[0] = nil
        }
        #expect(value.contents.map { ObjectIdentifier($0.unique) } == outer)
        #expect(value["list"]?.contents.map { ObjectIdentifier($0.unique) } == inner)
        #expect(value == ["list": [nil, 2, 3], "b": 2])
    }

    @Test func changingACopyLeavesTheOriginalAtEveryDepth() throws {
        let original = try read(#"{"a":{"b":[{"c":1}]}}"#)
        var copy = original
        _ = copy.object?.updateValue(forKey: "a") { a in
            a.object?.updateValue(forKey: "b") { b in b.array?[0].object?["c"] = 2 }
        }
        #expect(copy.text() == #"{"a":{"b":[{"c":2}]}}"#)
        #expect(original.text() == #"{"a":{"b":[{"c":1}]}}"#)
    }

    @Test func valueOfAnotherKindIsLeftAlone() {
        var value: JSONValue = "text"
        value.object?["a"] = 1
        value.array?.append(1)
        #expect(value == "text")
    }

    @Test func assigningAContainerReplacesAValueOfAnyKind() {
        var value: JSONValue = "text"
        value.object = ["a": 1]
        #expect(value == ["a": 1])
        value.array = [1]
        #expect(value == [1])
    }

    @Test func assigningNilMakesNull() {
        var object: JSONValue = ["a": 1]
        object.object = nil
        #expect(object.isNull)
        var array: JSONValue = [1]
        array.array = nil
        #expect(array.isNull)
    }

    @Test func errorWhileChangingLosesNothing() {
        struct Refusal: Error {}
        var value: JSONValue = ["a": [1, 2], "b": 3]
        #expect(throws: Refusal.self) {
            try value.object?.updateEachValue { key, value in
                if key == "b" { throw Refusal() }
                value.array?.append(3)
            }
        }
        #expect(value == ["a": [1, 2, 3], "b": 3])
    }

    @Test func changedValueKeepsItsPlaceInTheSource() throws {
        var value = try read("  [1]")
        value.array?.append(2)
        #expect(value.sourceOffset == 2)
        #expect((["a"] as JSONValue).sourceOffset == nil)
        #expect(JSONValue.null.comingFrom(value).sourceOffset == 2)
    }

    // MARK: Sharing

    @Test func valuesAreSharedBetweenTasks() async throws {
        let value = try read(#"{"list":[1,2,3]}"#)
        let counts = await withTaskGroup(of: Int.self) { group in
            for number in 0..<20 {
                group.addTask {
                    var copy = value
                    _ = copy.object?.updateValue(forKey: "list") { list in
                        for _ in 0..<number { list.array?.append(0) }
                    }
                    return copy["list"]?.array?.count ?? 0
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.sorted() == Array(3..<23))
        #expect(value.text() == #"{"list":[1,2,3]}"#)
    }
}
