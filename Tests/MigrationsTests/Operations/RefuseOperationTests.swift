import Migrations
import Testing
import VersionedCodec

@Suite struct RefuseOperationTests {
    @Test func refusesWithItsMessage() throws {
        try Misfit(.refuse("no such thing"), on: " {}", .refused, says: "line 1, column 2, at the root: no such thing")
            .check()
    }

    @Test func planFileGivesTheSame() throws {
        try FileForm(#"{"op": "refuse", "message": "m"}"#, .refuse("m")).check()
    }

    @Test func sayWhatTheyAre() {
        #expect(JSONOperation.refuse("m").description == "refuse")
        #expect(JSONOperation.refuse("m").lossClass == .exact)
        #expect(JSONOperation.refuse("m").reversed == [])
    }
}
