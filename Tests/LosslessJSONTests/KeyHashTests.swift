import Testing

@testable import LosslessJSON

/// Tables whose places are the low bits of a hash stay tables, and do not become lists.
@Suite struct KeyHashTests {
    @Test(arguments: ["%", "R%", "Region-%", "item_number_00%", "a%-suffix", "sensor.%.temperature", "2020-01-01T%Z"])
    func keysThatDifferInANumberAreFarFromEachOther(_ template: String) {
        let hashes = (0..<8000).map { number in
            KeyHash.hash(template.replacing("%", with: String(number))) & 0x3FFF
        }
        // Of 16,384 places, 8,000 keys at random take some 6,300.
        #expect(Set(hashes).count > 6000)
        // Runs of places that are taken are short.
        let taken = Set(hashes)
        var (run, longest) = (0, 0)
        for place in 0..<(1 << 14) as Range<UInt32> {
            run = taken.contains(place) ? run + 1 : 0
            longest = max(longest, run)
        }
        #expect(longest < 40)
    }
}
