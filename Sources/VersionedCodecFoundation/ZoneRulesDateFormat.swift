public import Foundation
public import VersionedCodec

/// Unsafe code: bytes are borrowed for the call and only handed on.
extension DateFormat {
    /// A Unicode date pattern with the local time of a place: its zone, with the rules of each year.
    ///
    /// ```swift
    /// let format = try DateFormat.pattern("yyyy-MM-dd HH:mm:ss", in: TimeZone(identifier: "America/New_York")!)
    /// try format.date(from: "2021-11-07 01:30:00")  // 2021-11-07T05:30:00Z, in daylight time
    /// ```
    ///
    /// A text without a zone has the local time of the place. A local time that the clocks skip is an error, and a day
    /// whose midnight they skip begins later. For a time that they repeat, `repeated` selects the earlier or the later
    /// one. A pattern with a zone symbol reads the zone that the text names, and prints the place's offset at the date.
    ///
    /// - Parameters:
    ///   - pattern: The pattern; see `DateFormat.pattern(_:zone:assuming:twoDigitYearsFrom:)`.
    ///   - zone: A zone of the IANA database, from Foundation.
    ///   - repeated: Which of two equal local times is used when clocks are set back.
    ///   - pivot: The first of the hundred years that `yy` can name.
    /// - Throws: `DateFormatError` for a pattern that cannot work.
    /// - Complexity: Reading asks Foundation for the zone's rules up to four times, printing once. This is slower than
    ///   the formats of fixed zones.
    public static func pattern(
        _ pattern: String, in zone: TimeZone, whenRepeated repeated: RepeatedTime = .earlier,
        twoDigitYearsFrom pivot: Int? = nil
    ) throws(DateFormatError) -> DateFormat {
        let base = try DateFormat.pattern(pattern, assuming: .gmt, twoDigitYearsFrom: pivot)
        return .custom(ZoneRulesDateFormat(base: base, zoneRules: zone, repeated: repeated))
    }

    /// Which of two equal local times is used when clocks are set back.
    public enum RepeatedTime: Sendable, Hashable {
        /// The one before the change, usually in daylight saving time.
        case earlier
        /// The one after the change.
        case later
    }
}

/// A pattern with a place's zone; the pattern reads and writes local time as if it were GMT.
struct ZoneRulesDateFormat: CustomDateFormat {
    let base: DateFormat
    let zoneRules: TimeZone
    let repeated: DateFormat.RepeatedTime

    var name: String { "\(base.name) in \(zoneRules.identifier)" }
    var notation: DateFormat.Notation { .text }
    var fractionDigits: Int? { base.fractionDigits }
    var showsOffset: Bool { base.showsOffset }

    func read(_ text: UnsafeBufferPointer<UInt8>) throws(DateFormat.Mismatch) -> ZonedDate {
        let local = try base.read(text)
        guard local.zoneSource == .assumed else { return local }
        let seconds = Double(local.secondsSince1970)
        // The rules of the day before and of the day after are those on both sides of any change between.
        let before = offset(at: seconds - 86_400 - 50_400)
        let after = offset(at: seconds + 86_400 + 50_400)
        let fits = [before, after].filter { offset(at: seconds - Double($0)) == $0 }
        guard let earliest = fits.max(), let latest = fits.min() else {
            // Such a day begins when its midnight is skipped, unless all of it is.
            if !base.showsTime, after - before < 86_400 { return local.reread(as: before) }
            throw DateFormat.Mismatch(.custom, at: 0, reason: "the clocks of the zone skip this local time")
        }
        return local.reread(as: repeated == .earlier ? earliest : latest)
    }

    func append(_ date: ZonedDate, to bytes: inout [UInt8]) throws(DateFormat.Mismatch) {
        let keepsItsOwn = showsOffset && date.zoneSource == .stated
        try base.append(asIs: keepsItsOwn ? date : date.moved(to: zone(at: date)), to: &bytes)
    }

    func zone(at date: ZonedDate) -> FixedZone {
        FixedZone(secondsFromGMT: offset(at: Double(date.secondsSince1970))) ?? .gmt
    }

    private func offset(at seconds: Double) -> Int {
        zoneRules.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
    }
}
