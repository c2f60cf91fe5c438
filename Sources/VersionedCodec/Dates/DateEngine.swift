/// What a format is made of.
enum DateEngine: Sendable, Hashable {
    case pattern(DateProgram)
    case iso8601(ISO8601Reader, DateProgram)
    case mail
    case http
    case number(NumberDate)
    case dotNet
    case custom(AnyCustomDateFormat)

    @inline(__always)
    func read(_ bytes: UnsafeBufferPointer<UInt8>, _ rules: DateRules) throws(DateMismatch) -> ZonedDate {
        guard let base = bytes.baseAddress, !bytes.isEmpty else { throw DateMismatch(.emptyText, at: 0, .text) }
        switch self {
        case .iso8601(let reader, _): return try reader.read(base, bytes.count, rules)
        case .pattern(let program): return try program.read(base, bytes.count, rules)
        case .number(let number): return try number.read(base, bytes.count)
        case .mail: return try MailDate.read(base, bytes.count, rules)
        case .http: return try HTTPDate.read(base, bytes.count, rules)
        case .dotNet: return try DotNetDate.read(base, bytes.count)
        case .custom(let format): return try format.base.read(bytes)
        }
    }

    /// How many digits of the second's fraction are written; ``ZonedDate/asNeeded`` for as many as there are.
    @inline(__always)
    var fractionDigits: Int {
        switch self {
        case .pattern(let program), .iso8601(_, let program): program.fractionDigits
        case .mail, .http: 0
        case .number(let number): number.fractionDigits
        case .dotNet: 3
        case .custom(let format): format.base.fractionDigits ?? ZonedDate.asNeeded
        }
    }

    /// Appends a date as it is.
    @inline(__always)
    func append(_ date: ZonedDate, _ rules: DateRules, to bytes: inout [UInt8]) throws(DateMismatch) {
        switch self {
        case .pattern(let program), .iso8601(_, let program): try Self.append(program, date, rules, to: &bytes)
        case .mail: try Self.append(MailDate.writing, date, rules, to: &bytes)
        case .http: try Self.append(HTTPDate.fixed, date, rules, to: &bytes)
        case .number(let number):
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NumberDate.longest) { buffer in
                guard let base = buffer.baseAddress else { return }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<number.write(date, to: base)]))
            }
        case .dotNet:
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DotNetDate.longest) { buffer in
                guard let base = buffer.baseAddress else { return }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<DotNetDate.write(date, to: base)]))
            }
        case .custom(let format): try format.base.append(date, to: &bytes)
        }
    }

    /// Most formats are short, and a temporary allocation of a constant size is on the stack.
    private static let shortFormat = 64

    @inline(__always)
    private static func append(
        _ program: DateProgram, _ date: ZonedDate, _ rules: DateRules, to bytes: inout [UInt8]
    ) throws(DateMismatch) {
        let mismatch: DateMismatch? =
            if program.longest <= shortFormat {
                withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { buffer in
                    write(program, date, rules, buffer, to: &bytes)
                }
            } else {
                withUnsafeTemporaryAllocation(of: UInt8.self, capacity: program.longest) { buffer in
                    write(program, date, rules, buffer, to: &bytes)
                }
            }
        if let mismatch { throw mismatch }
    }

    @inline(__always)
    private static func write(
        _ program: DateProgram, _ date: ZonedDate, _ rules: DateRules, _ buffer: UnsafeMutableBufferPointer<UInt8>,
        to bytes: inout [UInt8]
    ) -> DateMismatch? {
        guard let base = buffer.baseAddress else { return nil }
        do throws(DateMismatch) {
            let count = try program.write(date, rules, to: base)
            bytes.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
            return nil
        } catch {
            return error
        }
    }

    /// Whether an offset from GMT stands in the text.
    var showsOffset: Bool {
        switch self {
        case .pattern(let program), .iso8601(_, let program): program.contains([.offset, .zoneName, .longZoneName])
        case .mail, .dotNet: true
        case .http, .number: false
        case .custom(let format): format.base.showsOffset
        }
    }

    var notation: DateNotation {
        switch self {
        case .number(let number): number.isText ? .text : .number
        case .custom(let format): format.base.notation
        default: .text
        }
    }
}
