import Migrations
import TestSupport
import Testing
import VersionedCodec

/// `docs/families/*.md` show what the plans of real formats do: each document is migrated here.
@Suite struct FamilyDocumentTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let family: String
        let from: String
        let to: String
        var before = ""
        var after = ""
        var losses: [String] = []

        var testDescription: String { "\(family) from \(from) to \(to)" }
    }

    static let examples = ["ingress", "hpa", "nbformat", "deno-lock", "package-resolved"].flatMap(examples(of:))

    /// An example is a heading "From A to B", a document, what it becomes, and the losses, if there are any.
    private static func examples(of family: String) -> [Example] {
        var examples: [Example] = []
        for part in (try? MarkdownFile("docs/families/\(family).md").parts) ?? [] {
            switch part {
            case .heading(let text):
                let words = text.split(separator: " ").map(String.init)
                guard words.count == 4, words[0] == "From", words[2] == "to" else { continue }
                examples.append(Example(family: family, from: words[1], to: words[3]))
            case .code(let language, let text):
                guard let last = examples.indices.last else { continue }
                if language == "text" {
                    examples[last].losses = text.split(separator: "\n").map(String.init)
                } else if examples[last].before.isEmpty {
                    examples[last].before = text
                } else {
                    examples[last].after = text
                }
            case .line: continue
            }
        }
        return examples
    }

    @Test(arguments: examples) func documentBecomesWhatIsShown(_ example: Example) throws {
        let plan = try FamilyCase.plan(example.family)
        #expect(plan.labels.contains(example.from))
        let result = try plan.migrate(example.before, to: example.to)
        #expect(result.from.label == example.from)
        let differences = Loss.Difference.between(
            try JSONDocument(parsing: example.after).root, try JSONDocument(parsing: result.bytes).root)
        #expect(differences.map(\.description) == [])
        let losses = result.losses.map { #"at "\#($0.path)": lost \#($0.value.text()): \#($0.reason)"# }
        #expect(losses == example.losses)
    }

    @Test func everyFamilyHasExamples() {
        #expect(Set(Self.examples.map(\.family)).count == 5)
        #expect(Self.examples.allSatisfy { !$0.before.isEmpty && !$0.after.isEmpty })
    }
}
