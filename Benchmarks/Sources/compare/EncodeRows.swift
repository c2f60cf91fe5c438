import Foundation
import VersionedCodec

/// Typed encoding: ours against Foundation's `JSONEncoder`. Before anything is measured, ours is read back and compared.
func encodeRows(bytes: Int) -> RowGroup {
    let size = bytes >= 1_000_000 ? "\(bytes / 1_000_000) MB" : "\(bytes) bytes"
    let large = ["wide", "nested", "records", "geometry", "records with dates"].map { "encode \($0) \(size)" }
    let small = ["encode 300 bytes", "encode 300 bytes with a new encoder"]
    let layers = ["layer encode records with dates \(size)", "layer encode 300 bytes"]
    return RowGroup(names: large + small + layers) {
        var (ours, theirs) = (VersionedJSONEncoder(), JSONEncoder())
        let dated = try EncodingPair(
            of: [DatedRecord].self, in: Payloads.records(bytes: bytes, isISO: true), isDated: true)
        let one = try EncodingPair(of: Record.self, in: Payloads.small())
        var rows = [
            try EncodingPair(of: WidePage<WideItem>.self, in: Payloads.wide(bytes: bytes)).row(large[0], target: 5),
            try EncodingPair(of: [Region].self, in: Payloads.nested(bytes: bytes)).row(large[1], target: 5),
            try EncodingPair(of: [Record].self, in: Payloads.records(bytes: bytes)).row(large[2], target: 5),
            try EncodingPair(of: FeatureCollection.self, in: Payloads.geometry(bytes: bytes)).row(large[3], target: 4),
            dated.row(large[4], target: 6), one.row(small[0], target: 4),
        ]
        let record = one.model
        rows.append(
            Row(name: small[1], units: 1, bytes: one.count) {
                ours = VersionedJSONEncoder()
                return try ours.encode(record).count
            } baseline: {
                theirs = JSONEncoder()
                return try theirs.encode(record).count
            })
        return rows
    }
}

/// A model, and the encoders that it is encoded with.
struct EncodingPair<Model: Codable & Equatable> {
    let model: Model
    let count: Int
    let ours: VersionedJSONEncoder
    let theirs: JSONEncoder

    struct Unequal: Error {}

    init(of type: Model.Type, in payload: [UInt8], isDated: Bool = false) throws {
        let decoder = JSONDecoder()
        var ours = VersionedJSONEncoder()
        theirs = JSONEncoder()
        if isDated {
            decoder.dateDecodingStrategy = .iso8601
            ours.dateEncodingStrategy = .iso8601
            theirs.dateEncodingStrategy = .iso8601
        }
        self.ours = ours
        model = try decoder.decode(type, from: Data(payload))
        let written = try ours.encode(model)
        count = written.count
        guard try decoder.decode(type, from: written) == model else { throw Unequal() }
    }

    func row(_ name: String, target: Double) -> Row {
        let (ours, theirs, model) = (ours, theirs, model)
        return Row(name: name, units: 1, bytes: count, target: target) {
            try ours.encode(model).count
        } baseline: {
            try theirs.encode(model).count
        }
    }
}
