import Foundation
import Testing
import VersionedCodec

/// The types of these suites decoded tolerantly, as they are: what is right has its value and no issue, what is wrong
/// has issues with places.
extension BothDecoders {
    /// Expects that tolerant decoding agrees with strict decoding about a payload, and survives the same payload with
    /// its parts broken.
    func expectToleranceAgrees<Value: Decodable & Equatable>(
        _ type: Value.Type, _ payload: Data, _ strict: Outcome<Value>
    ) {
        guard let report = try? ours.decodeReporting(type, from: payload) else {
            // It is not JSON, or nothing; both are errors in strict decoding, too.
            if case .value(let value) = strict { Issue.record("no report of \(value)") }
            return
        }
        // A random model reads by the schema in a task-local value, which replays cannot bring back: they end, and that
        // is all.
        if type is RandomModel.Type { return }
        let wrong = report.issues.filter { $0.effect != .noted }
        switch strict {
        case .value(let value):
            #expect(wrong.isEmpty, "\(type) of \(String(decoding: payload, as: UTF8.self))")
            // Only a value with NaN in it is not equal to itself.
            #expect(report.value == value || value != value)
            expectPlacesOfMutations(type, payload)
        case .fault:
            #expect(!wrong.isEmpty, "\(type) of \(String(decoding: payload, as: UTF8.self))")
        }
        for issue in wrong { #expect(issue.position != nil, "\(issue)") }
    }

    /// Breaks one part of a payload after another; types of Foundation trap on some contents, such as the scheme "?" of
    /// `URLComponents`.
    private func expectPlacesOfMutations<Value: Decodable & Equatable>(_ type: Value.Type, _ payload: Data) {
        let name = String(reflecting: type)
        guard payload.count < 4000, !name.contains("Foundation."), !name.contains("FoundationEssentials."),
            let root = try? JSONDocument(parsing: payload).root
        else { return }
        for path in Self.paths(in: root, from: .root).prefix(12) {
            for other: JSONValue in [.array([.null]), "?", .bool(true)] {
                let broken = Self.replacing(root, path.tokens[...], other)
                let bytes = Data(broken.bytes())
                guard let report = try? ours.decodeReporting(type, from: bytes) else {
                    Issue.record("no report of \(broken)")
                    continue
                }
                let wrong = report.issues.filter { $0.effect != .noted }
                #expect(wrong.allSatisfy { $0.position != nil }, "\(type) of \(broken)")
                if (try? ours.decode(type, from: bytes)) == nil {
                    #expect(!wrong.isEmpty, "\(type) of \(broken)")
                } else {
                    #expect(wrong.isEmpty, "\(type) of \(broken): \(wrong)")
                }
            }
        }
    }

    /// The places of all values, the outermost first.
    private static func paths(in value: JSONValue, from path: JSONPointer) -> [JSONPointer] {
        var (list, next) = ([JSONPointer](), [(value, path)])
        while let (value, path) = next.popLast() {
            list.append(path)
            if let object = value.object {
                next += object.map { ($0.value, path.appending($0.key)) }
            } else if let array = value.array {
                next += array.enumerated().map { ($0.element, path.appending($0.offset)) }
            }
        }
        return list
    }

    /// The value with another one at a place.
    private static func replacing(_ value: JSONValue, _ path: ArraySlice<String>, _ other: JSONValue) -> JSONValue {
        guard let token = path.first else { return other }
        if var object = value.object, let member = object[token] {
            object[token] = replacing(member, path.dropFirst(), other)
            return .object(object)
        }
        guard let array = value.array, let index = Int(token), index < array.count else { return value }
        var elements = Array(array)
        elements[index] = replacing(elements[index], path.dropFirst(), other)
        return .array(JSONArray(elements))
    }
}
