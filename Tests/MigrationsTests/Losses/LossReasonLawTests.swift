import Foundation
@testable import Migrations
import TestSupport
import Testing
import VersionedCodec

/// What a loss says of its value, against the document, its other version, and what comes back: each operation with
/// each rule, in both directions, whatever its way back is.
///
/// `LOSS_REASONS=all` tries every document with every operation; otherwise every document meets some.
@Suite struct LossReasonLawTests {
    private static let stride = ProcessInfo.processInfo.environment["LOSS_REASONS"] == "all" ? 1 : 29

    private static let documents = Result {
        try
            (OperationCatalogue.documents + [
                #"{"a":{"b":{"k":"x y"},"c":"11"},"b":{"a":12,"d":{}},"n":13}"#,
                #"{"a":[{"a":"11","b":1.50},{"a":"12","b":{"c":[]}}],"b":["x","z"]}"#,
            ]).map { try JSONDocument(parsing: $0) }
    }

    @Test(arguments: LossClassLawTests.WayBack.allCases) func reasonIsTrueOfTheDocument(
        _ way: LossClassLawTests.WayBack
    ) throws {
        let documents = try Self.documents.get()
        var number = 0
        var sentences: Set<String> = []
        for operation in Cases.some(of: OperationCatalogue.strict + OperationCatalogue.skipping) {
            guard let migration = way.migration(operation) else { continue }
            let plan = try? MigrationPlan(
                "Law", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")], migrations: [migration])
            guard let plan else { continue }
            for (from, target) in [("1", "2"), ("2", "1")] {
                number += 1
                for (index, document) in documents.enumerated() where (number + index) % Self.stride == 0 {
                    guard let there = try? plan.migrate(document, to: target, from: from), !there.losses.isEmpty
                    else { continue }
                    let back = try? plan.migrate(there.bytes, to: from, from: target)
                    let trip = LossReason.Trip(
                        before: document.root, after: try JSONDocument(parsing: there.bytes).root,
                        back: try back.map { try JSONDocument(parsing: $0.bytes).root })
                    for loss in there.losses {
                        // Of equal elements the place does not say which one it is.
                        if !loss.isOfOrder, LossReason.Facts.count(loss.value, in: document.root) > 1 { continue }
                        #expect(loss.step != nil && loss.operation != nil, "\(loss): \(operation.json.text())")
                        let reason = LossReason(loss, trip)
                        sentences.insert(reason.sentence)
                        #expect(
                            reason.isTrue == true,
                            """
                            \(operation.json.text()), way back \(way), \(from) → \(target): \(document.root.text())
                            \(loss)
                            there: \(there.text)
                            back: \(back?.text ?? "none")
                            """)
                    }
                }
            }
        }
        #expect(sentences.count > 3, "\(sentences.sorted())")
    }
}

/// The reason of a loss, and whether it is true.
struct LossReason {
    /// A document, its other version, and what comes back, if that can.
    struct Trip {
        let before: JSONValue
        let after: JSONValue
        let back: JSONValue?
    }

    /// The reason without its values.
    let sentence: String
    /// `nil` if no sentence is known that begins so.
    let isTrue: Bool?

    init(_ loss: Loss, _ trip: Trip) {
        let found = Self.sentences.first { loss.reason.hasPrefix($0.beginning) }
        sentence = found?.beginning ?? loss.reason
        isTrue = found?.isTrue(Facts(loss, trip, rest: String(loss.reason.dropFirst(found?.beginning.count ?? 0))))
    }

    /// What can be seen of a lost value.
    struct Facts {
        let loss: Loss
        let trip: Trip
        /// The reason behind its beginning.
        let rest: String
        /// What is in its place in the other version, and in what comes back.
        let after: JSONValue?
        let back: JSONValue?

        init(_ loss: Loss, _ trip: Trip, rest: String) {
            (self.loss, self.trip, self.rest) = (loss, trip, rest)
            (after, back) = (trip.after[at: loss.path], trip.back?[at: loss.path])
        }

        var value: JSONValue { loss.value }
        var isKept: Bool { after.map { Self.isSame($0, value) } == true }
        var comesBack: Bool { back.map { Self.isSame($0, value) } == true }

        private static let sorted = WritingStyle(keyOrder: .sorted)

        static func isSame(_ one: JSONValue, _ other: JSONValue) -> Bool {
            one.text(in: sorted) == other.text(in: sorted)
        }

