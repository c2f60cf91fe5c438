import Foundation
import TestSupport
import Testing

@Suite struct ChangelogCommandTests {
    @Test func theChangelogIsWritten() throws {
        let run = try Tool.run("changelog", "--plan", Tool.plan, "--from", "2")
        #expect(run.status == 0 && run.errors == "")
        #expect(
            run.output == """
                # SwiftPM Package.resolved

                ## 3

                The file may name its manifest: originHash

                - the elements of `/pins` must differ in `/identity`

                Going back to 2 may lose what does not fit there:

                - `/originHash`

                """)
    }
}

@Suite struct AllOptionTests {
    @Test func allShowsWhatASummaryStandsFor() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file(
            "plan.json",
            """
            {"planFormat": 2, "name": "x", "versions": [{"version": "1"}, {"version": "2"}], "migrations": [
             {"from": "1", "to": "2", "summary": "s", "operations": [
              {"op": "copy", "from": "/a", "to": "$t"},
              {"op": "rename", "path": "/a", "to": "b", "summary": "It is called b"}]}]}
            """)
        for (command, hidden, shown) in [
            ("explain", "    It is called b (exact)\n", "    It is called b: rename \"/a\" to \"b\" (exact)\n"),
            ("changelog", "- It is called b\n", "- `/a` is renamed to `b`\n"),
        ] {
            let brief = try Tool.run(command, "--plan", plan)
            #expect(brief.status == 0 && brief.output.contains(hidden) && !brief.output.contains("$t"))
            let all = try Tool.run(command, "--plan", plan, "--all")
            #expect(all.status == 0 && all.output.contains(shown) && all.output.contains("$t"), "\(all.output)")
        }
    }
}

@Suite struct CompareCommandTests {
    @Test func theComparisonIsTold() throws {
        let run = try Tool.run("compare", "--plan", Tool.plan, "--from", "3", "--to", "2")
        #expect(run.status == 0 && run.errors == "")
        #expect(
            run.output == """
                SwiftPM Package.resolved: 2 and 3

                backward: lossy (captures)
                    Programs that know 3 can read payloads of 2, but not every value:
                    2 → 3: the two halves are not inverses, so values that the way back does not restore are lost (captures)

                forward: lossy (captures)
                    Programs that know 2 can read payloads of 3, but neither all of them nor every value:
                    3 → 2: refuses duplicates: require unique "/identity" in "/pins"
                    3 → 2: remove "/originHash" (captures)

                full: lossy

                """)
    }

    @Test func jsonIsWritten() throws {
        let run = try Tool.run("compare", "--plan", Tool.plan, "--from", "2", "--json")
        #expect(run.output.hasPrefix("{\n  \"plan\": \"SwiftPM Package.resolved\",\n  \"older\": \"2\",\n"))
        #expect(run.output.hasSuffix("  \"full\": {\n    \"verdict\": \"lossy\"\n  }\n}\n"))
    }

    @Test(arguments: [("backward", 0), ("forward", 65), ("full", 65)])
    func whatIsRequiredDecidesTheStatus(_ direction: String, _ status: Int32) throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let plan = try folder.file(
            "plan.json",
            """
            {"planFormat": 1, "name": "p", "versions": [{"version": "1"}, {"version": "2"}],
             "migrations": [{"from": "1", "to": "2", "summary": "s", "operations": [
               {"op": "add", "path": "/a", "value": 1}]}]}
            """)
        #expect(try Tool.run("compare", "--plan", plan, "--from", "1", "--require", direction).status == status)
    }
}

@Suite struct LockCommandTests {
    @Test func aLockedStepIsGuarded() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file("plan.json", Orders.plan)
        let lock = folder.path("plan.lock.json")
        var run = try Tool.run("lock", "--plan", plan)
        #expect(run.status == 0 && run.output == "\(lock): 1 → 2; 1 step locked\n")
        #expect(try folder.text("plan.lock.json").hasPrefix("{\n  \"lockFormat\": 2,\n  \"plan\": \"order\",\n"))
        run = try Tool.run("lock", "--plan", plan)
        #expect(run.output == "\(lock): nothing new; 1 step locked\n")
        run = try Tool.run("lock", "--plan", plan, "--verify")
        #expect(run.status == 0 && run.output == "\(plan): 1 step as released\n")
        #expect(try Tool.run("check", "--plan", plan, folder.url.path).status == 0)

