/// The ways of writing an offset from GMT in digits that a format reads.
///
/// Unicode Technical Standard 35, part 4, "Date Field Symbol Table", zone symbols `Z`, `X` and `x`; ISO 8601-1:2019
/// section 5.3.4.
///
/// Unsafe code: digits are written where a step of the program has room for the longest offset.
struct OffsetStyle: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    /// `Z` for zero.
    static let zulu = OffsetStyle(rawValue: 1)
    /// `+08`, when the minutes are zero.
    static let hours = OffsetStyle(rawValue: 2)
    /// `+0800`.
    static let basic = OffsetStyle(rawValue: 4)
    /// `+08:00`.
    static let extended = OffsetStyle(rawValue: 8)
    /// Seconds after the minutes, when they are not zero.
    static let seconds = OffsetStyle(rawValue: 16)
    /// `z` for zero as well (RFC 3339 section 5.6).
    static let lowerZulu = OffsetStyle(rawValue: 32)

    /// All that ISO 8601 has, whether or not it fits the rest of the text.
    static let anyISO: OffsetStyle = [.zulu, .hours, .basic, .extended]

    /// Writes an offset in the first of these ways that can express it; at most nine bytes. Returns the number of
    /// bytes.
    @inline(__always)
    func write(_ offset: Int32, to out: UnsafeMutablePointer<UInt8>) -> Int {
        if offset == 0, contains(.zulu) {
            out[0] = UInt8(ascii: "Z")
            return 1
        }
        out[0] = offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")
        let magnitude = Int(offset.magnitude)
        let minutes = magnitude / 60
        out.writeTwoDigits(minutes / 60, at: 1)
        if contains(.hours), magnitude % 3600 == 0 { return 3 }
        var count = 3
        let isExtended = !contains(.basic)
        if isExtended {
            out[count] = UInt8(ascii: ":")
            count += 1
        }
        out.writeTwoDigits(minutes % 60, at: count)
        count += 2
        if magnitude % 60 != 0, contains(.seconds) {
            if isExtended {
                out[count] = UInt8(ascii: ":")
                count += 1
            }
            out.writeTwoDigits(magnitude % 60, at: count)
            count += 2
        }
        return count
    }
}

extension OffsetStyle {
    /// Whether an offset is written as a text.
    @inline(__always)
    func writes(_ offset: Int32, as text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 9) { room in
            guard let written = room.baseAddress, write(offset, to: written) == count else { return false }
            var place = 0
            while place < count, written[place] == text[place] { place &+= 1 }
            return place == count
        }
    }
}

extension UnsafeMutablePointer where Pointee == UInt8 {
    /// Writes a number below 100 as two digits.
    @inline(__always)
    func writeTwoDigits(_ value: Int, at index: Int) {
        let digits = UInt16(truncatingIfNeeded: PackedDigits.ascii(value, at: 0))
        UnsafeMutableRawPointer(self + index).storeBytes(of: digits.littleEndian, as: UInt16.self)
    }

    /// Writes eight bytes, the lowest first.
    @inline(__always)
    func writeEight(_ bytes: UInt64) {
        UnsafeMutableRawPointer(self).storeBytes(of: bytes.littleEndian, as: UInt64.self)
    }

    /// Writes a number with at least so many digits; returns their number.
    func writeNumber(_ value: UInt64, minimumDigits: Int, at index: Int) -> Int {
        var digits = 1
        var bound: UInt64 = 10
        while digits < 20, value >= bound {
            digits += 1
            // Wraps only when there are twenty digits, and then it is not looked at.
            bound &*= 10
        }
        digits = Swift.max(digits, minimumDigits)
        var rest = value
        var place = index + digits
        while place > index {
            place -= 1
            self[place] = UInt8(truncatingIfNeeded: 48 + rest % 10)
            rest /= 10
        }
        return digits
    }
}
