import Foundation
import VersionedCodec

/// Models out of bytes: `VersionedJSONDecoder` against `JSONDecoder`. Both decode each payload once before anything is
/// measured, and the models must be equal.
func decodeRows(bytes: Int) -> RowGroup {
    let size = bytes >= 1_000_000 ? "\(bytes / 1_000_000) MB" : "\(bytes) bytes"
    let names =
        [
            "decode wide", "decode 7 of 65 members", "decode nested", "decode records", "decode geometry",
            "decode records with ISO dates", "decode records with a pattern", "decode small records with ISO dates",
            "decode small records with a pattern",
        ].map { "\($0) \(size)" } + ["decode 300 bytes"]
    let shapes = ["superDecoder", "shared containers", "nested containers", "enums with values", "dictionaries"].map {
        "decode \($0)"
    }
    return RowGroup(names: names + shapes) {
        let wide = Payloads.wide(bytes: bytes)
        let pattern = "yyyy-MM-dd HH:mm:ss Z"
        return [
            try DecodePair<WidePage<WideItem>>().row(names[0], wide, target: 4.2),
            try DecodePair<WidePage<WideItemInBrief>>().row(names[1], wide, target: 5.5),
            try DecodePair<[Region]>().row(names[2], Payloads.nested(bytes: bytes), target: 4.2),
            try DecodePair<[Record]>().row(names[3], Payloads.records(bytes: bytes), target: 4.2),
            try DecodePair<FeatureCollection>().row(names[4], Payloads.geometry(bytes: bytes), target: 4),
            try DecodePair<[DatedRecord]>().row(names[5], withISODates: Payloads.records(bytes: bytes, isISO: true)),
            // The formatter needs minutes for all of them.
            try DecodePair<[DatedRecord]>().row(
                names[6], Payloads.records(bytes: bytes), part: Payloads.records(bytes: max(bytes / 20, 1000)),
                withDatesBy: pattern),
            try DecodePair<[SmallRecord]>().row(
                names[7], withISODates: Payloads.smallRecords(bytes: bytes, isISO: true)),
            try DecodePair<[SmallRecord]>().row(
                names[8], Payloads.smallRecords(bytes: bytes),
                part: Payloads.smallRecords(bytes: max(bytes / 20, 1000)), withDatesBy: pattern),
            try DecodePair<Record>().row(names[9], Payloads.small(), target: 4.2),
        ] + (try shapeDecodeRows(shapes))
    }
}

/// One model, decoded by both.
struct DecodePair<Model: Decodable & Equatable> {
    struct Disagreement: Error {}

    func row(_ name: String, withISODates payload: [UInt8]) throws -> Row {
        try row(
            name, payload, target: 5, ours: { $0.dateDecodingStrategy = .iso8601 },
            theirs: { $0.dateDecodingStrategy = .iso8601 })
    }

    func row(_ name: String, _ payload: [UInt8], part: [UInt8], withDatesBy pattern: String) throws -> Row {
        try row(
            name, payload, part: part, target: 50, ours: { $0.dateDecodingStrategy = try .pattern(pattern) },
            theirs: {
                let formatter = DateFormatter()
                formatter.locale = Locale(identifier: "en_US_POSIX")
                formatter.dateFormat = pattern
                $0.dateDecodingStrategy = .formatted(formatter)
            })
    }

    /// - `part`: A smaller payload of the same shape for the baseline, where it needs minutes for the whole one.
    func row(
        _ name: String, _ payload: [UInt8], part: [UInt8]? = nil, target: Double?,
        ours: (inout VersionedJSONDecoder) throws -> Void = { _ in }, theirs: (JSONDecoder) -> Void = { _ in }
    ) throws -> Row {
        var decoder = VersionedJSONDecoder()
        try ours(&decoder)
        let baseline = JSONDecoder()
        theirs(baseline)
        let data = Data(payload)
        let sample = Data(part ?? payload)
        guard try decoder.decode(Model.self, from: sample) == baseline.decode(Model.self, from: sample) else {
            throw Disagreement()
        }
        return Row(
            name: name, units: 1, bytes: payload.count, target: target,
            baselineScale: Double(data.count) / Double(sample.count)
        ) { [decoder] in
            keep(try decoder.decode(Model.self, from: data))
        } baseline: {
            keep(try baseline.decode(Model.self, from: sample))
        }
    }
}

/// Uses a value, so that it must be made.
@inline(never)
func keep<Value>(_ value: Value) -> Int { withExtendedLifetime(value) { 1 } }
