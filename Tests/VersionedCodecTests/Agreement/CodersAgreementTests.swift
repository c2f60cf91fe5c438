import Foundation
import TestSupport
import Testing
import VersionedCodec

/// Both coders on random models of random schemas, with every combination of strategies: the same text; and on the
/// texts, and on texts that were changed at random, the same value or the same error. Differences are those of the
/// articles.
@Suite struct CodersAgreementTests {
    struct Options: Sendable, CustomTestStringConvertible {
        var coders: @Sendable () -> BothCoders
        var convertsKeys: Bool
        var testDescription: String
    }

    private enum Keys: CaseIterable { case asDeclared, snakeCase, custom }
    private enum Dates: CaseIterable { case deferred, seconds, milliseconds, iso8601, custom }

    static let options: [Options] = Keys.allCases.flatMap { keys in
        Dates.allCases.map { dates in
            let (deferredData, texts) = (dates == .seconds || dates == .iso8601, dates != .milliseconds)
            return Options(
                coders: { coders(keys, dates, deferredData: deferredData, texts: texts) },
                convertsKeys: keys != .asDeclared,
                testDescription: "\(keys), \(dates)")
        }
    }

    private static func coders(_ keys: Keys, _ dates: Dates, deferredData: Bool, texts: Bool) -> BothCoders {
        var both = BothCoders(
            keys == .custom ? [.sortedKeys, .prettyPrinted] : [.sortedKeys, .withoutEscapingSlashes])
        let (ours, theirs) = (both.encoders.theirs, both.decoders.theirs)
        switch keys {
        case .asDeclared: break
        case .snakeCase:
            (both.encoders.ours.keyEncodingStrategy, ours.keyEncodingStrategy) = (
                .convertToSnakeCase, .convertToSnakeCase
            )
            (both.decoders.ours.keyDecodingStrategy, theirs.keyDecodingStrategy) = (
                .convertFromSnakeCase, .convertFromSnakeCase
            )
        case .custom:
            let write: @Sendable ([any CodingKey]) -> any CodingKey = {
                AnyKey(stringValue: "~" + ($0.last?.stringValue ?? ""))
            }
            let read: @Sendable ([any CodingKey]) -> any CodingKey = {
                AnyKey(stringValue: String(($0.last?.stringValue ?? "").dropFirst()))
            }
            (both.encoders.ours.keyEncodingStrategy, ours.keyEncodingStrategy) = (.custom(write), .custom(write))
            (both.decoders.ours.keyDecodingStrategy, theirs.keyDecodingStrategy) = (.custom(read), .custom(read))
        }
        switch dates {
        case .deferred: break
        case .seconds:
            (both.encoders.ours.dateEncodingStrategy, ours.dateEncodingStrategy) = (
                .secondsSince1970, .secondsSince1970
            )
            (both.decoders.ours.dateDecodingStrategy, theirs.dateDecodingStrategy) = (
                .secondsSince1970, .secondsSince1970
            )
        case .milliseconds:
            (both.encoders.ours.dateEncodingStrategy, ours.dateEncodingStrategy) = (
                .millisecondsSince1970, .millisecondsSince1970
            )
            (both.decoders.ours.dateDecodingStrategy, theirs.dateDecodingStrategy) = (
                .millisecondsSince1970, .millisecondsSince1970
            )
        case .iso8601:
            (both.encoders.ours.dateEncodingStrategy, ours.dateEncodingStrategy) = (.iso8601, .iso8601)
            (both.decoders.ours.dateDecodingStrategy, theirs.dateDecodingStrategy) = (.iso8601, .iso8601)
        case .custom:
            let write: @Sendable (Date, any Encoder) throws -> Void = { date, encoder in
                var list = encoder.unkeyedContainer()
                try list.encode(date.timeIntervalSinceReferenceDate)
                try list.encode(encoder.codingPath.last?.stringValue ?? "")
            }
            let read: @Sendable (any Decoder) throws -> Date = { decoder in
                var list = try decoder.unkeyedContainer()
                let date = Date(timeIntervalSinceReferenceDate: try list.decode(Double.self))
                guard try list.decode(String.self) == decoder.codingPath.last?.stringValue ?? "" else {
                    throw PathDiffers()
                }
                return date
            }
            (both.encoders.ours.dateEncodingStrategy, ours.dateEncodingStrategy) = (.custom(write), .custom(write))
            (both.decoders.ours.dateDecodingStrategy, theirs.dateDecodingStrategy) = (.custom(read), .custom(read))
        }
        if deferredData {
            (both.encoders.ours.dataEncodingStrategy, ours.dataEncodingStrategy) = (.deferredToData, .deferredToData)
            (both.decoders.ours.dataDecodingStrategy, theirs.dataDecodingStrategy) = (.deferredToData, .deferredToData)
        }
        if texts {
            (both.encoders.ours.nonConformingFloatEncodingStrategy, ours.nonConformingFloatEncodingStrategy) = (
                .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan"),
                .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
            )
            (both.decoders.ours.nonConformingFloatDecodingStrategy, theirs.nonConformingFloatDecodingStrategy) = (
                .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan"),
                .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
            )
        }
        return both
    }

    struct PathDiffers: Error {}

