import Migrations
import Testing
import VersionedCodec

/// A plan of a few lines cannot make a result that takes all memory.
@Suite struct ResultSizeTests {
    private static let growing = [TextTransform](
        repeating: .replace("x", with: String(repeating: "x", count: 9_000)), count: 3)
    private static let places: [JSONPointer] = ["/a", "/b", "/c", "/d", "/e", "/f", "/g", "/h"]

    @Test(
        arguments: [
            // A text that a chain makes.
            ([.transform("/a", by: growing)], #"{"a":"x"}"#, ""),
            // A text that an operation makes.
            ([.repeatText("/a", String(repeating: "x", count: 100_000))], #"{"a":10000}"#, "/a"),
            // All texts of a step.
            (
                places.map { .repeatText($0, String(repeating: "x", count: 1_000)) },
                #"{"a":9000,"b":9000,"c":9000,"d":9000,"e":9000,"f":9000,"g":9000,"h":9000}"#, ""
            ),
        ] as [([JSONOperation], String, JSONPointer)])
    func tooLargeResultsAreErrors(_ operations: [JSONOperation], _ payload: String, _ place: JSONPointer) throws {
        let plan = try MigrationPlan.of(operations)
        let error = #expect(throws: MigrationError.self) { try plan.migrate(payload, to: "2", from: "1") }
        #expect(error?.message == "the result is too large: more than 64 MiB and 16 times the document")
        #expect(error?.path == place)
    }
}
