/// Unsafe code: names are written where a step of the program has room for the longest of them.
extension DateScanner {
    /// An offset from GMT in digits, in one of the ways of a style.
    @inline(__always)
    mutating func offset(_ style: OffsetStyle) throws(DateFormat.Mismatch) -> FixedZone {
        let first = byte(at)
        if first == UInt8(ascii: "Z"), style.contains(.zulu) {
            at += 1
            return FixedZone(offset: 0, name: .none)
        }
        if first == UInt8(ascii: "z"), style.contains(.lowerZulu) {
            at += 1
            return FixedZone(offset: 0, name: .none)
        }
        guard first == UInt8(ascii: "+") || first == UInt8(ascii: "-") else { throw mismatch(offset: style) }
        let start = at
        at += 1
        let hours = try twoDigits(.offset)
        var minutes = 0
        var seconds = 0
        if byte(at) == UInt8(ascii: ":"), style.contains(.extended) {
            at += 1
            minutes = try twoDigits(.offset)
            if style.contains(.seconds), byte(at) == UInt8(ascii: ":") {
                at += 1
                seconds = try twoDigits(.offset)
            }
        } else if style.contains(.basic), !style.contains(.hours) || Self.isDigit(byte(at)) {
            minutes = try twoDigits(.offset)
            if style.contains(.seconds), Self.isDigit(byte(at)) { seconds = try twoDigits(.offset) }
        } else if !style.contains(.hours) {
            throw mismatch(literal: UInt8(ascii: ":"))
        }
        guard hours < 24, minutes < 60, seconds < 60 else {
            throw DateFormat.Mismatch(.offsetOutOfRange, at: start, .offset)
        }
        let magnitude = Int32(truncatingIfNeeded: hours &* 3600 &+ minutes &* 60 &+ seconds)
        return FixedZone(offset: first == UInt8(ascii: "-") ? -magnitude : magnitude, name: .none)
    }

    @inline(never)
    private func mismatch(offset style: OffsetStyle) -> DateFormat.Mismatch {
        guard at < count else { return DateFormat.Mismatch(.missingZone, at: count, .offset) }
        let isCase = base[at] == UInt8(ascii: "z") && style.contains(.zulu)
        return DateFormat.Mismatch(isCase ? .wrongCase : .unexpectedCharacter, at: at, .offset)
    }

    /// A zone's name: `GMT`, `UTC`, `UT`, `GMT+8`, `GMT+05:45`, and the North American names of RFC 5322.
    @inline(__always)
    mutating func zoneName() throws(DateFormat.Mismatch) -> FixedZone {
        guard at + 3 <= count else { return try shortZoneName() }
        guard let name = ZoneName.named(packed: DateNames.packed(base + at)) else { return try shortZoneName() }
        at += 3
        let sign = byte(at)
        guard name == .gmt, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return FixedZone(name: name) }
        let start = at
        at += 1
        let hours = try number(1, 2, .offset)
        var minutes = 0
        if byte(at) == UInt8(ascii: ":") {
            at += 1
            minutes = try twoDigits(.offset)
        }
        return try zone(isNegative: sign == UInt8(ascii: "-"), hours, minutes, at: start)
    }

    /// `GMT`, or `GMT+08:00` with all its digits and seconds if there are any.
    mutating func longZoneName() throws(DateFormat.Mismatch) -> FixedZone {
        guard at + 3 <= count, ZoneName.named(packed: DateNames.packed(base + at)) == .gmt else {
            throw mismatchOfZone()
        }
        at += 3
        let first = byte(at)
        guard first == UInt8(ascii: "+") || first == UInt8(ascii: "-") else { return .gmt }
        return try offset([.extended, .seconds])
    }

    @inline(never)
    private mutating func shortZoneName() throws(DateFormat.Mismatch) -> FixedZone {
        guard byte(at) == UInt8(ascii: "U"), byte(at + 1) == UInt8(ascii: "T") else { throw mismatchOfZone() }
        at += 2
        return FixedZone(name: .ut)
    }

    private func zone(isNegative: Bool, _ hours: Int, _ minutes: Int, at start: Int) throws(DateFormat.Mismatch)
        -> FixedZone
    {
        guard hours < 24, minutes < 60 else { throw DateFormat.Mismatch(.offsetOutOfRange, at: start, .offset) }
        let magnitude = Int32(truncatingIfNeeded: hours &* 3600 &+ minutes &* 60)
        return FixedZone(offset: isNegative ? -magnitude : magnitude, name: .none)
    }

    @inline(never)
    private func mismatchOfZone() -> DateFormat.Mismatch {
        guard at < count else { return DateFormat.Mismatch(.missingZone, at: count, .zone) }
        let first = base[at] & 0xDF
        guard first >= 65, first <= 90 else { return DateFormat.Mismatch(.unexpectedCharacter, at: at, .zone) }
        guard at + 3 <= count else { return DateFormat.Mismatch(.unknownZone, at: at, .zone) }
        var upper: UInt32 = 0
        for place in 0..<3 { upper |= UInt32(base[at + place] & 0xDF) << (8 * UInt32(place)) }
        return DateFormat.Mismatch(ZoneName.named(packed: upper) == nil ? .unknownZone : .wrongCase, at: at, .zone)
    }
}

extension FixedZone {
    /// Writes the zone as a pattern's `z` does: its name, or `GMT+8`, `GMT+5:45`. At most twelve bytes.
    func writeName(to out: UnsafeMutablePointer<UInt8>) -> Int {
        if name != .none { return Self.copy(name.text, to: out) }
        var count = Self.copy("GMT", to: out)
        guard offset != 0 else { return count }
        out[count] = offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")
        count += 1
        let magnitude = Int(offset.magnitude)
        count += out.writeNumber(UInt64(magnitude / 3600), minimumDigits: 1, at: count)
        guard magnitude % 3600 != 0 else { return count }
        out[count] = UInt8(ascii: ":")
        out.writeTwoDigits(magnitude / 60 % 60, at: count + 1)
        return count + 3
    }

    /// Writes `GMT`, or `GMT+08:00`. At most twelve bytes.
    func writeLongName(to out: UnsafeMutablePointer<UInt8>) -> Int {
        let count = Self.copy("GMT", to: out)
        return offset == 0 ? count : count + OffsetStyle([.extended, .seconds]).write(offset, to: out + count)
    }

    @inline(__always)
    static func copy(_ text: StaticString, to out: UnsafeMutablePointer<UInt8>) -> Int {
        let count = text.utf8CodeUnitCount
        out.update(from: text.utf8Start, count: count)
        return count
    }
}
