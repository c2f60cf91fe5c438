import Foundation
import VersionedCodec

/// Typed encoding: ours against Foundation's `JSONEncoder`, and for a version against ours without. Before anything is
/// measured, ours is read back and compared.
func encodeRows(bytes: Int) -> RowGroup {
    let size = bytes >= 1_000_000 ? "\(bytes / 1_000_000) MB" : "\(bytes) bytes"
    let large = ["wide", "nested", "records", "geometry", "records with dates", "small records with dates"].map {
        "encode \($0) \(size)"
    }
    let small = ["encode 300 bytes", "encode 300 bytes with a new encoder"]
    let layers = ["as declared", "snake case"].flatMap {
        ["layer encode \(size) \($0)", "layer encode 300 bytes \($0)"]
    }
    let shapes = ["superEncoder", "shared containers", "nested containers", "enums with values", "dictionaries"].map {
        "encode \($0)"
    }
    let sorted = ["encode sorted records \(size)", "encode pretty records \(size)"]
    return RowGroup(names: large + small + layers + sorted + shapes) {
        var (ours, theirs) = (VersionedJSONEncoder(), JSONEncoder())
        let dated = try EncodingPair(
            of: [DatedRecord].self, in: Payloads.records(bytes: bytes, isISO: true), isDated: true)
        let one = try EncodingPair(of: Record.self, in: Payloads.small())
        var rows = [
            try EncodingPair(of: WidePage<WideItem>.self, in: Payloads.wide(bytes: bytes)).row(large[0], target: 5),
            try EncodingPair(of: [Region].self, in: Payloads.nested(bytes: bytes)).row(large[1], target: 5),
            try EncodingPair(of: [Record].self, in: Payloads.records(bytes: bytes)).row(large[2], target: 5),
            try EncodingPair(of: FeatureCollection.self, in: Payloads.geometry(bytes: bytes)).row(large[3], target: 4),
            dated.row(large[4], target: 6),
            try EncodingPair(
                of: [SmallRecord].self, in: Payloads.smallRecords(bytes: bytes, isISO: true), isDated: true
            ).row(large[5], target: 6),
            one.row(small[0], target: 4),
        ]
        rows += try shapeRows(shapes)
        for (formatting, name) in zip(
            [JSONEncoder.OutputFormatting.sortedKeys, [.prettyPrinted, .sortedKeys]], sorted)
        {
            rows.append(
                try EncodingPair(of: [Record].self, in: Payloads.records(bytes: bytes), formatting).row(name))
        }
        for (keys, names) in zip([KeyStyle.asDeclared, .snakeCase], [layers[0...1], layers[2...3]]) {
            rows.append(try layerRow(Records(records: dated.model), keys, names[names.startIndex]))
            rows.append(try layerRow(one.model, keys, names[names.startIndex + 1]))
        }
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

private enum LayerVersion: Int, APIVersion { case v1 = 1, v2 }

private struct Records: Codable, Equatable { let records: [DatedRecord] }

/// A payload that says its version, against the same model without.
private func layerRow<Model: Codable & Equatable>(_ model: Model, _ keys: KeyStyle, _ name: String) throws -> Row {
    let controller = VersionController<LayerVersion>(
        location: VersionLocation("/version", as: .integer),
        format: VersionFormat(dates: [.iso8601], keys: keys))
    var plain = VersionedJSONEncoder()
    plain.dateEncodingStrategy = .iso8601
    let versioned = VersionedJSONEncoder(controller)
    let written = try versioned.encode(model, for: LayerVersion.v1)
    guard try controller.decode(Model.self, from: written).value == model else { throw EncodingPair<Model>.Unequal() }
    return Row(name: name, units: 1, bytes: written.count, target: 0.9) {
        try versioned.encode(model, for: LayerVersion.v1).count
    } baseline: { [plain] in
        try plain.encode(model).count
    }
}

/// A model, and the encoders that it is encoded with.
struct EncodingPair<Model: Codable & Equatable> {
    let model: Model
    let count: Int
    let ours: VersionedJSONEncoder
    let theirs: JSONEncoder

    struct Unequal: Error {}

    init(
        of type: Model.Type, in payload: [UInt8], _ formatting: JSONEncoder.OutputFormatting = [], isDated: Bool = false
    ) throws {
        let decoder = JSONDecoder()
        var ours = VersionedJSONEncoder()
        theirs = JSONEncoder()
        (ours.outputFormatting, theirs.outputFormatting) = (formatting, formatting)
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

    func row(_ name: String, target: Double? = nil) -> Row {
        let (ours, theirs, model) = (ours, theirs, model)
        return Row(name: name, units: 1, bytes: count, target: target) {
            try ours.encode(model).count
        } baseline: {
            try theirs.encode(model).count
        }
    }
}
