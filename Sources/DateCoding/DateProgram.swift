/// A format as steps over bytes, compiled once.
///
/// Unchecked: the address of the code is never written to after the program is made.
///
/// Unsafe code: owns the memory of `code`, which is never changed and lives as long as the program; formats hold the
/// program while they use it.
final class DateProgram: @unchecked Sendable, Hashable {
    let steps: [DateStep]
    /// The same in fewer steps, at an address that stays; freed with the program.
    let code: UnsafeBufferPointer<DateStep>
    /// How many digits of the second's fraction are written; ``ZonedDate/asNeeded`` for as many as there are.
    let fractionDigits: Int
    /// At most so many bytes are written.
    let longest: Int
    /// The parts of a date that the text shows.
    let shown: Shown
    /// Whether an offset with seconds can be written.
    let showsOffsetSeconds: Bool

    /// Parts of a date.
    struct Shown: OptionSet, Sendable {
        let rawValue: UInt8
        static let year = Shown(rawValue: 1)
        static let month = Shown(rawValue: 2)
        static let day = Shown(rawValue: 4)
        static let hour = Shown(rawValue: 8)
        static let minute = Shown(rawValue: 16)
        static let second = Shown(rawValue: 32)
        static let offset = Shown(rawValue: 64)
        static let dayAndTime: Shown = [.year, .month, .day, .hour, .minute, .second]
        static let all = dayAndTime.union(.offset)
    }

    init(_ steps: [DateStep]) {
        self.steps = steps
        let fused = UnsafeMutableBufferPointer<DateStep>.allocate(capacity: max(1, steps.count))
        let end = fused.initialize(fromContentsOf: DateStep.fused(steps))
        code = UnsafeBufferPointer(rebasing: fused[..<end])
        longest = steps.reduce(0) { $0 + $1.longest }
        showsOffsetSeconds = steps.allSatisfy { step in
            step.kind != .zoneName && (step.kind != .offset || step.style.contains(.seconds))
        }
        shown = steps.reduce(into: []) { $0.formUnion(Self.parts(of: $1.kind)) }
        fractionDigits =
            steps.reduce(0) { digits, step in
                switch step.kind {
                case .fraction: Int(step.most)
                case .pointAndFraction: ZonedDate.asNeeded
                default: digits
                }
            }
    }

    deinit {
        UnsafeMutableBufferPointer(mutating: code).deallocate()
    }

    private static func parts(of kind: DateStep.Kind) -> Shown {
        switch kind {
        case .year, .twoDigitYear: .year
        case .twoDigitMonth, .month, .shortMonth, .fullMonth: .month
        case .twoDigitDay, .day, .spacedDay: .day
        case .dayOfYear: [.month, .day]
        case .weekYear, .week, .weekdayNumber: [.year, .month, .day]
        case .twoDigitHour, .hour, .hour12, .hour11, .hour24: .hour
        case .twoDigitMinute, .minute: .minute
        case .twoDigitSecond, .second: .second
        case .offset, .zoneName, .longZoneName: .offset
        default: []
        }
    }

    static func == (lhs: DateProgram, rhs: DateProgram) -> Bool { lhs.steps == rhs.steps }

    func hash(into hasher: inout Hasher) { hasher.combine(steps) }
}