        static func count(_ value: JSONValue, in whole: JSONValue) -> Int {
            if isSame(value, whole) { return 1 }
            if let array = whole.array { return array.reduce(0) { $0 + count(value, in: $1) } }
            return whole.object?.reduce(0) { $0 + count(value, in: $1.value) } ?? 0
        }
    }

    private struct Sentence {
        let beginning: String
        let isTrue: (Facts) -> Bool
    }

    private static func sentence(_ beginning: String, _ isTrue: @escaping (Facts) -> Bool) -> Sentence {
        Sentence(beginning: beginning, isTrue: isTrue)
    }

    nonisolated(unsafe) private static let sentences: [Sentence] = [
        // What the judge says.
        sentence("it is kept, and the way back takes it away") { $0.isKept && !$0.comesBack },
        sentence("it is kept, and the way back reads it as ") { $0.isKept && $0.back?.text() == $0.rest },
        sentence("it does not come back as it was: it comes back as ") { !$0.comesBack && $0.back?.text() == $0.rest },
        sentence("it does not come back as it was: it becomes ") { !$0.comesBack },
        sentence("it does not come back") { !$0.comesBack },
        sentence("nothing in the other version comes from it") { !$0.isKept },
        sentence("the other version does not have all of it") { !$0.isKept },
        sentence("the order of the elements is not kept") {
            $0.back?.array?.count == $0.value.array?.count && !$0.comesBack
        },
        sentence("the way back fails: ") { $0.trip.back == nil },
        // What operations say of what they have done.
        sentence("the other version does not have it") { !$0.isKept },
        // What replaces an empty container may be empty too.
        sentence("it is overwritten") { !$0.isKept || $0.value.isEmptyValue },
        sentence("it is set to ") { !$0.isKept && $0.after?.text() == $0.rest },
        sentence("it is not in the table, and becomes ") { !$0.isKept && $0.after?.text() == $0.rest },
        sentence("it is not one of the members that are kept") { $0.after == nil },
        sentence("it is dropped, being empty") { $0.after == nil && $0.value.isEmptyValue },
        sentence("only the first element is kept") { $0.loss.path.tokens.last != "0" && !$0.isKept },
        sentence("an empty array becomes null") { $0.after == .null && $0.value == [] },
        sentence("an empty array is removed") { $0.after == nil && $0.value == [] },
        sentence("an earlier element has the same id") { !$0.isKept },
        sentence("a later element has the same id") { !$0.isKept },
        sentence("an earlier member has the same key then") { !$0.isKept },
        sentence("a later member has the same key then") { !$0.isKept },
        sentence("its key is not in the table") { $0.after == nil },
        sentence("it is filtered out") { !$0.isKept },
        sentence("an earlier element is the same") { Facts.count($0.value, in: $0.trip.before) > 1 },
        sentence("the outer object already has this member") { !$0.isKept },
        sentence("the array is empty, so no element can hold it") { $0.after == nil },
        sentence("the elements cannot hold it") { !$0.isKept },
        // What operations say of their own way back.
        sentence("it differs from the default ") { $0.value.text() != $0.rest && !$0.comesBack },
        sentence("it differs from what ") { !$0.isKept && !$0.comesBack },
        sentence("there is nothing to derive it from at ") { !$0.isKept && !$0.comesBack },
        sentence("the way back does not make it again") { !$0.isKept && !$0.comesBack },
        sentence("the way back cannot distinguish ") { $0.back == nil && $0.value.isEmptyValue },
        sentence("the way back cannot read the result") { !$0.isKept },
        sentence("the way back makes no empty list") { $0.back == nil && $0.value == [] },
        sentence("the way back puts it into another part") { !$0.comesBack },
        sentence("the way back does not give it") { !$0.comesBack },
        sentence("splitting does not give it back from ") { !$0.isKept && !$0.comesBack },
        sentence("it is the default, which the way back leaves out") { $0.back == nil },
        sentence("it becomes ") {
            let parts = $0.rest.components(separatedBy: ", which the way back reads as ")
            return $0.after?.text() == parts.first && $0.back?.text() == parts.last
        },
        sentence("its spelling does not come back") { !$0.isKept && !$0.comesBack && $0.back?.kind == $0.value.kind },
        sentence("the other format cannot say ") { !$0.isKept },
    ]
}

extension JSONValue {
    fileprivate var isEmptyValue: Bool {
        self == .null || self == "" || array?.isEmpty == true || object?.isEmpty == true
    }
}
