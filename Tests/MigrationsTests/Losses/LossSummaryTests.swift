@testable import Migrations
import Testing
import VersionedCodec

@Suite struct LossSummaryTests {
    private func losses(_ count: Int) throws -> [Loss] {
        let elements = (0..<count).map { #"{"a":\#($0),"b":"B"}"# }.joined(separator: ",\n")
        let plan = try MigrationPlan.of([.each("", [.remove("/a"), .transform("/b", by: [.lowercase])])])
        return try plan.migrate("[\(elements)]", to: "2", from: "1").losses
    }

    @Test func ofNothingIsEmpty() {
        #expect(LossSummary().text == "")
        #expect(LossSummary().count == 0)
    }

    @Test func groupsByStepAndReason() throws {
        var summary = LossSummary()
        summary.add(try losses(1), file: "old.json")
        #expect(
            summary.text == """
                old.json:1:7: lost 0: the other version does not have it (at "/0/a", step 1 → 2, remove "/a")
                old.json:1:13: lost "B": it does not come back as it was: it becomes "b", and comes back as "b" (at "/0/b", step 1 → 2, transform "/b")
                2 losses
                    1 × step 1 → 2, remove "/a": the other version does not have it
                    1 × step 1 → 2, transform "/b": it does not come back as it was

                """)
    }

    /// What a date loses is different each time, so a summary by that would have a line for each loss.
    @Test func groupsDatesByTheirLostParts() throws {
        let dates = (10..<60).map { #""2026-11-24T10:00:\#($0).\#($0 * 11)Z""# }.joined(separator: ",")
        let plan = try MigrationPlan.of([.each("", [.reformatDate("", from: .iso8601, to: .iso8601Date)])])
        var summary = LossSummary()
        summary.add(try plan.migrate("[\(dates)]", to: "2", from: "1").losses, file: "f")
        #expect(
            summary.text.hasSuffix(
                """
                50 losses
                    50 × step 1 → 2, reformat the date the whole value from ISO 8601 to ISO 8601 date: the other format cannot say the time, the fraction

                """))
    }

    /// Losses of a large document are counted without a value for each.
    @Test(arguments: [1, 9, 10, 11, 400]) func packedLossesAreCountedAsOthers(count: Int) throws {
        var (one, other, packed) = (LossSummary(), LossSummary(), PackedLosses())
        var losses = try losses(count)
        // Of several groups, in any order; one has no operation.
        for index in losses.indices where index % 7 == 3 { (losses[index].step, losses[index].operation) = (nil, nil) }
        for loss in losses { packed.append(loss) }
        packed.order(in: UnsafeBufferPointer(start: nil, count: 0))
        one.add(Array(packed), file: "f")
        other.add(.packed(packed), file: "f")
        #expect(other.text == one.text)
        #expect(other.count == losses.count)
        // A second file goes on where the first ended.
        one.add(Array(packed), file: "g")
        other.add(LossList.packed(packed), file: "g")
        #expect(other.text == one.text)
    }

    @Test func namesNoOperationWhereNoneIsKnown() throws {
        var bare = try losses(1)[0]
        (bare.step, bare.operation) = (nil, nil)
        var summary = LossSummary()
        summary.add([bare], file: "f")
        #expect(summary.text.hasSuffix("\n1 loss\n    1 × the other version does not have it\n"))
    }

    @Test func oneLossIsOne() throws {
        var summary = LossSummary()
        summary.add(Array(try losses(1).prefix(1)), file: "f")
        #expect(summary.text.contains("\n1 loss\n    1 × step"))
    }

    @Test func showsTwentyInFullAndCountsTheRest() throws {
        var summary = LossSummary()
        for _ in 0..<2 { summary.add(try losses(10), file: "f") }
        let lines = summary.text.split(separator: "\n")
        #expect(summary.count == 40)
        #expect(lines.count == 24)
        #expect(
            lines[20...].joined(separator: "|").hasPrefix("… and 20 more|40 losses|    20 × step 1 → 2, remove \"/a\""))
    }
}