        _ = try folder.file(
            "plan.json",
            Orders.plan.replacing("\"to\": \"price\"", with: "\"to\": \"cost\"").replacing("The", with: "A"))
        let edit = """
            \(plan): the released step 1 → 2 has been edited; make the next change a separate step
                operations/0 was {"op":"rename","path":"/total","to":"price"}, is {"op":"rename","path":"/total","to":"cost"}

            """
        for arguments in [["check"], ["lock", "--verify"], ["lock"]] {
            let run = try Tool.run(arguments + ["--plan", plan], input: nil)
            #expect(run.status == 65 && run.errors == edit)
        }
        run = try Tool.run("check", "--plan", plan, "--lock", folder.path("none.json"))
        #expect(run.status == 66 && run.errors.contains("none.json: "))
        _ = try folder.file("plan.json", Orders.plan.replacing("The total", with: "Whatever"))
        #expect(try Tool.run("check", "--plan", plan).status == 0)
    }

    @Test func aPlanFromStandardInputHasNoLockFileBesideIt() throws {
        let run = try Tool.run("lock", "--plan", "-", input: Orders.plan)
        #expect(run.status == 64)
        #expect(run.errors.contains("a plan from standard input has no lock file beside it: name one with '--lock'"))
        let folder = try TemporaryFolder()
        let named = try Tool.run("lock", "--plan", "-", "--lock", folder.path("l.json"), input: Orders.plan)
        #expect(named.status == 0)
    }

    @Test func anEditedLockFileIsRefused() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file("plan.json", Orders.plan)
        #expect(try Tool.run("lock", "--plan", plan, "--lock", folder.path("l")).status == 0)
        _ = try folder.file("l", folder.text("l").replacing("price", with: "cost"))
        let run = try Tool.run("lock", "--plan", plan, "--lock", folder.path("l"), "--verify")
        #expect(run.status == 65 && run.output == "")
        #expect(
            run.errors.hasPrefix("\(folder.path("l")):8:22: the fingerprint is not that of the step 1 → 2 in this file")
        )
    }

    @Test func onlyReleasedStepsAreLocked() throws {
        let folder = try TemporaryFolder()
        let lock = folder.path("l")
        let run = try Tool.run("lock", "--plan", Tool.plan, "--lock", lock, "--to", "2")
        #expect(run.output == "\(lock): 1 → 2; 1 step locked\n")
        #expect(try Tool.run("lock", "--plan", Tool.plan, "--lock", lock).output == "\(lock): 2 → 3; 2 steps locked\n")
        #expect(try Tool.run("lock", "--plan", Tool.plan, "--lock", folder.path("none"), "--verify").status == 66)
    }
}

@Suite struct LinesCommandTests {
    @Test func linesAreChecked() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file("plan.json", Orders.plan)
        let file = try folder.file(
            "lines.ndjson", Orders.lines + "\n{\"version\": 1}\n{\"version\": 7, \"total\": 1}\nnonsense\n")
        let run = try Tool.run("check", "--plan", plan, "--ndjson", file)
        #expect(run.status == 65)
        #expect(
            run.output == """
                \(plan): valid; order, versions 1, 2
                \(file):2: 1 → 2 → 1: same except for the listed values
                    \(file):2:36: lost "hurry": the other version does not have it (at "/note", step 1 → 2, remove "/note")
                    1 loss
                        1 × step 1 → 2, remove "/note": the other version does not have it
                \(file):4: 1 → 2 → 1: FAILED
                    \(file):4:1: there is no member "total" (at "/total", version 1, step 1 → 2, rename "/total" to "price")
                \(file): 5 documents, 1 the same

                """)
        #expect(run.errors.contains("\(file):5:13: ") && run.errors.contains("\(file):6:1: "))
        let good = try Tool.run(
            ["check", "--plan", plan, "--ndjson", "-"], input: Data("{\"version\":1,\"total\":1}".utf8))
        #expect(good.status == 0 && good.output.hasSuffix("<stdin>: 1 document, 1 the same\n"))
    }

    @Test func linesAreValidated() throws {
        let run = try Tool.run("validate", "--ndjson", input: "{}\n\n[1,\n7\n\"\n")
        #expect(run.status == 65)
        #expect(run.output == "<stdin>: 2 lines well-formed, 2 not\n")
        #expect(run.errors.contains("<stdin>:3:4: ") && run.errors.contains("<stdin>:5:2: "))
        #expect(try Tool.run("validate", "--ndjson", input: "1").output == "<stdin>: 1 line well-formed\n")
    }
}

