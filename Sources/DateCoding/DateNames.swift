/// The English names of months and weekdays, as RFC 5322 section 3.3 fixes the short ones and the `en_US_POSIX` locale
/// has the long ones. The machine's locale never matters.
///
/// Unsafe code: `packed` reads three bytes; the reader has seen that there are so many.
enum DateNames {
    static let months: [StaticString] = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// From Monday.
    static let weekdays: [StaticString] = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]

    /// The full name of a month (1 to 12); empty outside.
    static func month(_ number: Int) -> StaticString {
        months.indices.contains(number - 1) ? months[number - 1] : ""
    }

    /// The full name of a weekday (0 for Monday to 6); empty outside.
    static func weekday(_ number: Int) -> StaticString {
        weekdays.indices.contains(number) ? weekdays[number] : ""
    }

    /// Three letters in one number, the first in the lowest byte.
    @inline(__always)
    static func packed(_ base: UnsafePointer<UInt8>) -> UInt32 {
        UInt32(base[0]) | UInt32(base[1]) << 8 | UInt32(base[2]) << 16
    }

    /// The month of a packed short name, from 1; 0 for anything else.
    @inline(__always)
    static func month(packed: UInt32) -> Int {
        switch packed {
        case 0x6E614A: 1
        case 0x626546: 2
        case 0x72614D: 3
        case 0x727041: 4
        case 0x79614D: 5
        case 0x6E754A: 6
        case 0x6C754A: 7
        case 0x677541: 8
        case 0x706553: 9
        case 0x74634F: 10
        case 0x766F4E: 11
        case 0x636544: 12
        default: 0
        }
    }

    /// The weekday of a packed short name, from 0 for Monday; −1 for anything else.
    @inline(__always)
    static func weekday(packed: UInt32) -> Int {
        switch packed {
        case 0x6E6F4D: 0
        case 0x657554: 1
        case 0x646557: 2
        case 0x756854: 3
        case 0x697246: 4
        case 0x746153: 5
        case 0x6E7553: 6
        default: -1
        }
    }

    /// Packed letters with the first in upper case and the others in lower case.
    static func capitalized(packed: UInt32) -> UInt32 {
        var result: UInt32 = 0
        for place in 0..<3 {
            var byte = UInt8(truncatingIfNeeded: packed >> (8 * UInt32(place)))
            let isUpper = byte >= 65 && byte <= 90
            let isLower = byte >= 97 && byte <= 122
            if place == 0, isLower { byte -= 32 }
            if place > 0, isUpper { byte += 32 }
            result |= UInt32(byte) << (8 * UInt32(place))
        }
        return result
    }
}
