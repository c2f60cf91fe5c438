import Foundation
import TestSupport
import Testing

@Suite("Package.resolved through the tool")
struct PackageResolvedCommandTests {
    private static let plan = RepositoryFiles.root.appending(path: "Examples/Plans/package-resolved.json").path

    @Test("The files that SwiftPM wrote become each other", arguments: [1, 2, 3], [1, 2, 3])
    func fixtures(from: Int, to: Int) throws {
        let tool = try Tool()
        func fixture(_ version: Int) -> URL {
            RepositoryFiles.root.appending(path: "fixtures/package-resolved/v\(version).resolved")
        }
        let run = try tool.run("migrate", "--plan", Self.plan, "--to", "\(to)", fixture(from).path)
        #expect(run.status == 0)
        var expected = String(decoding: try Data(contentsOf: fixture(to)), as: UTF8.self)
        if to == 3 && from < 3 {
            // Only version 3 holds the hash of the manifest, so none can be made up.
            expected = expected.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.contains("originHash") }.joined(separator: "\n")
        }
        #expect(run.output == expected)
    }

    struct Case: Decodable {
        let input: String
        let expected: [String: String]
        let byteExact: Bool
    }

    @Test(
        "Each real file becomes what SwiftPM writes for it",
        .enabled(if: RepositoryFiles.hasSharedData, Comment(rawValue: RepositoryFiles.sharedDataIsAbsent)))
    func realFiles() throws {
        let tool = try Tool()
        let cases = try JSONDecoder().decode(
            [Case].self, from: try RepositoryFiles.shared("package-resolved/index.json"))
        #expect(cases.count > 10)
        for file in cases {
            for (label, result) in file.expected.sorted(by: { $0.key < $1.key }) {
                let input = RepositoryFiles.sharedData.appending(path: "package-resolved/" + file.input)
                let run = try tool.run("migrate", "--plan", Self.plan, "--to", String(label.dropFirst()), input.path)
                #expect(run.status == 0, "\(file.input) to \(label): \(run.errors)")
                let expected = String(decoding: try RepositoryFiles.shared("package-resolved/" + result), as: UTF8.self)
                #expect(run.output == expected, "\(file.input) to \(label)")
            }
        }
    }
}
