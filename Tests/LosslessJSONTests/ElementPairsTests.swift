import Testing

@testable import LosslessJSON

@Suite(.timeLimit(.minutes(10))) struct ElementPairsTests {
    private static func partners(_ texts: [String], keeping kept: [Int]) -> [Int?] {
        let values = texts.map(JSONValue.string)
        return ElementPairs(
            old: Array(texts.indices), new: kept, oldValue: { values[$0] }, newValue: { values[kept[$0]] }
        ).partners
    }

    @Test func ofNeighboursThatAreAlikeTheFirstAreKept() {
        #expect(Self.partners(["a", "a", "b"], keeping: [1, 2]) == [0, nil, 1])
        #expect(Self.partners(["a", "a", "a", "b"], keeping: [2, 3]) == [0, nil, nil, 1])
        #expect(Self.partners(["c", "a", "a"], keeping: [2]) == [nil, 0, nil])
        #expect(Self.partners(["a", "c", "a"], keeping: [2]) == [0, nil, nil])
    }

    @Test func whatHasAnotherBetweenKeepsItsOwn() {
        #expect(Self.partners(["a", "b", "a"], keeping: [1, 2]) == [nil, 0, 1])
        #expect(Self.partners(["a", "b", "a", "b"], keeping: [2, 3]) == [0, 1, nil, nil])
    }

    @Test func whatIsWrittenAlikeComesBeforeWhatMeansTheSame() {
        func partners(_ old: JSONArray, _ new: JSONArray) -> [Int?] {
            ElementPairs(
                old: [Int?](repeating: nil, count: old.count), new: [Int?](repeating: nil, count: new.count),
                oldValue: { old[$0] }, newValue: { new[$0] }
            ).partners
        }
        let (whole, point) = (JSONValue.number(JSONNumber(1)), JSONValue.number(JSONNumber(text: "1.0")!))
        #expect(partners([whole, point], [point]) == [nil, 0])
        #expect(partners([whole, point, "a"], ["a", point]) == [nil, 1, 0])
        #expect(partners([whole, "a"], ["b", point]) == [1, nil])
        #expect(partners(["a", whole], ["b", point]) == [0, 1])
    }

    @Test func whatWasReplacedInItsPlaceIsTheOneThatIsGone() {
        func partners(_ texts: [String], _ new: [Int?]) -> [Int?] {
            let values = texts.map(JSONValue.string)
            return ElementPairs(
                old: Array(texts.indices), new: new, oldValue: { values[$0] },
                newValue: { new[$0].map { values[$0] } ?? "made" }
            ).partners
        }
        #expect(partners(["a", "a"], [nil, 1]) == [0, 1])
        #expect(partners(["b", "a", "a"], [0, nil, 2]) == [0, 1, 2])
        #expect(partners(["a", "a"], [1, nil]) == [0, 1])
        #expect(partners(["a", "b", "b"], [nil, 2]) == [0, 1, nil])
    }

    /// If a half of many is gone, time grows with their number and not with its square.
    @Test func firstOfManyAreKept() {
        let count = 100_000
        let found = Self.partners(Array(repeating: "a", count: 2 * count), keeping: Array(count..<2 * count))
        #expect(found == Array(0..<count) + Array(repeating: nil, count: count))
    }
}
