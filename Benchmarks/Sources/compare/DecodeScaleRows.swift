import Foundation
import VersionedCodec

/// Records of growing sizes: time for a byte must not grow with them.
func decodeLinearRows() -> [RowGroup] {
    [1_000, 100_000, 10_000_000, 100_000_000].map { size in
        let name = "decode linear \(byteCount(size))"
        return RowGroup(names: [name]) {
            [try DecodePair<[Record]>().row(name, Payloads.records(bytes: size), target: nil)]
        }
    }
}

/// Documents that quadratic decoders choke on.
func decodeHardRows() -> RowGroup {
    let names = [
        "100,000 keys as a dictionary", "100,000 keys in order", "100,000 keys in reverse", "100,000 colliding keys",
        "1,000,000 elements, the last fails",
    ].map { "decode hard \($0)" }
    return RowGroup(names: names) {
        [
            try DecodePair<[String: Int]>().row(names[0], HardKeys.payload(of: HardKeys.plain), target: nil),
            try DecodePair<Members<InOrder>>().row(names[1], HardKeys.payload(of: InOrder.keys), target: nil),
            try DecodePair<Members<InReverse>>().row(names[2], HardKeys.payload(of: HardKeys.plain), target: nil),
            try DecodePair<Members<Colliding>>().row(names[3], HardKeys.payload(of: HardKeys.colliding), target: nil),
            failingRow(names[4]),
        ]
    }
}

/// A payload whose last element is no number; both say so.
private func failingRow(_ name: String) -> Row {
    let elements = (0..<999_999).map { #"{"value":\#($0)}"# } + [#"{"value":"none"}"#]
    let data = Data("[\(elements.joined(separator: ","))]".utf8)
    struct Element: Decodable { let value: Int }
    func failed(_ decode: () throws -> [Element]) throws -> Int {
        do {
            return try decode().count
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.count == 2 {
            return 1
        }
    }
    let (ours, theirs) = (VersionedJSONDecoder(), JSONDecoder())
    return Row(name: name, units: 1, bytes: data.count) {
        try failed { try ours.decode([Element].self, from: data) }
    } baseline: {
        try failed { try theirs.decode([Element].self, from: data) }
    }
}

/// Keys of an object of many members.
private enum HardKeys {
    static let plain = (0..<100_000).map { "key\($0)" }

    /// Keys that differ only where our quick hash does not look: it takes them for one.
    static let colliding = (0..<100_000).map { "together\(100_000 + $0)" + String(repeating: "together", count: 4) }

    static func payload(of keys: [String]) -> [UInt8] {
        Array("{\(keys.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ","))}".utf8)
    }
}

private protocol KeyOrder {
    static var keys: [String] { get }
}

private enum InOrder: KeyOrder { static let keys = HardKeys.plain }
private enum InReverse: KeyOrder { static let keys = Array(HardKeys.plain.reversed()) }
private enum Colliding: KeyOrder { static let keys = Array(HardKeys.colliding.reversed()) }

/// A model that asks for many members in an order of its own.
private struct Members<Order: KeyOrder>: Decodable, Equatable {
    let sum: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NamedKey.self)
        sum = try Order.keys.reduce(0) { try $0 + container.decode(Int.self, forKey: NamedKey(stringValue: $1)) }
    }
}

private struct NamedKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
