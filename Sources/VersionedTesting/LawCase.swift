public import VersionedCodec

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Use one for each document on which laws are checked.
public struct LawCase: Sendable {
    /// The name in failures: the name of a file, or the seed.
    public var name: String

    /// The version of the document.
    public var version: String

    /// The document.
    public var document: JSONDocument

    /// The expected document in other versions, if known.
    public var expected: [String: JSONValue] = [:]

    /// A document of a version.
    public init(_ name: String, version: String, document: JSONDocument) {
        (self.name, self.version, self.document) = (name, version, document)
    }

    /// The payloads of a folder that has a subfolder for each version. `1/order.json` and `2/order.json` are one
    /// document in two versions, so the second is the expected result of the first.
    ///
    /// - `folders`: The label of each version by the name of its folder.
    /// - Throws: The errors of reading files, and `JSONSyntaxError` for a file that is not JSON.
    public static func fixtures(in root: URL, versions folders: [(folder: String, version: String)]) throws -> [LawCase]
    {
        var found: [LawCase] = []
        for (folder, version) in folders {
            let url = root.appending(path: folder)
            let names = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
            for name in names where name.hasSuffix(".json") {
                let bytes = try Data(contentsOf: url.appending(path: name))
                found.append(
                    LawCase("\(folder)/\(name)", version: version, document: try JSONDocument(parsing: bytes)))
            }
        }
        func base(_ name: String) -> Substring { name.drop { $0 != "/" } }
        for index in found.indices {
            for other in found
            where other.version != found[index].version && base(other.name) == base(found[index].name) {
                found[index].expected[other.version] = other.document.root
            }
        }
        return found
    }

    /// Random documents of a shape.
    ///
    /// ```swift
    /// let shape = DocumentShape(of: [example])
    /// LawCase.random(shape, version: "1", count: 10_000, seed: 7)
    /// ```
    public static func random(_ shape: DocumentShape, version: String, count: Int, seed: UInt64) -> [LawCase] {
        (0..<UInt64(count)).compactMap { number in
            var random = SeededGenerator(seed: seed &+ number &* 0x1_0000_0001)
            let bytes = shape.document(&random).bytes()
            // Each was written by the line above.
            return (try? JSONDocument(parsing: bytes)).map {
                LawCase("seed \(seed), number \(number)", version: version, document: $0)
            }
        }
    }

    /// Random values of a wire model, encoded by a controller for one version.
    ///
    /// - `hints`: What a sketch of the model cannot find, such as the possible values of a text.
    /// - Throws: `TypeSketch.RecordingError` for a model that cannot be sketched without a hint, `DecodingError` for a
    ///   model that refuses values that its sketch allows, and errors of encoding.
    public static func random<Model: Codable, Version: APIVersion>(
        _ model: Model.Type, by controller: VersionController<Version>, as version: Version,
        hints: [TypeSketch.Hint] = [], count: Int, seed: UInt64
    ) throws -> [LawCase] {
        let generator = try SketchGenerator(of: model, hints: hints)
        return try (0..<UInt64(count)).map { number in
            var random = SeededGenerator(seed: seed &+ number &* 0x1_0000_0001)
            let value = try generator.model(model, &random)
            let bytes = try controller.encode(value, for: version)
            return LawCase(
                "seed \(seed), number \(number)", version: version.label, document: try JSONDocument(parsing: bytes))
        }
    }
}
