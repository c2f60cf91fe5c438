import Foundation
import VersionedCodec

/// Public payloads that others measure with, from `../shared/data/corpora`, and payloads of shapes that are hard for
/// coders; no rows of files that are absent.
func corpusRows() -> RowGroup {
    let files = ["twitter.json", "citm_catalog.json", "canada.json"]
    let shapes = ["small object", "20000 enums with values", "dictionary of 50000"]
    let texts = files.map { "corpus compact \($0)" }
    let names = (files + shapes).flatMap { ["corpus decode \($0)", "corpus encode \($0)"] } + texts
    return RowGroup(names: names) {
        var rows: [Row] = []
        rows += try CorpusPair<Twitter>.rows(files[0], targets: (4.4, 6.6))
        rows += try CorpusPair<Catalogue>.rows(files[1], targets: (5.7, 6.5))
        rows += try CorpusPair<Outline>.rows(files[2], targets: (6, 6.5))
        rows += try CorpusPair<Record>.rows(shapes[0], Payloads.small(), targets: (4, 4.2))
        rows += try CorpusPair<[Shapes.Figure]>.rows(
            shapes[1], JSONEncoder().encode((0..<20_000).map(Shapes.figure)), targets: (2.9, 3.6))
        let readings = Dictionary(
            uniqueKeysWithValues: (0..<50_000).map { ("sensor.\($0).temperature", Double($0) / 7) })
        rows += try CorpusPair<[String: Double]>.rows(
            shapes[2], JSONEncoder().encode(readings), targets: (3.6, 2))
        for file in files { rows += try compactRows(file) }
        return rows
    }
}

/// The bytes of a corpus; `nil` where it is absent.
private func corpus(_ file: String) -> [UInt8]? {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../shared/data/corpora")
    // Absent is not an error: these files are not part of the repository.
    return (try? Data(contentsOf: root.appending(path: file).standardizedFileURL)).map(Array.init)
}

/// One model, decoded and encoded by both.
private enum CorpusPair<Model: Codable & Equatable> {
    static func rows(_ file: String, targets: (Double, Double)) throws -> [Row] {
        guard let payload = corpus(file) else { return [] }
        return try rows(file, payload, targets: targets)
    }

    static func rows(
        _ name: String, _ payload: some Sequence<UInt8>, targets: (decode: Double, encode: Double)
    ) throws -> [Row] {
        let payload = Array(payload)
        return [
            try DecodePair<Model>().row("corpus decode \(name)", payload, target: targets.decode),
            try EncodingPair<Model>(of: Model.self, in: payload).row("corpus encode \(name)", target: targets.encode),
        ]
    }
}

/// Compact text from a document that has been read, against the same by `JSONSerialization`.
private func compactRows(_ file: String) throws -> [Row] {
    guard let payload = corpus(file) else { return [] }
    let document = try JSONDocument(parsing: payload)
    let tree = try JSONSerialization.jsonObject(with: Data(payload))
    let count = document.root.bytes(in: .compact).count
    return [
        Row(name: "corpus compact \(file)", units: 1, bytes: count) {
            document.root.bytes(in: .compact).count
        } baseline: {
            try JSONSerialization.data(withJSONObject: tree).count
        }
    ]
}
