/// The data that reading and writing need of a format, without a reference: loading it counts no reference.
///
/// Invariant: `code` belongs to a ``DateProgram`` that the same ``DateFormat`` holds, and every use keeps that format
/// alive until it is done. Unchecked for the address, which is never written to.
struct DateCode: @unchecked Sendable {
    let kind: Kind
    let code: UnsafeBufferPointer<DateStep>
    /// How many digits of the second's fraction are written; ``ZonedDate/asNeeded`` for as many as there are.
    let fractionDigits: Int
    /// At most so many bytes are written.
    let longest: Int
    /// The parts of a date that the text shows; all of them for what is not a pattern.
    let shown: DateProgram.Shown
    /// Whether an offset with seconds can be written.
    let showsOffsetSeconds: Bool
    let notation: DateFormat.Notation
    let reader: ISO8601Reader
    let number: NumberDate

    enum Kind: UInt8, Sendable {
        case pattern, iso8601, mail, http, number, dotNet, custom
    }

    private init(
        _ kind: Kind, program: DateProgram? = nil, fractionDigits: Int = 0, longest: Int = 0, showsOffset: Bool = false,
        notation: DateFormat.Notation = .text,
        reader: ISO8601Reader = ISO8601Reader(), number: NumberDate = DotNetDate.milliseconds
    ) {
        self.kind = kind
        self.code = program?.code ?? UnsafeBufferPointer(start: nil, count: 0)
        self.fractionDigits = program?.fractionDigits ?? fractionDigits
        self.longest = program?.longest ?? longest
        self.shown = program?.shown ?? (showsOffset ? .all : .dayAndTime)
        self.showsOffsetSeconds = program?.showsOffsetSeconds ?? (kind == .custom)
        self.notation = notation
        self.reader = reader
        self.number = number
    }

    init(_ program: DateProgram) {
        self.init(.pattern, program: program)
    }

    init(_ engine: DateEngine) {
        switch engine {
        case .pattern(let program): self.init(.pattern, program: program)
        case .iso8601(let reader, let program): self.init(.iso8601, program: program, reader: reader)
        case .mail(let program): self.init(.mail, program: program)
        case .http(let program): self.init(.http, program: program)
        case .number(let number):
            self.init(
                .number, fractionDigits: number.fractionDigits, longest: NumberDate.longest,
                notation: number.isText ? .text : .number, number: number)
        case .dotNet: self.init(.dotNet, fractionDigits: 3, longest: DotNetDate.longest, showsOffset: true)
        case .custom(let format):
            self.init(
                .custom, fractionDigits: format.base.fractionDigits ?? ZonedDate.asNeeded,
                showsOffset: format.base.showsOffset, notation: format.base.notation)
        }
    }

    /// Reads a whole text that is not empty. Not for custom formats.
    @inline(__always)
    func readText(
        _ base: UnsafePointer<UInt8>, _ count: Int, _ rules: DateRules
    ) throws(DateFormat.Mismatch) -> ZonedDate {
        switch kind {
        case .iso8601: return try reader.read(base, count, rules)
        case .pattern: return try read(base, count, rules)
        case .number: return try number.read(base, count)
        case .mail: return try MailDate.read(base, count, rules)
        case .http: return try HTTPDate.read(base, count, rules)
        case .dotNet: return try DotNetDate.read(base, count)
        case .custom: throw DateFormat.Mismatch(.custom, at: 0, .text)
        }
    }

    /// Writes a date as it is; at most ``longest`` bytes. Returns the number of bytes. Not for custom formats.
    @inline(__always)
    func writeText(
        _ date: ZonedDate, _ rules: DateRules, to out: UnsafeMutablePointer<UInt8>
    ) throws(DateFormat.Mismatch) -> Int {
        switch kind {
        case .pattern, .iso8601, .mail, .http: return try write(date, rules, to: out)
        case .number: return try number.write(date, to: out)
        case .dotNet: return try DotNetDate.write(date, to: out)
        case .custom: return 0
        }
    }
}
