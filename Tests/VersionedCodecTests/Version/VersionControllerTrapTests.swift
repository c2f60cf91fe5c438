import Testing
import VersionedCodec

/// What only a mistake in a program can do ends it, with a message.
@Suite struct VersionControllerTrapTests {
    private enum NoVersion: APIVersion {
        var label: String { "none" }
    }

    @Test func aVersionTypeWithoutCasesTraps() async {
        await #expect(processExitsWith: .failure) { _ = VersionController<NoVersion>() }
    }
}
