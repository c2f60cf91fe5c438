import Foundation
import Migrations
import TestSupport
import Testing
import VersionedCodec

@Suite struct ReshapingFaultTests {
    @Test(arguments: [
        PlaceFault(
            .gather(.only(["a", "b"]), into: "d"), .wrap("/a"), code: .readsRemoved,
            says:
                #"the operation (wrap "/a" in an array) reads "/a", which the earlier one (gather members of the whole value into "d") has removed"#
        ),
        PlaceFault(
            .gather(.only(["a"]), prefix: "h_", in: "/x", into: "d"), .remove("/x/h_a"), code: .readsRemoved,
            says:
                #"the operation (remove "/x/h_a") reads "/x/h_a", which the earlier one (gather members of "/x" into "d") has removed"#
        ),
        PlaceFault(
            .gather(.all, in: "/x", into: "d"), .add("/x/d", value: 1), code: .writesTwice,
            says:
                #"the operation (add "/x/d" = 1) writes "/x/d", which the earlier one (gather members of "/x" into "d") has written, and nothing has read since"#
        ),
        PlaceFault(
            .scatter("d"), .wrap("/d/a"), code: .readsRemoved,
            says:
                #"the operation (wrap "/d/a" in an array) reads "/d/a", which the earlier one (scatter "/d") has removed with "/d""#
        ),
        PlaceFault(
            .plunge("/c", into: "/lines", as: "/currency"), .remove("/c"), code: .readsRemoved,
            says:
                #"the operation (remove "/c") reads "/c", which the earlier one (plunge "/c" into each of "/lines") has removed"#
        ),
        PlaceFault(
            .attach("/files", to: "/folders", id: "/id", reference: "/folder", into: "files"),
            .each("/files", [.remove("/x")]), code: .readsRemoved,
            says:
                #"the operation (each of "/files") reads "/files", which the earlier one (attach "/files" to "/folders") has removed"#
        ),
        PlaceFault(
            .detach("/files", from: "/folders", id: "/id", reference: "/folder", outOf: "files"),
            .add("/files", value: []), code: .writesTwice,
            says:
                #"the operation (add "/files" = []) writes "/files", which the earlier one (detach "/files" from "/folders") has written, and nothing has read since"#
        ),
        PlaceFault(
            .partition("/all", into: [("/a", .present("/x")), ("/b", nil)]), .sort("/all"), code: .readsRemoved,
            says:
                #"the operation (sort "/all") reads "/all", which the earlier one (partition "/all" into "/a", "/b") has removed"#
        ),
        PlaceFault(
            .concatenate([("/a", .present("/x")), ("/b", nil)], into: "/all"), .sort("/b"), code: .readsRemoved,
            says:
                #"the operation (sort "/b") reads "/b", which the earlier one (concatenate "/a", "/b" into "/all") has removed"#
        ),
        PlaceFault(
            .remove("/users"), .each("/posts", [.lookUp("/author", in: "/users", by: "/id", to: "/name")]),
            code: .readsRemoved,
            says:
                #"the operation (look up "/author" in "/users") reads "/users", which the earlier one (remove "/users") has removed"#
        ),
        PlaceFault(
            .move("/materials", to: "/m"), .each("/meshes", [.indexToKey("/material", in: "/materials", key: "/name")]),
            code: .readsRemoved,
            says:
                #"the operation (refer from "/material" to "/materials" by key) reads "/materials", which the earlier one (move "/materials" to "/m") has removed"#
        ),
        PlaceFault(
            .rename("/id", to: "key"), .inside("/x", [.copy("/id", to: "/y", in: .document)]), code: .readsRemoved,
            says:
                #"the operation (copy "/id" of the document to "/y") reads "/id", which the earlier one (rename "/id" to "key") has removed"#
        ),
        PlaceFault(
            .everywhere(where: .present("/t"), [.remove("/a"), .when(.present("/k"), [.wrap("/a")])]),
            code: .readsRemoved,
            says:
                #"the operation (wrap "/a" in an array) reads "/**/a", which the earlier one (remove "/a") has removed"#
        ),
        PlaceFault(
            .asDocument("/x", [.remove("/a"), .wrap("/a")]), code: .readsRemoved,
            says:
                #"the operation (wrap "/a" in an array) reads "/x/a", which the earlier one (remove "/a") has removed"#
        ),
        PlaceFault(
            .remove("/x/u"), .asDocument("/x", [.each("/l", [.lookUp("/k", in: "/u", to: "/n")])]), code: .readsRemoved,
            says:
                #"the operation (look up "/k" in "/u") reads "/x/u", which the earlier one (remove "/x/u") has removed"#
        ),
        PlaceFault(
            .each("/s", [.asDocument([.remove("/u"), .lookUp("/k", in: "/u", to: "/n")])]), code: .readsRemoved,
            says:
                #"the operation (look up "/k" in "/u") reads "/s/*/u", which the earlier one (remove "/u") has removed"#
        ),
        PlaceFault(
            .add("/x/a", value: 1), .asDocument("/x", [.set("/a", to: 2)]), code: .writesTwice,
            says:
                #"the operation (set "/a" to 2) writes "/x/a", which the earlier one (add "/x/a" = 1) has written, and nothing has read since"#
        ),
        PlaceFault(
            .remove("/a"), .calculate("/a", .plus(JSONNumber(1))), code: .readsRemoved,
            says:
                #"the operation (plus "/a" by 1) reads "/a", which the earlier one (remove "/a") has removed"#
        ),
        PlaceFault(
            .named("f", [.remove("/a"), .each("/l", [.again("f")]), .rename("/b", to: "c"), .wrap("/b")]),
            code: .readsRemoved,
            says:
                #"the operation (wrap "/b" in an array) reads "/b", which the earlier one (rename "/b" to "c") has removed"#
        ),
    ])
    func operationsThatCannotBeMeantAreRefused(_ fault: PlaceFault) {
        let error = #expect(throws: PlanError.self) { try MigrationPlan.of(fault.operations) }
        #expect(error?.code == fault.code)
        #expect(error?.description == fault.says)
    }

