import Foundation
import TestSupport
import Testing

/// The lines that every page of the field guide begins with.
@Suite struct FieldGuideSupportTests {
    @Test func everyPageBeginsWithTheseLines() throws {
        let blocks = try MarkdownFile("Sources/VersionedCodec/VersionedCodec.docc/FieldGuide.md").code("swift")
        let source = try String(contentsOf: RepositoryFiles.root.appending(path: Self.path), encoding: .utf8)
        #expect(source == "// guide begin\n\(blocks[0])\n// guide end\n")
    }

    private static let path = "Tests/StrangerTests/FieldGuide/FieldGuideSupport.swift"
}
