import Foundation
import TestSupport
import Testing

/// The commands over a plan set.
@Suite struct PlanSetCommandsTests {
    /// A folder with a set of orders, which say their version, and customers, which do not.
    private static func shop() throws -> (folder: TemporaryFolder, set: String) {
        let folder = try TemporaryFolder()
        _ = try folder.file("order.json", Orders.plan)
        _ = try folder.file(
            "customer.json",
            """
            {"planFormat": 1, "name": "someone", "versions": [{"version": "a"}, {"version": "b"}],
             "migrations": [{"from": "a", "to": "b", "summary": "Mail is e-mail", "operations": [
               {"op": "rename", "path": "/mail", "to": "email"}]}]}
            """)
        let set = try folder.file(
            "set.json",
            """
            {"planSetFormat": 1, "name": "Shop API", "entities": [
              {"name": "Order", "plan": "order.json", "nested": [{"entity": "Customer", "at": "/customer"}]},
              {"name": "Customer", "plan": "customer.json"},
              {"name": "Page", "nested": [{"entity": "Order", "eachOf": "/items"}]}],
             "apiVersions": [
              {"version": "2024", "pins": {"Order": "1"}},
              {"version": "2025", "pins": {"Order": "1", "Customer": "a"}},
              {"version": "2026", "pins": {"Order": "2", "Customer": "b"}}]}
            """)
        return (folder, set)
    }

    @Test func envelopeInAFolderHasNoVersion() throws {
        let (folder, set) = try Self.shop()
        let page = #"{"items": [{"version": 1, "total": 1}, {"version": 2, "price": 2}]}"# + "\n"
        _ = try folder.file("page.json", page)
        _ = try folder.file("page.ndjson", page)
        let run = try Tool.run(
            "migrate", "--set", set, "--entity", "Page", "--to", "2026", "--diff", folder.path("page.json"),
            folder.path("page.ndjson"))
        #expect(run.status == 0 && !run.output.contains("VERSION"), "\(run)")
        #expect(run.output.contains("page.json: → 2026\n") && run.output.contains("page.ndjson:1: → 2026\n"), "\(run)")
    }

