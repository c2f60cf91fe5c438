import Foundation
import Migrations
import Testing
import VersionedCodec

/// A derived migration makes of a payload what the controller makes of it: by decoding it in one version, and encoding
/// the model in the other. The rules of both versions are random.
@Suite struct ReformattingAgreementTests {
    enum Version: Int, APIVersion { case v1 = 1, v2 }

    struct Record: Codable, Equatable, Sendable {
        var name: String
        var tag: String?
        var day: Date?
        var on: Bool
        var maybe: Bool?
        var list: [Bool]
        var table: [String: Bool]
        var count: Int?

        enum CodingKeys: String, CodingKey { case name, tag, day, on, maybe, list, table, count }
    }

    /// The rules of one version.
    struct Rules: Sendable {
        /// Where the version looks for the member, where it writes it, and the key that it is.
        typealias Places = (reading: [JSONPointer], writing: JSONPointer)

        let tag, name: Places
        let format: VersionFormat

        init(_ generator: inout Garden.Generator) throws {
            name = Self.places(["name", "title", "heading"], &generator)
            tag = Self.places(["tag", "label", "meta/label", "meta/tag"], &generator)
            let days: [KeyPlace] = [.kept, .key("date").alias("day"), .key("day").alias("date")]
            let forms: [KeyPlace.ScalarForm?] = [nil, .text, .number, .zeroOrOne]
            func scalars(_ place: KeyPlace = .kept) -> KeyPlace {
                forms.randomElement(using: &generator)?.map { place.scalars($0) } ?? place
            }
            let nilForms: [KeyPlace.NilForms] = [.usual, .usual, [.absent], [.absent, .null, .emptyText]]
            let dates: [DateFormats] = [[.iso8601], [.unixSeconds], [.unixSeconds, .iso8601]]
            let nilMembers: [VersionFormat.NilMembers] = [.asEncoded, .omitted]
            let conversions: [ValueConversions?] = [
                nil, [], .all, [.numberFromText], [.boolFromNumber, .boolFromText],
            ]
            format = VersionFormat(
                dates: dates.randomElement(using: &generator) ?? [.iso8601],
                layouts: [
                    try KeyLayout(
                        Record.CodingKeys.self,
                        [
                            .name: Self.place(name),
                            .tag: Self.place(tag).readingNil(
                                from: nilForms.randomElement(using: &generator) ?? .usual),
                            .day: days.randomElement(using: &generator) ?? .kept, .on: scalars(), .maybe: scalars(),
                            .list: scalars(), .table: scalars(),
                            .count: scalars().readingNil(from: nilForms.randomElement(using: &generator) ?? .usual),
                        ])
                ],
                nilMembers: nilMembers.randomElement(using: &generator) ?? .asEncoded,
                conversions: conversions.randomElement(using: &generator) ?? nil)
        }

        /// Some of the paths, in some order; one of them is written.
        private static func places(_ paths: [String], _ generator: inout Garden.Generator) -> Places {
            let count = Int.random(in: 1...paths.count, using: &generator)
            let reading = paths.shuffled(using: &generator).prefix(count).map {
                JSONPointer($0.split(separator: "/").map(String.init))
            }
            return (reading, generator.flag() ? reading[0] : reading.randomElement(using: &generator) ?? reading[0])
        }

        private static func place(_ places: Places) -> KeyPlace {
            places.reading.dropFirst().reduce(.path(places.reading[0]).written(at: places.writing)) {
                $0.alias(path: $1)
            }
        }
    }

    /// A payload of a version that has a member in other places than that in which the version writes it.
    private func moved(
        _ document: JSONValue, _ places: Rules.Places, _ generator: inout Garden.Generator
    ) -> (JSONValue, isSingle: Bool) {
        var (document, count) = (document, 0)
        let (key, inner) = (places.writing.tokens[0], places.writing.tokens.dropFirst().first)
        guard let value = inner.map({ document[key]?[$0] }) ?? document[key] else { return (document, true) }
        document.object?[key] = nil
        for place in places.reading.shuffled(using: &generator)
        where count == 0 || Int.random(in: 0..<4, using: &generator) == 0 {
            count += 1
            let other: JSONValue = count == 1 ? value : generator.flag() ? .null : "another"
            let key = place.tokens[0]
            if let inner = place.tokens.dropFirst().first {
                var object = document[key]?.object ?? JSONObject()
                object[inner] = other
                document.object?[key] = .object(object)
            } else {
                document.object?[key] = other
            }
        }
        return (document, count < 2)
    }

    @Test(arguments: 1...60)
    func migrationAgreesWithTheController(_ seed: Int) throws {
        var generator = Garden.Generator(seed: UInt64(seed))
        let rules = [try Rules(&generator), try Rules(&generator)]
        let controller = VersionController<Version>(location: VersionLocation("/version", as: .integer)) { version in
            rules[version.rawValue - 1].format
        }
        let plan = try MigrationPlan("Records", controller: controller, reformatting: Record.self)
        // The same operations are valid among others.
        let operations = [Migration(from: Version.v1, to: .v2, "s", operations: [.reformatting(Record.self)])]
        let other = try MigrationPlan("Records", controller: controller, migrations: operations)
        var compared = 0
        defer { #expect(compared > 6) }
        for _ in 0..<12 {
            let record = Record(
                name: generator.maybe { _ in "7" } ?? "n", tag: generator.maybe { _ in "T" },
                day: generator.maybe { _ in Date(timeIntervalSince1970: 86_400) }, on: generator.flag(),
                maybe: generator.maybe { $0.flag() }, list: generator.list { $0.flag() },
                table: generator.flag() ? ["a": generator.flag()] : [:], count: generator.maybe { _ in 5 })
            let payloads = try [Version.v1, .v2].map {
                try VersionedJSONEncoder(controller).encode(Versioned(record, version: $0))
            }
            for (from, target) in [(0, 1), (1, 0)] {
                let label = "\(target + 1)"
                let result = try plan.migrate(payloads[from], to: label)
                #expect(try other.migrate(payloads[from], to: label).text == result.text)
                let comment: Comment = "seed \(seed), to \(label): \(String(decoding: payloads[from], as: UTF8.self))"
                let migrated = try JSONDocument(parsing: result.bytes).root
                let expected = try JSONDocument(parsing: payloads[target]).root
                #expect(migrated.isEquivalent(to: expected), "\(comment): \(migrated.text()), \(expected.text())")

                var (document, isSingle) = (try JSONDocument(parsing: payloads[from]).root, true)
                for places in [rules[from].tag, rules[from].name] {
                    let (changed, single) = moved(document, places, &generator)
                    (document, isSingle) = (changed, isSingle && single)
                }
                // The version itself may refuse a null.
                guard let read = try? controller.decode(Record.self, from: Data(document.bytes())).value else {
                    continue
                }
                compared += 1
                do {
                    let result = try plan.migrate(Data(document.bytes()), to: label)
                    let found = try controller.decode(Record.self, from: result.data).value
                    #expect(found == read, "\(comment): \(document.text()) \(result.text)")
                } catch let error as MigrationError {
                    // Two names of one member may not be told apart in the other version.
                    #expect(!isSingle, "\(comment): \(document.text()) \(error)")
                }
            }
        }
    }
}