@Suite struct PlanSetCommandTests {
    private static let set = """
        {"planSetFormat": 1, "name": "Shop API", "entities": [
          {"name": "Order", "plan": "order.json"}, {"name": "Page", "nested": [{"entity": "Order", "eachOf": "/items"}]}],
         "apiVersions": [{"version": "2025", "pins": {"Order": "1"}}, {"version": "2026", "pins": {"Order": "2"}}]}
        """

    @Test func entitiesAreMigrated() throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("order.json", Orders.plan)
        let set = try folder.file("set.json", Self.set)
        let file = try folder.file(
            "page.json", #"{"items": [{"version": 1, "total": 1.50, "note": 1}, {"version": 2}]}"#)
        let run = try Tool.run("migrate", "--set", set, "--entity", "Page", "--to", "2026", file)
        #expect(run.status == 0)
        #expect(run.output == #"{"items": [{"version": 2, "price": 1.50}, {"version": 2}]}"#)
        #expect(run.errors.hasPrefix("\(file):1:50: lost 1: "))
        let wrong = try Tool.run("migrate", "--set", set, "--entity", "Pag", "--to", "2026", file)
        #expect(wrong.status == 64 && wrong.errors.contains("'Pag' is not a value of '--entity'; known: Order, Page"))
        let unknown = try Tool.run("migrate", "--set", set, "--entity", "Page", "--to", "2027", file)
        #expect(
            unknown.status == 64
                && unknown.errors.contains("'2027' is not a value of '--to'; known versions: 2025, 2026"))
    }

    @Test func faultsOfASetAreTold() throws {
        let folder = try TemporaryFolder()
        let set = try folder.file("set.json", Self.set)
        var run = try Tool.run("migrate", "--set", set, "--entity", "Page", "--to", "2026", input: "{}")
        #expect(run.status == 66)
        #expect(
            run.errors
                == "\(set):2:29: the plan of \"Order\" cannot be read: \(folder.path("order.json")): No such file or directory (at \"/entities/0/plan\")\n"
        )
        let plan = try folder.file("order.json", Orders.plan.replacing("\"rename\"", with: "\"renam\""))
        run = try Tool.run("migrate", "--set", set, "--entity", "Page", "--to", "2026", input: "{}")
        #expect(run.status == 65 && run.errors.hasPrefix("\(plan):4:11: unknown operation \"renam\""))
        _ = try folder.file("order.json", Orders.plan)
        _ = try folder.file("set.json", Self.set.replacing(#""Order": "2""#, with: #""Order": "3""#))
        run = try Tool.run("migrate", "--set", set, "--entity", "Page", "--to", "2026", input: "{}")
        #expect(
            run.status == 65 && run.errors.hasPrefix("\(set):3:101: the version \"3\" is not in the list; known: 1, 2 ")
        )
    }

    @Test(arguments: [
        (["--set", "s", "--to", "1"], "'--set' needs '--entity'"),
        (["--set", "s", "--plan", "p", "--entity", "e", "--to", "1"], "'--set' replaces '--plan'"),
        (["--plan", "p", "--entity", "e", "--to", "1"], "'--entity' needs '--set'"),
    ])
    func optionsThatDoNotFitAreTold(_ arguments: [String], _ message: String) throws {
        let run = try Tool.run(["migrate"] + arguments, input: nil)
        #expect(run.status == 64 && run.errors.hasPrefix("versioned-json: \(message)\n"))
    }
}