    @Test func explainTellsEachEntity() throws {
        let (folder, set) = try Self.shop()
        defer { withExtendedLifetime(folder) {} }
        let run = try Tool.run("explain", "--set", set, "--from", "2025")
        #expect(run.status == 0 && run.errors == "")
        #expect(
            run.output == """
                Shop API: 2025 → 2026

                Order: 1 → 2 (captures)
                captures: a value may be lost, and is then reported as a loss

                1 → 2 (captures): The total is called price
                    rename "/total" to "price" (exact)
                    remove "/note" (captures)
                      - if it is absent: nothing happens
                    in it: Customer at "/customer"

                Customer: a → b (exact)
                exact: a round trip gives the same document

                a → b (exact): Mail is e-mail
                    rename "/mail" to "email" (exact)

                Page: no versions; in it: Order at each of "/items"

                """)
        #expect(
            try Tool.run("explain", "--set", set, "--to", "2024", "--entity", "Customer").output
                == "Shop API: 2026 → 2024\n\nCustomer: gone, was version b\n")
        #expect(
            try Tool.run("explain", "--set", set, "--from", "2024", "--to", "2025", "--entity", "Customer").output
                == "Shop API: 2024 → 2025\n\nCustomer: new, version a\n")
        _ = try folder.file("order.json", Orders.plan.replacing("\"operations\"", with: "\"up\""))
        #expect(
            try Tool.run("explain", "--set", set, "--from", "2026", "--to", "2025", "--entity", "Order").output == """
                Shop API: 2026 → 2025

                Order: 2 → 1
                there is no way from version 2 to 1: the migration declares no way down

                """)
        let unknown = try Tool.run("explain", "--set", set, "--entity", "Custom")
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("'Custom' is not a value of '--entity'; known: Order, Customer, Page"))
    }

    @Test func changelogIsThatOfTheAPI() throws {
        let (folder, set) = try Self.shop()
        defer { withExtendedLifetime(folder) {} }
        #expect(
            try Tool.run("changelog", "--set", set).output == """
                # Shop API

                ## 2026

                ### Order 2

                The total is called price

                - `/total` is renamed to `price`
                - `/note` is removed

                Going back to 1 may lose what does not fit there:

                - what the way up does not restore

                ### Customer b

                Mail is e-mail

                - `/mail` is renamed to `email`

                Going back to a loses nothing.

                ## 2025

                ### Customer a

                Customer is new.

                """)
        #expect(
            try Tool.run("changelog", "--set", set, "--to", "2025", "--entity", "Order").output
                == "# Shop API\n\n## 2025\n\nNothing changed.\n")
    }

    @Test func compareIsTheWorstOfAllEntities() throws {
        let (folder, set) = try Self.shop()
        defer { withExtendedLifetime(folder) {} }
        let run = try Tool.run("compare", "--set", set, "--from", "2025")
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("Shop API: 2025 and 2026\n\nOrder: 1 and 2\n\nbackward: lossy (captures)\n"))
        #expect(run.output.contains("\nCustomer: a and b\n\nbackward: compatible (exact)\n"))
        #expect(run.output.hasSuffix("\nShop API\nbackward: lossy\nforward: lossy\nfull: lossy\n"))
        #expect(try Tool.run("compare", "--set", set, "--from", "2025", "--require", "forward").status == 65)
        #expect(try Tool.run("compare", "--set", set, "--from", "2025", "--require", "backward").status == 65)
        #expect(
            try Tool.run("compare", "--set", set, "--from", "2025", "--require", "full", "--entity", "Customer").status
                == 0)
        let new = try Tool.run("compare", "--set", set, "--to", "2025", "--entity", "Customer", "--json")
        #expect(
            new.output.replacing("\n", with: "").replacing(" ", with: "").hasPrefix(
                #"{"set":"ShopAPI","older":"2024","newer":"2025","entities":[{"entity":"Customer","older":null,"newer":"a","backward":{"verdict":"compatible","lossClass":"exact","because":[]},"forward":{"verdict":"incompatible","because":[{"step":"a→2024","reason":"version2024oftheAPIhasnoentity\"Customer\""}]},"full":{"verdict":"incompatible"}}]"#
            ))
        #expect(
            try Tool.run("compare", "--set", set, "--to", "2025", "--entity", "Order").output.contains(
                "\nOrder: 1, the same in both\n"))
        #expect(
            try Tool.run("compare", "--set", set, "--to", "2025", "--entity", "Customer").output
                == """
                Shop API: 2024 and 2025

                Customer: new in 2025, version a

                forward: incompatible
                    Programs that know 2024 do not know it.

                Shop API
                backward: compatible
                forward: incompatible
                full: incompatible

                """)
    }

    @Test func lockIsThatOfEachPlan() throws {
        let (folder, set) = try Self.shop()
        let (order, customer) = (folder.path("order.lock.json"), folder.path("customer.lock.json"))
        #expect(
            try Tool.run("lock", "--set", set, "--to", "2024").output == "\(order): nothing new; 0 steps locked\n")
        #expect(
            try Tool.run("lock", "--set", set).output
                == "\(order): 1 → 2; 1 step locked\n\(customer): a → b; 1 step locked\n")
        #expect(
            try Tool.run("lock", "--set", set, "--verify", "--entity", "Customer").output
                == "\(folder.path("customer.json")): 1 step as released\n")
        _ = try folder.file("order.json", Orders.plan.replacing("\"price\"", with: "\"cost\""))
        for command in [["lock", "--verify"], ["check"]] {
            let run = try Tool.run(command + ["--set", set], input: nil)
            #expect(run.status == 65)
            #expect(run.errors.hasPrefix("\(folder.path("order.json")): the released step 1 → 2 has been edited; "))
        }
    }

    @Test func checkTakesPayloadsThroughTheAPI() throws {
        let (folder, set) = try Self.shop()
        let alone = try Tool.run("check", "--set", set)
        let header = """
            \(set): valid; Shop API, versions 2024, 2025, 2026
                Order: \(folder.path("order.json")), versions 1, 2
                Customer: \(folder.path("customer.json")), versions a, b

            """
        #expect(alone.status == 0 && alone.output == header)
        let page = try folder.file(
            "page.json", #"{"items": [{"version": 1, "total": 1, "note": "n", "customer": {"mail": "m"}}]}"#)
        let run = try Tool.run("check", "--set", set, "--entity", "Page", "--from", "2025", page)
        #expect(run.status == 0 && run.errors == "")
        #expect(
            run.output == header + """
                \(page): 2025 → 2024 → 2025: refused
                    \(page):1:64: version 2024 of the API has no entity "Customer" (at "/items/0/customer")
                \(page): 2025 → 2026 → 2025: same except for the listed values
                    \(page):1:47: lost "n": the other version does not have it (at "/items/0/note", step Order 1 → 2, remove "/note")
                    1 loss
                        1 × step Order 1 → 2, remove "/note": the other version does not have it

                """)
        #expect(
            try Tool.run("check", "--set", set, "--entity", "Page", "--from", "2025", "--losses", "fail", page).status
                == 65)
        let mixed = try folder.file("mixed.json", #"{"items": [{"version": 1, "total": 1}, {"version": 2}]}"#)
        let said = try Tool.run("check", "--set", set, "--entity", "Page", "--from", "2026", mixed)
        #expect(said.output.contains("\(mixed): entities of several versions; brought to 2026 first\n"))
        #expect(said.output.contains("\(mixed): 2026 → 2025 → 2026: FAILED\n"))
        let lines = try folder.file(
            "lines.ndjson", #"{"items": []}"# + "\n" + #"{"items": [{"version": 1, "total": 1}]}"# + "\n")
        #expect(
            try Tool.run("check", "--set", set, "--entity", "Page", "--ndjson", lines).output
                == header + "\(lines): 2 documents, 2 the same\n")
    }

    @Test func whatIsLostBetweenEntitiesIsTold() throws {
        let (folder, set) = try Self.shop()
        // The way back puts nothing where the customer was.
        _ = try folder.file(
            "order.json",
            """
            {"planFormat": 1, "name": "order", "version": {"at": "/version", "as": "integer"},
             "versions": [{"version": "1"}, {"version": "2"}],
             "migrations": [{"from": "1", "to": "2", "summary": "s",
               "up": [{"op": "rename", "path": "/customer", "to": "buyer"}], "down": []}]}
            """)
        let file = try folder.file("order.1.json", #"{"version": 1, "customer": {"mail": "m"}}"#)
        let run = try Tool.run("check", "--set", set, "--entity", "Order", "--from", "2025", file)
        #expect(run.status == 0)
        #expect(run.output.contains(#"lost {"mail":"m"}: it does not come back (at "/customer","#))
    }

    @Test func entityThatSaysNoVersionIsNamedWithWhatToDo() throws {
        let (folder, set) = try Self.shop()
        let file = try folder.file("order.1.json", #"{"version": 1, "total": 1, "customer": {"mail": "m"}}"#)
        let says = """
            \(file):1:40: the entity "Customer": the payload names no version: no place for one is declared; known versions: a, b (at "/customer")
            \(file): '--from VERSION' says which version of the API a payload comes from, for entities that name no version

            """
        for command in [["migrate", "--to", "2026"], ["check"]] {
            let run = try Tool.run(command + ["--set", set, "--entity", "Order", file], input: nil)
            #expect(run.status == 65 && run.errors == says)
        }
    }

    @Test func detectTellsEachEntity() throws {
        let (folder, set) = try Self.shop()
        let file = try folder.file(
            "page.json", #"{"items": [{"version": 1, "customer": {"mail": "m"}}, {"version": 2, "customer": null}]}"#)
        let run = try Tool.run("detect", "--set", set, "--entity", "Page", "--from", "2025", file)
        #expect(run.status == 0 && run.errors == "")
        #expect(
            run.output == """
                \(file)\t/items/0\tOrder\t1\tfound at "/version"
                \(file)\t/items/0/customer\tCustomer\ta\tpinned by the version of the API
                \(file)\t/items/1\tOrder\t2\tfound at "/version"

                """)
        let missing = try Tool.run("detect", "--set", set, "--entity", "Page", file)
        #expect(missing.status == 65 && missing.output == "")
        #expect(missing.errors.hasPrefix("\(file):1:39: the entity \"Customer\": the payload names no version: "))
        #expect(missing.errors.hasSuffix(" comes from, for entities that name no version\n"))
    }

    @Test func linesAreMigrated() throws {
        let (folder, set) = try Self.shop()
        let arguments = ["migrate", "--set", set, "--entity", "Order", "--from", "2025", "--to", "2026", "--ndjson"]
        let input = """
            {"version": 1, "total": 1, "customer": {"mail": "m"}}

            {"version": 2, "customer": null}
            {"version": 1, "note": "n"}
            {"version": 1, "total": 2, "note": "n"}

            """
        let run = try Tool.run(arguments, input: Data(input.utf8))
        #expect(run.status == 65)
        #expect(
            run.output
                == "{\"version\": 2, \"price\": 1, \"customer\": {\"email\": \"m\"}}\n\n{\"version\": 2, \"customer\": null}\n"
        )
        #expect(
            run.errors.hasPrefix(
                #"<stdin>:4:1: there is no member "total" (at "/total", version 1 of Order, step Order 1 → 2, rename "/total" to "price")"#
            ))
        let kept = try Tool.run(arguments + ["--keep-bad", folder.path("bad")], input: Data(input.utf8))
        #expect(kept.status == 0)
        #expect(kept.output == run.output + "{\"version\": 2, \"price\": 2}\n")
        #expect(try folder.text("bad") == "{\"version\": 1, \"note\": \"n\"}\n")
        #expect(kept.errors.contains("<stdin>:5:36: lost \"n\": "))
        #expect(kept.errors.contains("<stdin>: 3 migrated, 1 bad, kept in \(folder.path("bad"))\n"))
    }
}
