import Foundation
import TestSupport
import Testing
import DateCoding

/// Dates of the wild and of the standards, collected outside this repository.
@Suite(.enabled(if: RepositoryFiles.hasSharedData, Comment(rawValue: RepositoryFiles.sharedDataIsAbsent)))
struct DateVectorTests {
    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        let id: String
        let text: String
        let family: String
        let valid: Bool
        let ldml: String?
        let unixSeconds: String?
        let defaultZone: String?
        var testDescription: String { "\(id): \(text)" }

        enum CodingKeys: String, CodingKey {
            case id, text, family, valid, ldml
            case unixSeconds = "unix_seconds"
            case defaultZone = "default_zone"
        }
    }

    /// What we judge otherwise, and why.
    static let judgedOtherwise: [String: String] = [
        "iana-suffix": "RFC 9557's zone in brackets is not RFC 3339; what is not read is not dropped either: an error",
        "dst-fold-0": "a zone with daylight rules; the product VersionedCodecFoundation reads it",
        "zone-shanghai": "a zone with a history of rules; the product VersionedCodecFoundation reads it",
        "zone-apia-skip": "a zone with a skipped day; the product VersionedCodecFoundation refuses it",
    ]

    static let vectors: [Vector] = {
        guard RepositoryFiles.hasSharedData,
            let data = try? RepositoryFiles.shared("dates/vectors.json")
        else { return [] }
        return (try? JSONDecoder().decode([Vector].self, from: data)) ?? []
    }()

    /// The named format of a vector's family.
    static func format(_ vector: Vector) throws -> DateFormat {
        let byFamily: [String: DateFormat] = [
            "rfc3339": .rfc3339, "rfc3339-leap": .rfc3339, "rfc9557": .rfc3339, "iso8601": .iso8601,
            "iso8601-fraction": .iso8601, "iso8601-offset": .iso8601, "iso8601-basic": .iso8601,
            "iso8601-space": .rfc3339, "iso8601-week": .iso8601Date, "date-only": .dateOnly, "http": .httpDate,
            "rfc2822": .mail, "unix": .unixSeconds, "unix-ms": .unixMilliseconds, "unix-ns": .unixNanoseconds,
            "unix-string": .unixSeconds.asText(), "unix-ms-string": .unixMilliseconds.asText(),
            "apple-reference": .appleReferenceDate, "dotnet-ticks": .dotNetTicks, "dotnet-json": .dotNet,
            "iso8601-local": .iso8601.assuming(.gmt), "any": .iso8601,
        ]
        if let format = byFamily[vector.family] { return format }
        if vector.family == "sql" { return try .pattern("yyyy-MM-dd HH:mm:ssX") }
        return try .pattern(#require(vector.ldml), assuming: vector.defaultZone == nil ? nil : .gmt)
    }

    /// Unix seconds as exact decimal text.
    static func unixSeconds(_ date: ZonedDate) -> String {
        let target = DateFormat.unixSeconds
        var bytes: [UInt8] = []
        guard (try? target.append(reformatting: date, to: &bytes)) != nil else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func vectorsAreThere() {
        #expect(Self.vectors.count >= 70)
    }

    @Test(arguments: vectors)
    func namedFormatAgrees(_ vector: Vector) throws {
        guard Self.judgedOtherwise[vector.id] == nil else {
            if vector.family == "local-zone" { return }
            #expect(throws: DateFormatError.self) { try Self.format(vector).date(from: vector.text) }
            return
        }
        let format = try Self.format(vector)
        guard vector.valid else {
            #expect(throws: DateFormatError.self) { try format.date(from: vector.text) }
            return
        }
        let date = try format.zonedDate(from: vector.text)
        #expect(Self.unixSeconds(date) == vector.unixSeconds)
        let expected = try #require(vector.unixSeconds.flatMap(Double.init))
        #expect(abs(date.date.timeIntervalSince1970 - expected) <= abs(expected).ulp)
    }

    @Test(arguments: vectors.filter { $0.ldml != nil && judgedOtherwise[$0.id] == nil })
    func patternAgrees(_ vector: Vector) throws {
        let ldml = try #require(vector.ldml)
        // A week date is not a pattern here, and the error says what is.
        if ldml.contains("Y") {
            #expect(throws: DateFormatError.self) { try DateFormat.pattern(ldml) }
            return
        }
        let format = try DateFormat.pattern(
            ldml, assuming: vector.defaultZone == nil ? nil : .gmt, twoDigitYearsFrom: 1950)
        guard vector.valid else {
            #expect(throws: DateFormatError.self) { try format.date(from: vector.text) }
            return
        }
        // RFC 850 writes GMT where its pattern has a zone, so the pattern reads it too.
        #expect(try Self.unixSeconds(format.zonedDate(from: vector.text)) == vector.unixSeconds)
    }
}
