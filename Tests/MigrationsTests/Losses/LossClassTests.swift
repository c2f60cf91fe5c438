import Migrations
import Testing

@Suite struct LossClassTests {
    @Test func classesGoFromHarmlessToGrave() {
        #expect(LossClass.allCases.sorted() == [.exact, .needsDefault, .captures, .oneWay])
        #expect(LossClass.allCases.map(\.rawValue) == ["exact", "needs default", "captures", "one-way"])
    }
}