    /// What may look like a fault, and is none.
    @Test(arguments: [
        [JSONOperation.gather(.except(["id"]), into: "d"), .wrap("/d/a"), .remove("/id")],
        [.gather(.only(["a"]), into: "d"), .wrap("/d/a"), .rename("/b", to: "a")],
        [.gather(.only(["a"]), into: "d", ifExists: .skip), .remove("/a")],
        [.scatter("d", .only(["a"])), .remove("/d")],
        [.remove("/a"), .scatter("d"), .wrap("/a")],
        [.hoist("/l", member: "/c", to: "/c"), .wrap("/c"), .add("/d", value: "EUR", ifExists: .skip)],
        [.add("/c", value: 1), .plunge("/c", into: "/l", as: "/c"), .add("/c", value: 2)],
        [.attach("/f", to: "/g", id: "/i", reference: "/r", into: "f"), .rename("/g", to: "f"), .wrap("/f")],
        [.partition("/a", into: [("/a", .present("/x")), ("/b", nil)]), .sort("/a"), .sort("/b")],
        [.concatenate([("/a", .present("/x")), ("/b", nil)], into: "/a"), .sort("/a")],
        // What is in a document is reported as it was before the outermost operation.
        [.inside("", [.copy("/x", to: "/y"), .remove("/u"), .each("/l", [.lookUp("/k", in: "/u", to: "/n")])])],
        [.each("/l", [.lookUp("/k", in: "/u", to: "/n")]), .remove("/u")],
        [.add("/u", value: [:]), .each("/l", [.lookUp("/k", in: "/u", to: "/n")]), .set("/u", to: 1)],
        [.remove("/u"), .lookUp("/k", in: "/u", of: .context, to: "/n")],
        [.remove("/u"), .asDocument("/x", [.lookUp("/k", in: "/u", to: "/n")])],
        [.asDocument("/x", [.inside("/y", [.copy("/x", to: "/z", in: .document)]), .remove("/u")]), .wrap("/u")],
        [.asDocument("/x", [.remove("/u")], ifAbsent: .skip), .add("/u", value: 1)],
        [.remove("/u"), .lookUp("/k", in: "/u", to: "/n", ifAbsent: .skip)],
        [.add("/a", value: 1), .everywhere(where: .present("/t"), [.wrap("/a")]), .set("/a", to: 2)],
        [.remove("/a"), .everywhere(where: .present("/t"), [.wrap("/a")])],
        [
            .everywhere(in: "/p", where: .present("/t"), [.remove("/a")]),
            .everywhere(in: "/p", where: .present("/u"), [.wrap("/a")]),
        ],
        [.everywhere(in: "/p", where: .present("/t"), [.remove("/a")]), .each("/p", [.wrap("/a")])],
        [.named("f", [.each("/l", [.again("f")]), .remove("/a")]), .each("/l", [.wrap("/a")])],
        [.add("/a/b", value: 1, makingParents: true), .remove("/a")],
        [.remove("/a"), .add("/a/b", value: 1, makingParents: true)],
        [.generate("/id", .uuid()), .add("/id", value: 1, ifExists: .skip)],
        [.generate("/id", .uuid()), .transform("/id", by: [.uppercase])],
        // A condition that asks for what is gone from some documents only is false there.
        [.when(.present("/k"), [.rename("/a", to: "b")]), .when(.at("/a", .contains("x")), [.wrap("/a")])],
        [.add("/a", value: 1), .when(.elsewhere(.document, .present("/a")), [.wrap("/b")]), .set("/a", to: 2)],
        [.remove("/n", restoredBy: .lookUp("/k", in: "/u", to: "/n")), .remove("/u")],
        // A scope that is skipped needs nothing of what is in it.
        [
            .when(.at("/a", is: .null), [.remove("/a", default: .null)], reverseIf: .absent("/a")),
            .each("/a", [.rename("/b", to: "c")], ifAbsent: .skip),
        ],
        [.remove("/a"), .inside("/a", [.when(.at("/b", is: .null), [.rename("/b", to: "c")])], ifAbsent: .skip)],
    ])
    func whatIsMeantIsNoFault(_ operations: [JSONOperation]) throws {
        _ = try MigrationPlan.of(operations)
    }

