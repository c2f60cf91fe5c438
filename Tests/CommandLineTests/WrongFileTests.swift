import Foundation
import TestSupport
import Testing

/// Files that are not what a command asks for: what is said of them, and what to do.
@Suite struct WrongFileTests {
    @Test func emptyFilesAreToldAsSuch() throws {
        let folder = try TemporaryFolder()
        let (plan, empty) = (try folder.file("plan.json", Orders.plan), try folder.file("empty.json", ""))
        for command in [
            ["detect", "--plan", plan, empty], ["migrate", "--plan", plan, "--to", "2", empty],
            ["check", "--plan", plan, empty], ["validate", empty], ["explain", "--plan", empty],
            ["explain", "--set", empty], ["lock", "--plan", plan, "--lock", empty],
            ["migrate", "--plan", plan, "--to", "2", "--context", empty],
        ] {
            let run = try Tool.run(command, input: nil)
            #expect(
                run.status == 65 && run.errors == "\(empty):1:1: it is empty, where JSON is expected\n", "\(command)")
        }
        #expect(
            try Tool.run("migrate", "--plan", plan, "--to", "2").errors
                == "<stdin>:1:1: it is empty, where JSON is expected\n")
        let blank = try folder.file("blank.json", " \n")
        #expect(
            try Tool.run("validate", blank).errors
                == "\(blank):2:1: expected a value, but the text ends (at the root)\n")
    }

    @Test func foldersAreNoFiles() throws {
        let folder = try TemporaryFolder()
        let (plan, inner) = (try folder.file("plan.json", Orders.plan), folder.path("inner"))
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
        for command in [
            ["validate", inner],
            ["explain", "--plan", inner], ["explain", "--set", inner], ["lock", "--plan", plan, "--lock", inner],
        ] {
            let run = try Tool.run(command, input: nil)
            #expect(run.status == 66)
            #expect(
                run.errors
                    == "\(inner): cannot read: Is a directory; name the files in it (only 'detect', 'migrate' and 'check' look into folders)\n"
            )
        }
        #expect(
            try Tool.run("check", "--plan", plan, inner).errors
                == "\(inner): cannot read: the folder holds no file that ends in \".json\"\n")
    }

    @Test func setInThePlaceOfAPlanIsToldAndTheOtherWayRound() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file("plan.json", Orders.plan)
        let set = try folder.file("set.json", #"{"planSetFormat": 1, "name": "s", "entities": [], "apiVersions": []}"#)
        let asPlan = try Tool.run("explain", "--plan", set)
        #expect(asPlan.status == 65)
        #expect(
            asPlan.errors == """
                \(set):1:19: this is a plan set; one of the plan files is expected (at "/planSetFormat")
                \(set): use '--set' for a plan set, with a command that has it

                """)
        let asSet = try Tool.run("explain", "--set", plan)
        #expect(asSet.status == 65)
        #expect(
            asSet.errors == """
                \(plan):1:16: this is a plan; one of the plan-set files is expected (at "/planFormat")
                \(plan): use '--plan' for a plan

                """)
        #expect(try Tool.run("explain", "--set", set).status == 0)
    }

    @Test func planIsNoPayloadByWhateverName() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file("plan.json", Orders.plan)
        _ = try folder.file("payload.json", #"{"version": 2, "price": 1}"#)
        let detour = folder.path("./../\(folder.url.lastPathComponent)")
        let run = try Tool.run("check", "--plan", plan, detour)
        #expect(run.status == 0 && run.errors == "", "\(run)")
    }

    @Test func bytesThatAreNoTextAreTold() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.file("plan.json", Orders.plan)
        let binary = folder.url.appending(path: "binary.json")
        try Data([0xFF, 0xC0, 0x10]).write(to: binary)
        let run = try Tool.run("migrate", "--plan", plan, "--to", "2", binary.path)
        #expect(run.status == 65)
        #expect(run.errors == "\(binary.path):1:1: expected a value, found the byte \\xFF (at the root)\n")
    }
}
