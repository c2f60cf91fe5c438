/// Use it for date formats whose texts name no zone or must name one: a zone with a fixed distance from GMT.
///
/// A named zone with daylight saving rules (`Europe/Paris`) is not a fixed zone. The product `VersionedCodecFoundation`
/// has formats for those.
///
/// ```swift
/// FixedZone.hours(8)               // +08:00
/// FixedZone.hours(5, minutes: 45)  // +05:45
/// FixedZone("GMT+8")               // +08:00
/// FixedZone("EST")                 // EST, five hours behind GMT
/// ```
///
/// Unsafe code: an offset takes at most nine bytes; the temporary memory has 16.
public struct FixedZone: Sendable, Hashable, CustomStringConvertible {
    let offset: Int32
    let name: ZoneName

    init(offset: Int32, name: ZoneName) {
        self.offset = offset
        self.name = name
    }

    init(name: ZoneName) {
        self.init(offset: name.secondsFromGMT, name: name)
    }

    /// Greenwich Mean Time; a pattern's `z` prints it as `GMT`.
    public static let gmt = FixedZone(name: .gmt)
    /// Coordinated Universal Time; a pattern's `z` prints it as `UTC`. Only the name differs from ``gmt``.
    public static let utc = FixedZone(name: .utc)

    /// A zone that is some hours (and minutes) ahead of GMT; negative numbers are behind it.
    ///
    /// ```swift
    /// FixedZone.hours(-3, minutes: 30)  // -03:30
    /// FixedZone.hours(0, minutes: -30)  // -00:30
    /// ```
    ///
    /// - Parameters:
    ///   - hours: Hours ahead of GMT, −23 to 23.
    ///   - minutes: Minutes further in the same direction, 0 to 59; negative only when `hours` is 0.
    /// - Precondition: The numbers are in these ranges. For a zone from data, use ``init(_:)``.
    public static func hours(_ hours: Int, minutes: Int = 0) -> FixedZone {
        let inRange = hours.magnitude <= 23 && minutes.magnitude <= 59 && (minutes >= 0 || hours == 0)
        precondition(inRange, "a zone is less than a day from GMT: hours -23 to 23, minutes 0 to 59")
        let seconds = hours * 3600 + (hours < 0 ? -minutes : minutes) * 60
        return FixedZone(offset: Int32(seconds), name: .none)
    }

    /// A zone that is some seconds ahead of GMT, or nil for a day or more.
    public init?(secondsFromGMT seconds: Int) {
        guard seconds.magnitude < 86_400 else { return nil }
        self.init(offset: Int32(seconds), name: .none)
    }

    /// The zone that a text names: `Z`, `+08`, `+0800`, `+08:00`, `GMT`, `UTC`, `UT`, `GMT+8`, `GMT+08:00`, and the
    /// North American names of RFC 5322 section 4.3 (`EST`, `EDT`, `CST`, `CDT`, `MST`, `MDT`, `PST`, `PDT`); nil for
    /// others.
    public init?(_ text: String) {
        var text = text
        let zone: FixedZone? = text.withUTF8 { bytes in
            guard let base = bytes.baseAddress, let first = bytes.first else { return nil }
            var scanner = DateScanner(base: base, count: bytes.count)
            let isOffset = first == UInt8(ascii: "Z") || first == UInt8(ascii: "+") || first == UInt8(ascii: "-")
            do throws(DateFormat.Mismatch) {
                let zone = isOffset ? try scanner.offset(.anyISO) : try scanner.zoneName()
                return scanner.isAtEnd ? zone : nil
            } catch {
                return nil
            }
        }
        guard let zone else { return nil }
        self = zone
    }

    /// Seconds to add to GMT to get this zone's local time; negative west of Greenwich.
    public var secondsFromGMT: Int { Int(offset) }

    /// The zone's name if it has one (`EST`), otherwise its offset (`+08:00`).
    public var description: String {
        name == .none ? offsetText : "\(name.text)"
    }

    /// The offset alone, as ISO 8601 writes it in extended form: `+08:00`.
    var offsetText: String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { buffer in
            guard let base = buffer.baseAddress else { return "" }
            let count = OffsetStyle([.extended, .seconds]).write(offset, to: base)
            return String(decoding: buffer[..<count], as: UTF8.self)
        }
    }
}