    @Test(arguments: ["package-resolved", "ingress", "hpa", "nbformat", "deno-lock"])
    func realPlansHaveNoFault(_ name: String) throws {
        _ = try MigrationPlan(
            planFile: Data(contentsOf: RepositoryFiles.root.appending(path: "Examples/Plans/\(name).json")))
    }
}

@Suite struct ListedFaultTests {
    private static func error(_ versions: String, _ operations: String, lists: String) -> PlanFileError? {
        #expect(throws: PlanFileError.self) {
            try MigrationPlan(
                planFile: """
                    {"planFormat": 1, "name": "p", "versions": [\(versions)],
                     "lists": {
                      "two": [{"op": "wrap", "path": "/x"}, {"op": "wrap", "path": "/y"}],
                      "all": [{"op": "use", "list": "two"},
                    \(lists)]},
                     "migrations": [{"from": "1", "to": "2", "summary": "", "operations": [
                    \(operations)]}]}
                    """)
        }
    }

    private static let versions = #"{"version": "1"}, {"version": "2"}"#

    @Test func theOperationOfAListIsPointedAt() {
        let error = Self.error(
            Self.versions, #"{"op": "remove", "path": "/a"}, {"op": "use", "list": "all"}"#,
            lists: #"  {"op": "sort", "path": "/b"}, {"op": "wrap", "path": "/a"}"#)
        #expect(
            error?.description
                == #"line 5, column 33, at "/lists/all/2": the operation (wrap "/a" in an array) reads "/a", which the earlier one (remove "/a") has removed"#
        )
    }

    @Test func operationsBehindAListAreCountedRightly() {
        let error = Self.error(
            Self.versions,
            #"{"op": "remove", "path": "/a"}, {"op": "use", "list": "all"}, {"op": "use", "list": "two"},\#n  {"op": "wrap", "path": "/a"}"#,
            lists: #"  {"op": "sort", "path": "/b"}"#)
        #expect(error?.position?.line == 8 && error?.path == "/migrations/0/operations/3")
        #expect(error?.fault == .readsRemoved)
    }

    @Test func operationsThatNormalizeAreLookedAt() {
        let error = Self.error(
            #"{"version": "1"}, {"version": "2", "normalize": [{"op": "remove", "path": "/a"}, {"op": "wrap", "path": "/a"}]}"#,
            "", lists: #"  {"op": "sort", "path": "/b"}"#)
        #expect(error?.fault == .readsRemoved && error?.path == "/versions/1/normalize/1")
    }
}
