import Testing
import VersionedCodec

@testable import Migrations

@Suite struct PlanOperationsTests {
    @Test(arguments: [
        (
            JSONOperation.remove(""),
            #"the operation (remove the whole value) cannot run: "path" must name a member or an element, not the whole value"#
        ),
        (
            .objectToArray("/a", id: "k", value: "k"),
            #"the operation (make an array of "/a", by "k") cannot run: "value" must differ from "id""#
        ),
        (.drop([], in: "/a"), #"the operation (drop empty members in "/a") cannot run: "what" must not be empty"#),
        (
            .each("/a", [.transform("/b", by: [])]),
            #"the operation (each of "/a") cannot run: "by" must not be empty"#
        ),
    ])
    func anOperationThatCannotRunIsRefusedWhenThePlanIsBuilt(operation: JSONOperation, text: String) throws {
        let error = #expect(throws: PlanError.self) {
            try MigrationPlan(
                "x", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
                migrations: [Migration(from: "1", to: "2", "s", operations: [operation])])
        }
        #expect(error?.code == .invalidOperation)
        #expect(error?.description == text)
    }

    @Test func anOperationThatWritesTheVersionIsRefused() throws {
        let error = #expect(throws: PlanError.self) {
            try MigrationPlan(
                "x", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
                migrations: [Migration(from: "1", to: "2", "s", operations: [.set("/v", to: 2)])])
        }
        #expect(error?.code == .writesVersion)
        #expect(
            error?.description
                == #"the operation (set "/v" to 2) writes the version; leave that out, because each step writes the version itself"#
        )
    }

    @Test(arguments: [
        JSONOperation.add("/list/-", value: 1), .move("/a", to: "/list/-"), .copy("/a", to: "/list/-"),
        .derive("/list/-", from: "/a", by: .lowercase),
    ])
    func theEndOfAnArrayHasNoWayBack(operation: JSONOperation) throws {
        #expect(operation.reversed == nil)
        let plan = try MigrationPlan(
            "x", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "s", operations: [operation])])
        let error = #expect(throws: MigrationError.self) { try plan.path(from: "2", to: "1") }
        #expect(error?.code == .noWay)
        #expect(
            error?.description == """
                there is no way from version 2 to 1: the operation (\(operation)) has no reverse: \
                the way back cannot find the value that was put at the end of an array ("/list/-")
                """)
    }
}
