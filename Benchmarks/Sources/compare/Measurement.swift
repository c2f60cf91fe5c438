import AllocationCounter
import Foundation

/// What a row came to.
struct Measurement {
    let name: String
    let oursNanoseconds: Double
    let baselineNanoseconds: Double
    /// Baseline by ours in each round, sorted.
    let ratios: [Double]
    /// Allocations of ours for one unit; nil where they are not counted.
    let allocations: Double?
    let target: Double?
    let megabytesPerSecond: Double?

    var ratio: Double { ratios.median }
}

extension Row {
    /// Runs ours and the baseline in turn, A B A B …, so that what slows the machine slows both.
    func measure(rounds: Int, minimumSeconds: Double, by clock: RowClock = .wall) throws -> Measurement {
        // Once each to warm up, and to learn how often a round must repeat.
        let oursRepeats = try repeats(of: ours, minimumSeconds, clock)
        let baselineRepeats = try repeats(of: baseline, minimumSeconds, clock)
        var oursTimes: [Double] = []
        var baselineTimes: [Double] = []
        var ratios: [Double] = []
        for _ in 0..<rounds {
            let mine = try time(oursRepeats, ours, clock)
            let theirs = try time(baselineRepeats, baseline, clock) * baselineScale
            oursTimes.append(mine)
            baselineTimes.append(theirs)
            ratios.append(theirs / mine)
        }
        let before = allocation_count()
        blackHole(try ours())
        let allocations = before < 0 ? nil : Double(allocation_count() - before) / Double(units)
        let nanoseconds = oursTimes.sorted().median
        return Measurement(
            name: name, oursNanoseconds: nanoseconds, baselineNanoseconds: baselineTimes.sorted().median,
            ratios: ratios.sorted(), allocations: allocations, target: target,
            megabytesPerSecond: bytes.map { Double($0) / nanoseconds * 1000 })
    }

    private func repeats(of work: () throws -> Int, _ minimumSeconds: Double, _ clock: RowClock) throws -> Int {
        let once = try time(1, work, clock) * Double(units) / 1e9
        return max(1, Int((minimumSeconds / max(once, 1e-9)).rounded(.up)))
    }

    /// Nanoseconds for one unit.
    private func time(_ repeats: Int, _ work: () throws -> Int, _ clock: RowClock) throws -> Double {
        let start = clock.nanoseconds
        for _ in 0..<repeats { blackHole(try work()) }
        return (clock.nanoseconds - start) / Double(repeats * units)
    }
}

/// What time is measured by.
enum RowClock {
    case wall
    /// The time that this process has had a processor.
    case processor

    var nanoseconds: Double {
        var time = timespec()
        clock_gettime(self == .wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

@inline(never)
func blackHole(_ value: Int) {}

extension [Double] {
    /// The middle of sorted numbers.
    var median: Double { isEmpty ? .nan : (self[(count - 1) / 2] + self[count / 2]) / 2 }
}
