import Testing

@testable import Migrations

@Suite struct FreePlacesTests {
    /// The same place as a search from one to the next finds, whatever has been taken.
    @Test(arguments: UInt64(1)...8) func nearestIsTheOneThatASearchFinds(_ seed: UInt64) {
        var random = SeededRandom(state: seed)
        let all = (0..<200).filter { _ in Bool.random(using: &random) }
        var (free, rest) = (FreePlaces(all), all)
        while !rest.isEmpty {
            let place = Int.random(in: -3..<205, using: &random)
            let nearest = rest.min { (abs($0 - place), -$0) < (abs($1 - place), -$1) }
            #expect(free.nearest(to: place) == nearest, "\(rest) near \(place)")
            let taken = Bool.random(using: &random) ? nearest : rest.randomElement(using: &random)
            free.take(taken ?? -1)
            rest.removeAll { $0 == taken }
            // One that is taken, or was never there, changes nothing.
            free.take(taken ?? -1)
            free.take(1_000)
        }
        #expect(free.nearest(to: 7) == nil)
        var none = FreePlaces([])
        #expect(none.nearest(to: 0) == nil)
    }
}
