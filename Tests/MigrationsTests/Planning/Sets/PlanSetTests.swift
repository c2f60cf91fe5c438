import Migrations
import Testing
import VersionedCodec

@Suite struct PlanSetTests {
    /// A nested plan removes values that the enclosing plan has made, which the payload does not have: they are lost.
    @Test(arguments: [
        (JSONOperation.parseJSON("/owner"), #"{"owner":"{\"k\":1,\"n\":5}"}"#, ["/owner/n"]),
        (.objectToArray("/owner", id: "n", value: "x"), #"{"owner":{"EUR":1,"CHF":2}}"#, ["/owner/0/n", "/owner/1/n"]),
        (.rename("/of", to: "owner"), #"{"of":{"k":1,"n":5}}"#, ["/of/n"]),
    ])
    func valuesThatAnEnclosingPlanHasMadeAreLost(
        outer: JSONOperation, payload: String, lost: [JSONPointer]
    ) throws {
        func plan(_ name: String, _ operation: JSONOperation) throws -> MigrationPlan {
            try MigrationPlan(
                name, versionAt: VersionLocation("/v", as: .integer, legacy: "1"),
                versions: [PlanVersion("1"), PlanVersion("2")],
                migrations: [Migration(from: "1", to: "2", "s", operations: [operation])])
        }
        let isList = lost.count == 2
        let set = try PlanSet(
            "Set",
            entities: [
                PlanSet.Entity(
                    "Outer", plan: plan("Outer", outer),
                    nested: [isList ? NestedEntity("Inner", eachOf: "/owner") : NestedEntity("Inner", at: "/owner")]),
                PlanSet.Entity("Inner", plan: plan("Inner", .remove("/n", ifAbsent: .skip))),
            ],
            pins: [VersionPins("a", ["Outer": "1", "Inner": "1"]), VersionPins("b", ["Outer": "2", "Inner": "2"])])
        let result = try set.migrate(payload, entity: "Outer", to: "b", from: "a")
        #expect(result.losses.map(\.path) == lost, "\(result.losses)")
        #expect(result.losses.allSatisfy { $0.step == "Inner 1 → 2" })
    }

    @Test func entitiesAreMigratedEachToItsPin() throws {
        let payload = "{\"v\": 1, \"total\": 5.00,\n \"customer\": {\"mail\": \"a@b.c\", \"x\": 1e3}}"
        let result = try Shop.set().migrate(payload, entity: "Order", to: "2026-03", from: "2025-01")
        #expect(result.text == "{\"v\": 3, \"price\": 5.00,\n \"buyer\": {\"email\": \"a@b.c\", \"x\": 1e3}}")
        #expect(result.from?.label == "1" && result.to == "3" && result.losses.isEmpty)
        let back = try Shop.set().migrate(result.data, entity: "Order", to: "2025-01", from: "2026-03")
        #expect(back.text == payload)
    }

    @Test func elementsOfOneArrayMayHaveDifferentVersions() throws {
        let page =
            #"{"next": 7.0, "items": [{"v": 1, "total": 1}, {"v": 3, "price": 2.0}, null, {"v": 2, "price": 3}]}"#
        let result = try Shop.set().migrate(page, entity: "OrderPage", to: "2026-03")
        #expect(
            result.text
                == #"{"next": 7.0, "items": [{"v": 3, "price": 1}, {"v": 3, "price": 2.0}, null, {"v": 3, "price": 3}]}"#
        )
        #expect(result.from == nil && result.to == nil)
    }

    @Test func entitiesStandAtAnyDepth() throws {
        let order =
            #"{"v": 3, "groups": [{"boxes": [{"w": 1, "boxes": [{"box": 2, "width": 2, "boxes": [{"w": 3}]}]}]}, {"boxes": {"a": {"w": 4}}}, {}]}"#
        let result = try Shop.set().migrate(#"{"items": {"x": \#(order)}}"#, entity: "OrderPage", to: "2026-03")
        #expect(
            result.text
                == #"{"items": {"x": {"v": 3, "groups": [{"boxes": [{"box": 2, "width": 1, "boxes": [{"box": 2, "width": 2, "boxes": [{"box": 2, "width": 3}]}]}]}, {"boxes": {"a": {"box": 2, "width": 4}}}, {}]}}}"#
        )
    }

    @Test(arguments: [
        (#" {"v" : 3, "price":1.0, "buyer": {"email":"\u0041"}, "groups":[{"boxes": [{"box":2}]}]}"# + "\r\n", "Order"),
        ("[ ]", "OrderPage"), ("{\"items\" : [ {\"v\": 3} , {\"v\":3,\"a\":1e0}]}", "OrderPage"),
    ])
    func whatIsAtTheTargetPassesByteForByte(_ payload: String, _ entity: String) throws {
        let result = try Shop.set().migrate(payload, entity: entity, to: "2026-03", from: "2026-03")
        #expect(result.bytes == Array(payload.utf8))
    }

    @Test func onlyWhatIsOlderIsTouched() throws {
        let payload = "{\"items\" : [ {\"v\": 3 , \"x\":[1.0,\"\\u0041\"]} ,{\"v\": 2,\"y\" : 1e0}]}"
        let result = try Shop.set().migrate(payload, entity: "OrderPage", to: "2026-03")
        #expect(result.text == payload.replacing("\"v\": 2", with: "\"v\": 3"))
    }

    @Test func anEntitysOwnWordComesBeforeThePins() throws {
        let set = try Shop.set()
        let payload = #"{"v": 2, "price": 1, "customer": {"mail": "m"}}"#
        #expect(
            try set.migrate(payload, entity: "Order", to: "2026-03", from: "2025-01").text
                == #"{"v": 3, "price": 1, "buyer": {"email": "m"}}"#)
        // The default of a plan is for callers that know nothing better.
        #expect(try set.migrate(#"{"w": 1}"#, entity: "Box", to: "2026-03", from: "2026-03").text == #"{"w": 1}"#)
        #expect(try set.migrate(#"{"w": 1}"#, entity: "Box", to: "2026-03").text == #"{"box": 2, "width": 1}"#)
    }

    @Test func lossesHavePathsFromTheRoot() throws {
        let page =
            "{\"items\": [{\"v\": 1, \"total\": 1},\n {\"v\": 2, \"note\": \"n\", \"customer\": {\"mail\": \"m\", \"fax\": 9}}]}"
        let set = try Shop.set()
        let result = try set.migrate(page, entity: "OrderPage", to: "2026-03", from: "2025-01")
        #expect(
            result.losses.map(\.description) == [
                #"line 2, column 19, at "/items/1/note": lost "n": the other version does not have it (step Order 2 → 3, remove "/note")"#,
                #"line 2, column 57, at "/items/1/customer/fax": lost 9: the other version does not have it (step Customer 1 → 2, remove "/fax")"#,
            ])
        let error = #expect(throws: MigrationError.self) {
            try set.migrate(
                page, entity: "OrderPage", to: "2026-03", from: "2025-01", options: MigrationOptions(losses: .fail))
        }
        #expect(error?.code == .losses && error?.losses.count == 2)
        #expect(
            error?.description == #"line 2, column 19, at "/items/1/note": 2 values would be lost: "n", and 1 more;"#
                + #" the first: the other version does not have it (version 2025-01, step Order 2 → 3, remove "/note")"#
        )
    }