    @Test(arguments: options.indices, 0..<5)
    func randomModelsAreCodedAlike(_ option: Int, _ seed: Int) throws {
        let options = Self.options[option]
        let both = options.coders()
        var chance = Chance(option * 1000 + seed)
        for _ in 0..<Cases.some(of: 25) {
            let schema = Schema.random(&chance, depth: 4, enums: !options.convertsKeys)
            let model = RandomModel(schema, schema.tree(&chance))
            let theirs = BothDecoders.Outcome {
                try String(decoding: both.encoders.theirs.encode(model), as: UTF8.self)
            }
            let ours = BothDecoders.Outcome { try String(decoding: both.encoders.ours.encode(model), as: UTF8.self) }
            if ours != theirs, !Self.isListed(ours, theirs, model) {
                Testing.Issue.record(
                    "\(options.testDescription): \(Self.difference(ours.description, theirs.description))")
            }
            guard case .value(let text) = theirs else { continue }
            Self.compare(both, schema, Data(text.utf8), options)
            for _ in 0..<4 {
                var value = try JSONDocument(parsing: text).root
                Self.mutate(&value, &chance)
                Self.compare(both, schema, Data(value.bytes()), options)
            }
        }
    }

    /// Whether two faults are those of the article: Foundation's path may lack the part above a super encoder in a
    /// nested container. Of several numbers that are not finite, any may be the first: dictionaries have no order.
    private static func isListed(
        _ ours: BothDecoders.Outcome<String>, _ theirs: BothDecoders.Outcome<String>, _ model: RandomModel
    ) -> Bool {
        guard case .fault(let ours) = ours, case .fault(let theirs) = theirs else { return false }
        let faults = model.description.split { !$0.isLetter }.count { $0 == "inf" || $0 == "nan" }
        if faults > 1, ours.hasPrefix("invalidValue"), theirs.hasPrefix("invalidValue") { return true }
        let (one, other) = (
            ours.split(separator: " at ", maxSplits: 1, omittingEmptySubsequences: false),
            theirs.split(separator: " at ", maxSplits: 1, omittingEmptySubsequences: false)
        )
        guard one.count == 2, other.count == 2, one[0] == other[0] else { return false }
        var rest = other[1].split(separator: "/")[...]
        for part in one[1].split(separator: "/") where rest.first == part { rest = rest.dropFirst() }
        return rest.isEmpty
    }

    /// Two texts from where they differ.
    private static func difference(_ ours: String, _ theirs: String) -> String {
        let start = max(0, zip(ours, theirs).prefix { $0 == $1 }.count - 40)
        let (one, other) = (ours.dropFirst(start).prefix(120), theirs.dropFirst(start).prefix(120))
        return "…\(one) | …\(other)".replacing("\n", with: " ")
    }

    private static func compare(_ both: BothCoders, _ schema: Schema, _ payload: Data, _ options: Options) {
        RandomModel.$expected.withValue(schema) {
            let (ours, theirs) = both.decoders.outcomes(RandomModel.self, payload)
            if ours == theirs || isListed(ours, theirs, schema) { return }
            Testing.Issue.record(
                "\(options.testDescription): \(difference(ours.description, theirs.description)) of \(String(decoding: payload, as: UTF8.self)) by \(schema)"
            )
        }
    }

    private typealias Outcome = BothDecoders.Outcome<RandomModel>

    /// The differences of the article.
    private static func isListed(_ ours: Outcome, _ theirs: Outcome, _ schema: Schema) -> Bool {
        guard case .fault(let shape) = ours else { return false }
        // A missing key of a super decoder is an error at once.
        if shape.hasPrefix("keyNotFound"), let key = shape.split(separator: " ").dropFirst().first.map(String.init),
            schema.baseKeys.contains(key) || schema.baseKeys.contains("")
                || schema.baseKeys.contains(where: { $0.hasPrefix(key) })
        {
            return true
        }
        guard case .fault(let other) = theirs else { return false }
        // Paths of numbers that do not fit, and of dates.
        if shape.hasPrefix("dataCorrupted at "), other.hasPrefix("dataCorrupted at ") {
            return shape.hasPrefix(other)
        }
        // Null as a Bool.
        return shape.replacing("valueNotFound Bool", with: "typeMismatch Bool") == other
    }

    /// Puts something else into a random place.
    private static func mutate(_ value: inout JSONValue, _ chance: inout Chance) {
        let choice = chance.below(5)
        if var object = value.object, object.count > 0, choice > 0 {
            let key = chance.pick(object.map(\.key))
            if choice == 1 {
                object.removeValue(forKey: key)
            } else {
                var child = object[key] ?? .null
                mutate(&child, &chance)
                object[key] = child
            }
            value = .object(object)
        } else if var array = value.array, array.count > 0, choice > 0 {
            let place = chance.below(array.count)
            if choice == 1 {
                array.removeLast()
            } else {
                var child = array[place]
                mutate(&child, &chance)
                array[place] = child
            }
            value = .array(array)
        } else {
            let numbers = ["1.0", "1e2", "-1", "300", "1.5", "99999999999999999999", "1e400", "0.1", "-0"]
            value = chance.pick([
                nil, true, 7, "", "text", "2020-02-29T01:02:03Z", "inf", "AQID", [], [:], ["a": 1], [1], [[nil]],
                .number(JSONNumber(checkedText: chance.pick(numbers))),
            ])
        }
    }
}
