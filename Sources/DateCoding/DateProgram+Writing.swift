/// Unsafe code: `DateFormat.append` makes room for `longest` bytes, the sum of what the steps can write, and each step
/// moves `out` by what it wrote.
extension DateCode {
    /// Writes a date in its own zone by the steps; at most ``longest`` bytes. Returns the number of bytes.
    ///
    /// - Throws: ``DateFormatError/Code/yearOutOfRange`` if the local year has no four digits.
    func write(
        _ date: ZonedDate, _ rules: DateRules, to start: UnsafeMutablePointer<UInt8>
    ) throws(DateFormat.Mismatch) -> Int {
        let fields = date.fields
        guard fields.year <= 9999, fields.year >= (rules.allowsYearZero ? 0 : 1) else {
            throw DateFormat.Mismatch(.yearOutOfRange, at: 0, .year)
        }
        var out = start
        for step in code {
            switch step.kind {
            case .literal:
                out[0] = step.least
                out += 1
            case .civilDay:
                let century = fields.year / 100
                out.writeEight(
                    PackedDigits.ascii(century, at: 0) | PackedDigits.ascii(fields.year &- century &* 100, at: 2)
                        | PackedDigits.ascii(fields.month, at: 5) | UInt64(step.least) &* 0x0100_0001_0000_0000)
                out.writeTwoDigits(fields.day, at: 8)
                out += 10
            case .clock:
                out.writeEight(
                    PackedDigits.ascii(fields.hour, at: 0) | PackedDigits.ascii(fields.minute, at: 3)
                        | PackedDigits.ascii(fields.second, at: 6) | UInt64(step.least) &* 0x0000_0100_0001_0000)
                out += 8
            case .shortMonth: out.append(short: DateNames.month(fields.month))
            case .offset:
                if date.offset == 0, step.style.contains(.zulu) {
                    out[0] = UInt8(ascii: "Z")
                    out += 1
                } else {
                    out += Self.writeOffset(date.offset, step.style, to: out)
                }
            default: try writeRare(step, date, fields, rules, to: &out)
            }
        }
        return out - start
    }

    @inline(never)
    private static func writeOffset(_ offset: Int32, _ style: OffsetStyle, to out: UnsafeMutablePointer<UInt8>) -> Int {
        style.write(offset, to: out)
    }

    /// The other steps. Not inlined: the loop above would compute what each of them needs before it starts.
    @inline(never)
    private func writeRare(
        _ step: DateStep, _ date: ZonedDate, _ fields: CivilFields, _ rules: DateRules,
        to out: inout UnsafeMutablePointer<UInt8>
    ) throws(DateFormat.Mismatch) {
        switch step.kind {
        case .year: out += out.writeNumber(UInt64(fields.year), minimumDigits: Int(step.least), at: 0)
        case .twoDigitMonth: out.append(fields.month)
        case .twoDigitDay: out.append(fields.day)
        case .twoDigitHour: out.append(fields.hour)
        case .twoDigitMinute: out.append(fields.minute)
        case .twoDigitSecond: out.append(fields.second)
        case .zoneName: out += date.zone.writeName(to: out)
        case .longZoneName: out += date.zone.writeLongName(to: out)
        case .fraction:
            out.writeFraction(date.attoseconds, digits: Int(step.most))
            out += Int(step.most)
        case .twoDigitYear:
            // Outside the hundred years of the pivot the text would be read as another year.
            guard fields.year >= rules.pivot, fields.year < rules.pivot + 100 else {
                throw DateFormat.Mismatch(.yearOutOfRange, at: 0, .year, rules.pivot, rules.pivot + 99)
            }
            out.append(fields.year % 100)
        case .month: out.append(unpadded: fields.month)
        case .fullMonth: out += FixedZone.copy(DateNames.month(fields.month), to: out)
        case .day: out.append(unpadded: fields.day)
        case .spacedDay:
            if fields.day < 10 {
                out[0] = UInt8(ascii: " ")
                out += 1
            }
            out.append(unpadded: fields.day)
        case .dayOfYear:
            let day = CivilCalendar.dayOfYear(days: fields.days, year: fields.year)
            out += out.writeNumber(UInt64(day), minimumDigits: Int(step.least), at: 0)
        case .shortWeekday: out.append(short: DateNames.weekday(CivilCalendar.weekday(days: fields.days)))
        case .fullWeekday: out += FixedZone.copy(DateNames.weekday(CivilCalendar.weekday(days: fields.days)), to: out)
        case .weekYear:
            let year = CivilCalendar.week(days: fields.days, year: fields.year).year
            guard year >= 0, year <= 9999 else { throw DateFormat.Mismatch(.yearOutOfRange, at: 0, .year) }
            out += out.writeNumber(UInt64(year), minimumDigits: 4, at: 0)
        case .week: out.append(CivilCalendar.week(days: fields.days, year: fields.year).week)
        case .weekdayNumber: out.append(unpadded: CivilCalendar.weekday(days: fields.days) + 1)
        case .hour: out.append(unpadded: fields.hour)
        case .hour12: out.append((fields.hour + 11) % 12 + 1, minimumDigits: step.least)
        case .hour11: out.append(fields.hour % 12, minimumDigits: step.least)
        case .hour24: out.append((fields.hour + 23) % 24 + 1, minimumDigits: step.least)
        case .minute: out.append(unpadded: fields.minute)
        case .second: out.append(unpadded: fields.second)
        case .dayPeriod: out += FixedZone.copy(fields.hour < 12 ? "AM" : "PM", to: out)
        case .namedDayPeriod:
            // Parts that the text does not show do not count, as in ICU.
            let isNoon =
                fields.hour == 12 && (fields.minute == 0 || !shown.contains(.minute))
                && (fields.second == 0 || !shown.contains(.second)) && (date.attoseconds == 0 || fractionDigits == 0)
            out += FixedZone.copy(isNoon ? "noon" : fields.hour < 12 ? "AM" : "PM", to: out)
        case .pointAndFraction:
            guard date.digits > 0 else { return }
            out[0] = UInt8(ascii: ".")
            (out + 1).writeFraction(date.attoseconds, digits: date.fractionDigits)
            out += 1 + date.fractionDigits
        default: return
        }
    }
}

extension UnsafeMutablePointer where Pointee == UInt8 {
    /// Two digits, and the position moves after them.
    @inline(__always)
    mutating func append(_ value: Int) {
        writeTwoDigits(value, at: 0)
        self += 2
    }

    /// One or two digits.
    mutating func append(unpadded value: Int) {
        append(value, minimumDigits: 1)
    }

    mutating func append(_ value: Int, minimumDigits: UInt8) {
        self += writeNumber(UInt64(value), minimumDigits: Int(minimumDigits), at: 0)
    }

    /// The first three letters of a name.
    @inline(__always)
    mutating func append(short name: StaticString) {
        guard name.utf8CodeUnitCount >= 3 else { return }
        update(from: name.utf8Start, count: 3)
        self += 3
    }

    /// The first digits of a fraction in attoseconds.
    @inline(__always)
    func writeFraction(_ attoseconds: Int64, digits: Int) {
        var rest = UInt64(attoseconds) / UInt64(DateScanner.powerOfTen(18 - digits))
        var place = digits
        while place > 0 {
            place -= 1
            self[place] = UInt8(truncatingIfNeeded: 48 &+ rest % 10)
            rest /= 10
        }
    }
}