    @Test(arguments: [
        (
            #"{"items": [{"v": 3}, {"total": 1}]}"#,
            #"line 1, column 22, at "/items/1/v": the entity "Order": the payload names no version"#
        ),
        (
            #"{"items": [{"v": 1}]}"#,
            #"line 1, column 12, at "/items/0/total": there is no member "total" (version 1 of Order, step Order 1 → 2, rename "/total" to "price")"#
        ),
        (#"{"items": 7}"#, #"line 1, column 11, at "/items": expected an array or an object of Order, found a number"#),
        (
            #"{"items": [{"v": 3, "buyer": {}}]}"#,
            #"line 1, column 30, at "/items/0/buyer": the entity "Customer": the payload names no version"#
        ),
    ])
    func errorsHavePathsFromTheRoot(_ payload: String, _ says: String) throws {
        do {
            _ = try Shop.set().migrate(payload, entity: "OrderPage", to: "2026-03")
            Issue.record("no error")
        } catch let error as any DiagnosableError {
            #expect(error.diagnostic.description.hasPrefix(says), "\(error.diagnostic)")
        }
    }

    @Test(arguments: [
        (
            "Ordr", "2026-03", MigrationError.Code.unknownEntity,
            #"the entity "Ordr" is not in the list; did you mean "Order"? known: Box, Customer, Order, OrderPage"#
        ),
        ("Order", "2026-04", .unknownVersion, #"version "2026-04" is unknown; known versions: 2025-01, 2026-03"#),
        ("Box", "2025-01", .noWay, #"line 1, column 1, at the root: version 2025-01 of the API has no entity "Box""#),
    ])
    func whatTheSetDoesNotHaveThrows(
        _ entity: String, _ target: String, _ code: MigrationError.Code, _ says: String
    ) throws {
        let error = #expect(throws: MigrationError.self) { try Shop.set().migrate("{}", entity: entity, to: target) }
        #expect(error?.code == code)
        #expect(error?.description == says)
    }

    @Test func versionThatIsGivenHasNoEntity() throws {
        let set = try PlanSet(
            "s", entities: [PlanSet.Entity("Leaf", plan: Shop.unlabelled())],
            pins: [VersionPins("a", [:]), VersionPins("b", ["Leaf": "2"])])
        let error = #expect(throws: MigrationError.self) {
            try set.migrate("{}", entity: "Leaf", to: "b", from: "a")
        }
        #expect(
            error?.description
                == #"line 1, column 1, at the root: version a of the API has no entity "Leaf", which names no version"#
        )
    }

    /// Places that cannot hold the same entity.
    @Test func placesOfEntitiesMayBeBesideEachOther() throws {
        func set(_ nested: [NestedEntity], plan: MigrationPlan? = nil) throws -> PlanSet {
            let leaf = try PlanSet.Entity("Leaf", plan: Shop.unlabelled())
            return try PlanSet(
                "s", entities: [PlanSet.Entity("Outer", plan: plan, nested: nested), leaf, PlanSet.Entity("Other")],
                pins: [])
        }
        let versioned = try Shop.unlabelled()
        _ = try set([NestedEntity("Leaf", at: "/a"), NestedEntity("Leaf", eachOf: "/a")])
        _ = try set([NestedEntity("Leaf", at: "/a/0"), NestedEntity("Leaf", at: "/a/1")])
        _ = try set(
            [NestedEntity("Leaf", at: "/a", inVersions: ["1"]), NestedEntity("Leaf", at: "/a", inVersions: ["2"])],
            plan: versioned)
        _ = try set([
            NestedEntity(.init(by: "/kind", ["leaf": "Leaf"], ifUnknown: .skip), eachOf: "/a"),
            NestedEntity(.init(by: "/kind", ["other": "Other"], ifUnknown: .skip), eachOf: "/a"),
        ])
        #expect(throws: PlanError.self) {
            try set([NestedEntity("Leaf", eachOf: "/a"), NestedEntity("Leaf", at: "/a/x")])
        }
    }

    @Test func deepNestingEnds() throws {
        let depth = 250
        let payload = String(repeating: #"{"boxes":["#, count: depth) + "{}" + String(repeating: "]}", count: depth)
        var options = MigrationOptions()
        options.parsing = JSONParsingOptions(maximumDepth: 600)
        let set = try PlanSet(
            "s",
            entities: [PlanSet.Entity("Box", plan: Shop.unlabelled(), nested: [NestedEntity("Box", eachOf: "/boxes")])],
            pins: [VersionPins("a", ["Box": "1"]), VersionPins("b", ["Box": "2"])])
        let result = try set.migrate(payload, entity: "Box", to: "b", from: "a", options: options)
        #expect(result.text.split(separator: "\"made\"", omittingEmptySubsequences: false).count == depth + 2)
    }
}

extension Shop {
    static func unlabelled() throws -> MigrationPlan {
        try MigrationPlan(
            "Box", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", operations: [.add("/made", value: 1)])])
    }
}
