import Foundation
import VersionedCodec

/// What tolerant decoding costs: where nothing is wrong, against our strict decoding; where much is wrong, against the
/// decoding of as much that is right.
func toleranceRows(bytes: Int) -> RowGroup {
    let size = byteCount(bytes)
    let names = [
        "tolerant clean records \(size)", "tolerant clean 300 bytes", "tolerant 100,000 failing integers",
        "tolerant 100,000 failing texts", "tolerant records, each with a bad member",
        "tolerant records, one in ten with a bad member", "tolerant 250 levels of 19 problems",
        "tolerant 500 levels of 19 problems",
    ]
    return RowGroup(names: names) {
        let records = Payloads.records(bytes: bytes)
        let small = Data(Payloads.small())
        let page = Data(records)
        let decoder = VersionedJSONDecoder()
        return [
            row(names[0], page.count, target: 0.98) {
                try reported([Record].self, page, problems: 0)
            } baseline: {
                keep(try decoder.decode([Record].self, from: page))
            },
            row(names[1], small.count, target: 0.98) {
                keep(try decoder.decodeReporting(Record.self, from: small).value)
            } baseline: {
                keep(try decoder.decode(Record.self, from: small))
            },
            scalars(names[2], Int.self, good: { "\($0)" }, bad: { "\"text \($0)\"" }),
            scalars(names[3], String.self, good: { "\"text \($0)\"" }, bad: { "\($0)" }),
            try broken(names[4], each: 1, target: 0.25), try broken(names[5], each: 10, target: nil),
            nested(names[6], levels: 250), nested(names[7], levels: 500),
        ]
    }
}

private struct WrongCount: Error {}

private func row(
    _ name: String, _ bytes: Int, target: Double?, ours: @escaping () throws -> Int,
    baseline: @escaping () throws -> Int
) -> Row {
    Row(name: name, units: 1, bytes: bytes, target: target, ours: ours, baseline: baseline)
}

private func reported<Model: Decodable>(_ type: Model.Type, _ payload: Data, problems: Int) throws -> Int {
    let report = try VersionedJSONDecoder().decodeReporting(type, from: payload)
    guard report.issueCount == problems else { throw WrongCount() }
    return keep(report.issues.count)
}

private func list(_ count: Int, _ element: (Int) -> String) -> Data {
    Data("[\((0..<count).map(element).joined(separator: ",\n"))]".utf8)
}

private func scalars<Scalar: Decodable>(
    _ name: String, _ type: Scalar.Type, good: (Int) -> String, bad: (Int) -> String
) -> Row {
    let (count, baseline) = (100_000, JSONDecoder())
    let (wrong, right) = (list(count, bad), list(count, good))
    return row(name, wrong.count, target: 0.5) {
        try reported([Scalar].self, wrong, problems: count)
    } baseline: {
        keep(try baseline.decode([Scalar].self, from: right))
    }
}

/// Records of which each so many has a text where a number should be.
private func broken(_ name: String, each: Int, target: Double?) throws -> Row {
    let record = String(decoding: Payloads.small(), as: UTF8.self)
    let bad = record.replacing(try Regex(#""amount":[0-9.]+"#), with: #""amount":"none""#)
    let (count, decoder) = (10_000, VersionedJSONDecoder())
    let (wrong, right) = (list(count) { $0 % each == 0 ? bad : record }, list(count) { _ in record })
    return row(name, wrong.count, target: target) {
        try reported([Record].self, wrong, problems: count / each)
    } baseline: {
        keep(try decoder.decode([Record].self, from: right))
    }
}

/// An object in an object, each with nineteen wrong members: by a flat list of as many.
private func nested(_ name: String, levels: Int) -> Row {
    let members = (0..<19).map { #""a\#($0)":"x""# }.joined(separator: ",")
    let ends = String(repeating: "}", count: levels)
    let deep = Data(
        ((0..<levels).map { "{\(members)" + ($0 < levels - 1 ? #","next":"# : "") }.joined() + ends).utf8)
    let flat = list(levels) { _ in "{\(members)}" }
    return row(name, deep.count, target: nil) {
        try reported(Level.self, deep, problems: levels * 19)
    } baseline: {
        try reported([Level].self, flat, problems: levels * 19)
    }
}

private struct Level: Decodable {
    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for index in 0..<19 { _ = try container.decode(Int.self, forKey: Key(stringValue: "a\(index)")) }
        _ = try container.decodeIfPresent(Level.self, forKey: Key(stringValue: "next"))
    }
}
