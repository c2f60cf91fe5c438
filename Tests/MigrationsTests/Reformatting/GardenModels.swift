import Foundation
import VersionedCodec

/// Versions that differ in everything that a format can say.
enum GardenVersion: Int, APIVersion { case old = 1, new }

/// Models with a value of every kind.
enum Garden {
    struct Root: Codable, Equatable, Sendable, VersionedKeys {
        var id: Int
        var plantedAt: Date
        var bornOn: Date?
        var left: String
        var right: String?
        var width: Double
        var height: Double?
        var key: Data
        var seasons: [String: [Date]]
        var levels: [Double?]
        var plants: [Plant]
        var best: Plant?
        var tree: Tree?
        var shape: Shape
        var none: Nothing

        static func keyLayouts(for version: GardenVersion) throws -> [KeyLayout] {
            switch version {
            case .old:
                [
                    try KeyLayout(
                        CodingKeys.self,
                        [
                            .left: .key("a"), .right: .key("b"), .bornOn: .kept.dates([.dateOnly]),
                            .width: .path("/size/w"), .height: .path("/size/h"),
                        ])
                ]
            case .new:
                [
                    try KeyLayout(
                        CodingKeys.self,
                        [
                            .left: .key("b"), .right: .key("a"), .width: .path("/size"), .height: .key("tall"),
                            .bornOn: .path("/birth/day").dates([try .pattern("yyyy/MM/dd", assuming: .gmt)]),
                        ])
                ]
            }
        }
    }

    struct Plant: Codable, Equatable, Sendable {
        var latinName: String
        var wateredAt: Date?
        var imageURL: URL?
    }

    final class Tree: Codable, Equatable, Sendable {
        let plantedAt: Date
        let subTrees: [Tree]
        let bestTree: Tree?

        init(plantedAt: Date, subTrees: [Tree], bestTree: Tree?) {
            self.plantedAt = plantedAt
            self.subTrees = subTrees
            self.bestTree = bestTree
        }

        static func == (lhs: Tree, rhs: Tree) -> Bool {
            lhs.plantedAt == rhs.plantedAt && lhs.subTrees == rhs.subTrees && lhs.bestTree == rhs.bestTree
        }
    }

    enum Shape: Codable, Equatable, Sendable {
        case roundBed(innerRadius: Double)
        case longBed(from: Date, Int)
        case noBed
    }

    struct Nothing: Codable, Equatable, Sendable {}

    /// A controller whose versions differ in dates, keys, data, numbers that are not finite, and nil.
    static func controller(nilMembers: [VersionFormat.NilMembers] = [.asEncoded, .asEncoded]) throws
        -> VersionController<
            GardenVersion
        >
    {
        try VersionController(location: VersionLocation("/version", as: .integer)) { version in
            switch version {
            case .old:
                VersionFormat(
                    dates: [try .pattern("yyyy-MM-dd HH:mm:ss Z"), .unixSeconds], keys: .snakeCase, data: .base64,
                    nonFinite: .init(positiveInfinity: "+∞", negativeInfinity: "-∞", nan: "NaN"),
                    nilMembers: nilMembers[0])
            case .new:
                VersionFormat(
                    dates: [.iso8601], data: .hexadecimal,
                    nonFinite: .init(
                        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan"),
                    nilMembers: nilMembers[1])
            }
        }
    }

    // MARK: Random models

    struct Generator: RandomNumberGenerator {
        private var state: UInt64
        init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }

        mutating func flag() -> Bool { Bool.random(using: &self) }

        mutating func maybe<Value>(_ value: (inout Generator) -> Value) -> Value? { flag() ? value(&self) : nil }

        mutating func list<Value>(_ value: (inout Generator) -> Value) -> [Value] {
            (0..<Int.random(in: 0...3, using: &self)).map { _ in value(&self) }
        }

        mutating func date() -> Date {
            Date(timeIntervalSince1970: Double(Int.random(in: -60_000_000_000...200_000_000_000, using: &self)))
        }

        mutating func day() -> Date {
            Date(timeIntervalSince1970: Double(Int.random(in: -700_000...2_000_000, using: &self)) * 86_400)
        }

        mutating func text() -> String {
            ["", "a", "Ünïcode 🎶", "null", "1", "song", "2020-06-13T00:00:00Z", "\"\\\n"].randomElement(using: &self)
                ?? ""
        }

        mutating func number() -> Double {
            switch Int.random(in: 0..<6, using: &self) {
            case 0: .infinity
            case 1: -.infinity
            default: Double(Int.random(in: -1000...1000, using: &self)) / 8
            }
        }

        mutating func plant() -> Plant {
            Plant(
                latinName: text(), wateredAt: maybe { $0.date() },
                imageURL: maybe { $0.flag() ? URL(string: "https://example.com/a") : URL(string: "b/c") } ?? nil)
        }

        mutating func tree(depth: Int = 0) -> Tree {
            Tree(
                plantedAt: date(), subTrees: depth > 3 ? [] : list { $0.tree(depth: depth + 1) },
                bestTree: depth > 3 ? nil : maybe { $0.tree(depth: depth + 1) })
        }

        mutating func shape() -> Shape {
            switch Int.random(in: 0..<3, using: &self) {
            case 0: .roundBed(innerRadius: number())
            case 1: .longBed(from: date(), Int.random(in: -5...5, using: &self))
            default: .noBed
            }
        }

        mutating func root() -> Root {
            Root(
                id: Int.random(in: Int.min...Int.max, using: &self), plantedAt: date(), bornOn: maybe { $0.day() },
                left: text(), right: maybe { $0.text() }, width: number(), height: maybe { $0.number() },
                key: Data(list { UInt8.random(in: 0...255, using: &$0) }),
                seasons: ["spring_time": list { $0.date() }, "imageURL": list { $0.date() }],
                levels: list { generator in generator.maybe { $0.number() } }, plants: list { $0.plant() },
                best: maybe { $0.plant() }, tree: maybe { $0.tree() }, shape: shape(), none: Nothing())
        }
    }
}
