import Foundation
import Testing
import Migrations
import VersionedCodec
import TestSupport
@Test func packres() throws {
    let plan = try MigrationPlan(
        planFile: Data(contentsOf: RepositoryFiles.root.appending(path: "Examples/Plans/package-resolved.json")))
    #expect(try MigrationPlan(planFile: plan.planFile.text()) == plan)
    let index = try JSONDocument(parsing: RepositoryFiles.shared("package-resolved/index.json"))
    for e in index.root.array! {
        for m in e["expected"]!.object! {
            let input = try RepositoryFiles.shared("package-resolved/" + e["input"]!.string!)
            let want = try RepositoryFiles.shared("package-resolved/" + m.value.string!)
            do {
                let got = try plan.migrate(input, to: String(m.key.dropFirst()))
                if got.data != want { print("DIFF", e["input"]!, m.key) }
                for l in got.losses.prefix(3) { print(l) }
            } catch { print(e["input"]!, m.key, error) }
        }
    }
}
