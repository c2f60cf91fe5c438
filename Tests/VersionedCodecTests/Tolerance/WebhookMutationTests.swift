import Foundation
import TestSupport
import Testing
import VersionedCodec

/// Real payloads, broken at random: each independent fault is reported once, none is invented, none is a consequence,
/// and what is good is kept.
@Suite(.enabled(if: RepositoryFiles.hasSharedData, Comment(rawValue: RepositoryFiles.sharedDataIsAbsent)))
struct WebhookMutationTests {
    static let payloads: [URL] = {
        let folder = RepositoryFiles.sharedData.appending(path: "webhooks")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "json" }.sorted {
            $0.path < $1.path
        }
    }()

    /// How many broken payloads are made of each file; a run by hand asks for more: `TOLERANCE_PAYLOADS=10000 swift
    /// test --filter WebhookMutation`.
    static let rounds: Int = {
        let wanted = ProcessInfo.processInfo.environment["TOLERANCE_PAYLOADS"].flatMap { Int($0) }
        return wanted.map { max(1, $0 / max(1, payloads.count)) } ?? 12
    }()

    private static let decoder: VersionedJSONDecoder = {
        var decoder = VersionedJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }()

    @Test(arguments: payloads) func brokenPayloadsGiveTheirFaults(_ file: URL) throws {
        let original = try JSONDocument(parsing: Data(contentsOf: file)).root
        for seed in 0..<Self.rounds {
            var breaker = Breaker(
                seed: UInt64(bitPattern: Int64(seed &* 7919 &+ file.path.utf8.reduce(0) { $0 &* 31 &+ Int($1) })))
            let broken = breaker.broken(original, .event, faults: 1 + seed % 24).payload
            let style: WritingStyle = seed % 2 == 0 ? .compact : .pretty
            try Self.look(at: Data(broken.bytes(in: style)), seed)
        }
    }

    private static func look(at payload: Data, _ seed: Int) throws {
        let document = try JSONDocument(parsing: payload)
        let expected = Expectation.of(document.root, .event, at: .root)
        let report = try decoder.decodeReporting(Webhook.Event.self, from: payload)
        #expect(
            report.issues.map(\.path.description).sorted() == expected.faults.map(\.path.description).sorted(),
            "seed \(seed)")
        for issue in report.issues {
            let value = try #require(document.root[at: issue.path])
            #expect(issue.position == document.position(of: value))
            #expect(issue.byteRange?.lowerBound == issue.position?.byteOffset)
        }
        let offsets = report.issues.compactMap(\.position?.byteOffset)
        #expect(offsets == offsets.sorted())
        let kept = try expected.kept.map { try decoder.decode(Webhook.Event.self, from: $0) }
        #expect(report.value == kept, "seed \(seed)")
        // The same on every run, and nothing stays with the decoder.
        #expect(try decoder.decodeReporting(Webhook.Event.self, from: payload).issues == report.issues)
        #expect((try? decoder.decode(Webhook.Event.self, from: payload)) == (report.issues.isEmpty ? kept : nil))
    }

    @Test func thereAreFaults() throws {
        var breaker = Breaker(seed: 1)
        let file = try #require(Self.payloads.first)
        let original = try JSONDocument(parsing: Data(contentsOf: file)).root
        let broken = breaker.broken(original, .event, faults: 8)
        #expect(broken.count == 8)
        #expect(!Expectation.of(broken.payload, .event, at: .root).faults.isEmpty)
        #expect(Expectation.of(original, .event, at: .root).faults.isEmpty)
    }
}

/// Breaks values of a payload at places that a seed chooses.
private struct Breaker {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    private mutating func next(_ limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 33) % limit
    }

    mutating func broken(_ payload: JSONValue, _ shape: WebhookShape, faults: Int) -> (payload: JSONValue, count: Int) {
        var (payload, count) = (payload, 0)
        for _ in 0..<(faults * 20) where count < faults {
            if descend(&payload, shape) { count += 1 }
        }
        return (payload, count)
    }

    /// Breaks one value within a value.
    private mutating func descend(_ value: inout JSONValue, _ shape: WebhookShape) -> Bool {
        switch shape {
        case .optional(let inner): return value.isNull ? false : descend(&value, inner)
        case .list(let inner):
            guard let array = value.array, !array.isEmpty else { return false }
            var elements = Array(array)
            let place = next(elements.count)
            if next(4) == 0 {
                elements[place] = inner.wrong(next(7))
            } else if !descend(&elements[place], inner) {
                return false
            }
            value = .array(JSONArray(elements))
            return true
        case .object(let members):
            guard var object = value.object else { return false }
            let (key, inner) = members[next(members.count)]
            guard var member = object[key] else { return false }
            if next(3) == 0 || !descend(&member, inner) {
                if case .object = inner, next(3) > 0 { return false }
                let isOptional = if case .optional = inner { true } else { false }
                if !isOptional, next(5) == 0 {
                    object.removeValue(forKey: key)
                    value = .object(object)
                    return true
                }
                member = inner.wrong(next(7))
            }
            object[key] = member
            value = .object(object)
            return true
        default: return false
        }
    }
}

/// What a reporting call must find in a payload, worked out from the shape alone.
private struct Expectation {
    struct Fault {
        let path: JSONPointer
        let isMissing: Bool
    }

    var faults: [Fault] = []

    /// The payload without what is bad; `nil` where nothing is left.
    var kept: JSONValue?

    static func of(_ value: JSONValue, _ shape: WebhookShape, at path: JSONPointer) -> Expectation {
        let wrong = Expectation(faults: [Fault(path: path, isMissing: false)], kept: nil)
        switch shape {
        case .optional(let inner):
            if value.isNull { return Expectation(kept: value) }
            var result = of(value, inner, at: path)
            result.kept = result.kept ?? .null
            return result
        case .list(let inner):
            guard let array = value.array else { return wrong }
            var (faults, elements) = ([Fault](), [JSONValue]())
            for (index, element) in array.enumerated() {
                let part = of(element, inner, at: path.appending(String(index)))
                faults += part.faults
                if let kept = part.kept { elements.append(kept) }
            }
            return Expectation(faults: faults, kept: .array(JSONArray(elements)))
        case .object(let members):
            guard var object = value.object else { return wrong }
            var result = Expectation()
            var hasFailed = false
            for (key, inner) in members {
                let isOptional = if case .optional = inner { true } else { false }
                guard let member = object[key] else {
                    if isOptional { continue }
                    // After a placeholder, what is missing may be a consequence, and ends the object.
                    if hasFailed { return Expectation(faults: result.faults, kept: nil) }
                    result.faults.append(Fault(path: path, isMissing: true))
                    hasFailed = true
                    continue
                }
                let part = of(member, inner, at: path.appending(key))
                result.faults += part.faults
                if let kept = part.kept { object[key] = kept } else { hasFailed = true }
            }
            result.kept = hasFailed ? nil : .object(object)
            return result
        default: return fits(value, shape) ? Expectation(kept: value) : wrong
        }
    }

    private static func fits(_ value: JSONValue, _ shape: WebhookShape) -> Bool {
        switch shape {
        case .int: value.int != nil
        case .bool: value.bool != nil
        case .string, .url: value.string != nil
        case .choice: ["open", "closed", "User", "Bot", "Organization"].contains(value.string ?? "")
        case .date: value.string.map { $0.count >= 20 && !$0.hasPrefix("2021-02-31") && $0 != "yesterday" } ?? false
        default: false
        }
    }
}
