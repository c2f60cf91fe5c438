import Migrations
import Testing
import VersionedCodec

@Suite struct PlanSetFileTests {
    private func set(_ text: String) throws -> PlanSet {
        try PlanSet(setFile: Array(text.utf8)) { name in
            switch name {
            case "order.json": try Shop.orders()
            case "customer.json": try Shop.customers()
            default: try Shop.boxes()
            }
        }
    }

    @Test func aFileIsRead() throws {
        let set = try set(
            """
            {"planSetFormat": 1, "name": "Shop API",
             "entities": [
              {"name": "Order", "plan": "order.json", "nested": [
               {"entity": "Customer", "at": "/customer", "versions": ["1", "2"]},
               {"entity": "Customer", "at": "/buyer", "versions": ["3"]},
               {"entity": "Box", "eachOf": ["/groups", "/boxes"]}]},
              {"name": "Customer", "plan": "customer.json"},
              {"name": "Box", "plan": "box.json", "nested": [{"entity": "Box", "eachOf": "/boxes"}]},
              {"name": "OrderPage", "nested": [{"entity": "Order", "eachOf": "/items"}]}],
             "apiVersions": [
              {"version": "2025-01", "pins": {"Order": "1", "Customer": "1"}},
              {"version": "2026-03", "pins": {"Order": "3", "Customer": "2", "Box": "2"}}]}
            """)
        #expect(try set == Shop.set())
        #expect(PlanSet.format == 2 && set.labels == ["2025-01", "2026-03"])
    }

    @Test(arguments: [
        (
            #"{"planFormat":1,"name":"a plan"}"#,
            "line 1, column 15, at \"/planFormat\": this is a plan; one of the plan-set files is expected"
        ),
        (
            #"{"planSetFormat":3}"#,
            "line 1, column 18, at \"/planSetFormat\": plan-set files of format 3 are not known; known: 1, 2"
        ),
        (
            #"{"planSetFormat":1,"name":"","entities":[{"name":"A"},{"name":"A"}],"apiVersions":[]}"#,
            #"line 1, column 63, at "/entities/1/name": the entity "A" appears twice"#
        ),
        (
            #"{"planSetFormat":1,"name":"","entities":[{"name":"A","nested":[{"entity":"B","at":"/x"}]},{"name":"A"}],"apiVersions":[]}"#,
            #"line 1, column 99, at "/entities/1/name": the entity "A" appears twice"#
        ),
        (
            #"{"planSetFormat":1,"name":"","entities":[{"name":"Aaa","nested":[{"entity":"Aab","at":"/x"}]}],"apiVersions":[]}"#,
            #"line 1, column 66, at "/entities/0/nested/0": the entity "Aab" is not in the list; did you mean "Aaa"? known: Aaa"#
        ),
        (
            #"{"planSetFormat":1,"name":"","entities":[{"name":"A","nested":[{"entity":"A","at":""}]}],"apiVersions":[]}"#,
            #"line 1, column 64, at "/entities/0/nested/0": the place of the entity "A" is that of another, "A""#
        ),
        (
            #"{"planSetFormat":1,"name":"","entities":[{"name":"A","nested":[{"entity":"A","at":"/g"},{"entity":"A","at":"/g"}]}],"apiVersions":[]}"#,
            #"line 1, column 89, at "/entities/0/nested/1": the place of the entity "A" is also that of "A", so that a value there would be migrated twice"#
        ),
        (
            #"{"planSetFormat":1,"name":"","entities":[{"name":"A","nested":[{"entity":"A","eachOf":"/g"},{"entity":"A","at":"/g/0"}]}],"apiVersions":[]}"#,
            #"line 1, column 93, at "/entities/0/nested/1": the place of the entity "A" is also that of "A", so that a value there would be migrated twice"#
        ),
        (
            #"{"planSetFormat":1,"name":"","entities":[{"name":"A","nested":[{"entity":"A"}]}],"apiVersions":[]}"#,
            #"line 1, column 64, at "/entities/0/nested/0": the nested entity has no place: neither "at" nor "eachOf""#
        ),
        (
            #"{"planSetFormat":1,"name":"","entities":[{"name":"A","plan":"order.json","nested":[{"entity":"A","at":"/x","versions":["9"]}]}],"apiVersions":[]}"#,
            #"line 1, column 84, at "/entities/0/nested/0": the version "9" is not in the list; known: 1, 2, 3"#
        ),
        (
            #"{"planSetFormat":1,"name":"","entities":[{"name":"A","plan":"order.json"}],"apiVersions":[{"version":"x","pins":{"B":"1"}}]}"#,
            #"line 1, column 118, at "/apiVersions/0/pins/B": the entity "B" is not in the list; known: A"#
        ),
        (
            #"{"planSetFormat":1,"name":"","entities":[{"name":"A","plan":"order.json"}],"apiVersions":[{"version":"x","pins":{"A":"7"}}]}"#,
            #"line 1, column 118, at "/apiVersions/0/pins/A": the version "7" is not in the list; known: 1, 2, 3"#
        ),
        (
            #"{"planSetFormat":1,"name":"","entities":[{"name":"A"}],"apiVersions":[{"version":"x","pins":{"A":"7"}}]}"#,
            #"line 1, column 98, at "/apiVersions/0/pins/A": the entity "A" has no plan, and so no versions"#
        ),
        (
            #"{"planSetFormat":1,"name":"","entities":[],"apiVersions":[{"version":"x","pins":{}},{"version":"x","pins":{}}]}"#,
            #"line 1, column 96, at "/apiVersions/1/version": the version "x" appears twice"#
        ),
        (
            #"{"planSetFormat":1,"name":"","entities":[],"apiVersions":[{"version":"x","pins":[]}]}"#,
            #"line 1, column 81, at "/apiVersions/0/pins": expected an object of entities and versions, found an array"#
        ),
    ])
    func mistakesAreTold(_ text: String, _ says: String) {
        let error = #expect(throws: PlanFileError.self) { try set(text) }
        #expect(error?.description == says)
    }
}
