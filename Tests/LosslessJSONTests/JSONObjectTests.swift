import Testing

@testable import LosslessJSON

@Suite struct JSONObjectTests {
    /// Below and above the number of members from which a table finds the keys.
    static let sizes = [0, 1, 2, 23, 24, 25, 100]

    private func object(of count: Int) -> JSONObject {
        var object = JSONObject()
        for index in 0..<count { object["k\(index)"] = .integer(index) }
        return object
    }

    /// Whether every key is found where it is.
    private func isSound(_ object: JSONObject) -> Bool {
        object.indices.allSatisfy {
            object.index(forKey: object[$0].key) == $0 && object[object[$0].key] == object[$0].value
        }
    }

    // MARK: Members

    /// So with a table of keys.
    @Test func repeatedKeysOfManyMembersAreOneMember() throws {
        let options = JSONParsingOptions(duplicateKeys: .keep)
        let others = (0..<30).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
        let repeated = (0..<20_000).map { #""a":\#($0)"# }.joined(separator: ",")
        let document = try JSONDocument(parsing: "{\(others),\(repeated)}", options: options)
        var removed = try #require(document.root.object)
        removed["a"] = nil
        #expect(removed.count == 30 && removed["a"] == nil && isSound(removed))
        var renamed = try #require(document.root.object)
        #expect(renamed.rename("a", to: "b") && renamed["a"] == nil && renamed["b"] == document.root["a"])
        #expect(renamed.filter { $0.key == "b" }.count == 20_000 && !renamed.keys.contains("a"))
    }

    /// A key that a document has kept twice is removed, and renamed, as a whole.
    @Test func repeatedKeysAreOneMember() throws {
        let options = JSONParsingOptions(duplicateKeys: .keep)
        let text = #"{"a":1,"b":2,"a":3}"#
        func object() throws -> JSONObject {
            try #require(JSONDocument(parsing: text, options: options).root.object)
        }
        var removed = try object()
        let value = removed["a"]
        #expect(removed.removeValue(forKey: "a") == value)
        #expect(removed["a"] == nil && JSONValue.object(removed).text() == #"{"b":2}"#)
        var assigned = try object()
        assigned["a"] = nil
        #expect(assigned == removed)
        var renamed = try object()
        #expect(renamed.rename("a", to: "c") && renamed["a"] == nil && renamed["c"] == value)
        #expect(JSONValue.object(renamed).text() == #"{"c":1,"b":2,"c":3}"#)
        #expect(renamed.rename("c", to: "c") && !renamed.rename("b", to: "c"))
    }

    @Test(arguments: sizes)
    func membersAreFoundByKeyAndByPlace(count: Int) {
        let object = object(of: count)
        #expect(object.count == count)
        #expect(object.keys == (0..<count).map { "k\($0)" })
        #expect(object.map(\.value) == (0..<count).map { .integer($0) })
        #expect(isSound(object))
        #expect(object["absent"] == nil)
        #expect(object.index(forKey: "absent") == nil)
    }

    @Test(arguments: sizes.dropFirst())
    func assigningReplacesWhereItStands(count: Int) {
        var object = object(of: count)
        object["k0"] = "new"
        #expect(object[0].value == "new")
        #expect(object.count == count && isSound(object))
    }

    @Test(arguments: sizes.dropFirst())
    func assigningNilRemoves(count: Int) {
        var object = object(of: count)
        object["k0"] = nil
        object["absent"] = nil
        #expect(object.count == count - 1)
        #expect(object["k0"] == nil)
        #expect(isSound(object))
    }

    @Test func assigningNullKeepsAMemberThatIsNull() {
        var object: JSONObject = ["a": 1]
        object["a"] = .null
        #expect(object.count == 1)
        #expect(object["a"] == .some(.null))
    }

    @Test(arguments: sizes)
    func insertingPutsAMemberBeforeAnother(count: Int) {
        var object = object(of: count)
        let wasInserted = object.insert("new", forKey: "x", at: count / 2)
        #expect(wasInserted)
        #expect(object.index(forKey: "x") == count / 2)
        #expect(object.count == count + 1 && isSound(object))
    }

    @Test func insertingAKeyThatIsThereChangesNothing() {
        var object: JSONObject = ["a": 1, "b": 2]
        let wasInserted = object.insert(3, forKey: "b", at: 0)
        #expect(!wasInserted)
        #expect(object == ["a": 1, "b": 2])
    }

    @Test(arguments: sizes.dropFirst())
    func removingReturnsTheValue(count: Int) {
        var object = object(of: count)
        let removed = object.removeValue(forKey: "k\(count - 1)")
        #expect(removed == .integer(count - 1))
        let again = object.removeValue(forKey: "k\(count - 1)")
        #expect(again == nil)
        #expect(object.count == count - 1 && isSound(object))
    }

    @Test(arguments: sizes.dropFirst())
    func renamingKeepsThePlace(count: Int) {
        var object = object(of: count)
        let wasRenamed = object.rename("k\(count / 2)", to: "new")
        #expect(wasRenamed)
        #expect(object.index(forKey: "new") == count / 2)
        #expect(object["k\(count / 2)"] == nil)
        #expect(isSound(object))
    }

    @Test(arguments: [("a", "a", true), ("a", "b", false), ("x", "y", false), ("x", "x", false), ("a", "c", true)])
    func renamingIsRefusedWhereItWouldLoseAMember(key: String, newKey: String, isRenamed: Bool) {
        var object: JSONObject = ["a": 1, "b": 2]
        let wasRenamed = object.rename(key, to: newKey)
        #expect(wasRenamed == isRenamed)
        #expect(object.map(\.value) == [1, 2])
        #expect(object.keys == [isRenamed ? newKey : "a", "b"])
    }

    @Test(arguments: [2, 30])
    func renamingToItselfKeepsTheMemberFindable(count: Int) {
        var object = object(of: count)
        object.rename("k1", to: "k1")
        #expect(isSound(object))
    }

    @Test(arguments: sizes)
    func removingByConditionKeepsTheOrderOfTheRest(count: Int) {
        var object = object(of: count)
        object.removeAll { ($0.value.int ?? 0) % 3 == 0 }
        #expect(object.compactMap(\.value.int) == (0..<count).filter { $0 % 3 != 0 })
        #expect(isSound(object))
    }

    @Test func updatingEachValueGoesInOrder() {
        var object: JSONObject = ["b": 1, "a": 2]
        var seen: [String] = []
        object.updateEachValue { key, value in
            seen.append(key)
            value = .integer((value.int ?? 0) * 10)
        }
        #expect(seen == ["b", "a"])
        #expect(object == ["b": 10, "a": 20])
    }

    @Test func updatingAnAbsentValueIsNil() {
        var object: JSONObject = ["a": 1]
        let absent: Void? = object.updateValue(forKey: "b") { $0 = 2 }
        #expect(absent == nil)
        #expect(object == ["a": 1])
    }

    // MARK: Keys

    @Test(arguments: [0, 50])
    func canonicallyEqualKeysAreTwoMembers(others: Int) {
        var object = object(of: others)
        object["\u{E9}"] = "composed"
        object["e\u{301}"] = "decomposed"
        #expect(object.count == others + 2)
        #expect(object["\u{E9}"] == "composed")
        #expect(object["e\u{301}"] == "decomposed")
        object["\u{E9}"] = nil
        #expect(object["e\u{301}"] == "decomposed")
        #expect(object.count == others + 1)
    }

    @Test func ofARepeatedKeyInALiteralTheLastValueCounts() {
        let object: JSONObject = ["a": 1, "b": 2, "a": 3]
        #expect(object == ["a": 3, "b": 2])
    }

    // MARK: Value semantics

    @Test(arguments: [3, 30])
    func changingACopyLeavesTheOriginal(count: Int) {
        let original = object(of: count)
        let changes: [(inout JSONObject) -> Void] = [
            { $0["k0"] = "changed" }, { $0["new"] = 1 }, { $0["k1"] = nil }, { $0.rename("k0", to: "new") },
            { $0.insert(0, forKey: "new", at: 0) }, { $0.removeAll { _ in true } }, { $0.updateEachValue { $1 = nil } },
            { _ = $0.updateValue(forKey: "k0") { $0 = nil } }, { $0.removeValue(forKey: "k2") },
        ]
        for change in changes {
            var copy = original
            change(&copy)
            #expect(copy != original)
            #expect(original == object(of: count))
        }
    }

    @Test func onlyHolderIsChangedInPlace() {
        var object = object(of: 30)
        let storage = ObjectIdentifier(object.contents.unique)
        object["k0"] = "changed"
        object["new"] = 1
        object.rename("k1", to: "other")
        object.removeValue(forKey: "k2")
        object.updateEachValue { $1 = nil }
        #expect(ObjectIdentifier(object.contents.unique) == storage)
    }

    @Test func objectOfManyMembersGrowsAndIsRead() {
        var object = JSONObject()
        for index in 0..<100_000 { object["key\(index)"] = .integer(index) }
        for index in 0..<100_000 where object["key\(index)"]?.int != index { Issue.record("key\(index) is lost") }
        object.updateEachValue { $1 = true }
        object.removeAll { $0.key.hasSuffix("7") }
        #expect(object.count == 90_000)
    }

    @Test func equalityCountsTheOrder() {
        #expect(JSONObject() == [:])
        #expect(["a": 1, "b": 2] as JSONObject != ["b": 2, "a": 1])
        #expect(["a": 1] as JSONObject != ["b": 1])
    }
}
