/// A date's text in another format, and what was lost on the way.
public struct ReformattedDate: Sendable, Hashable {
    /// The text, or the digits of a number.
    public let text: String
    /// Whether the text is a JSON number or a JSON text in quotes.
    public let notation: DateFormat.Notation
    /// The date as it was read.
    public let date: ZonedDate
    /// The parts that the text cannot express.
    public let loss: ReformattedDate.Loss
    /// The parts that the text cannot express, in words; nil if nothing is lost.
    public var lossDescription: String? { loss.description(of: date) }
}

extension DateFormats {
    /// Reads a text with the first format that matches, and writes it in another format, which keeps the offset and the
    /// fraction if it can.
    ///
    /// ```swift
    /// let formats: DateFormats = [.iso8601]
    /// try formats.reformat("2020-06-13T23:21:42.789+08:00", as: .mail)
    /// // text: "Sat, 13 Jun 2020 23:21:42 +0800", lossDescription: "the fraction .789"
    /// ```
    ///
    /// If the other format shows no zone, the text has the local time of the zone that the format prints in. The
    /// instant stays the same.
    ///
    /// - Throws: ``DateFormatError`` if no format reads the text, or if the other format cannot write the year.
    public func reformat(_ text: String, as target: DateFormat) throws(DateFormatError) -> ReformattedDate {
        let date = try zonedDate(from: text)
        var bytes: [UInt8] = []
        let loss: ReformattedDate.Loss
        do throws(DateFormat.Mismatch) {
            loss = try target.append(reformatting: date, to: &bytes)
        } catch {
            throw DateFormatError([error], text: text, formats: [target])
        }
        return ReformattedDate(
            text: String(decoding: bytes, as: UTF8.self), notation: target.notation, date: date, loss: loss)
    }
}

extension DateFormat {
    /// Reads a text with this format and writes it in another; see ``DateFormats/reformat(_:as:)``.
    public func reformat(_ text: String, as target: DateFormat) throws(DateFormatError) -> ReformattedDate {
        try DateFormats(self).reformat(text, as: target)
    }

    /// Appends a date that another format has read, in UTF-8, and keeps its offset and its fraction if this format can
    /// write them.
    ///
    /// - Returns: The parts that the text cannot express. A fraction that the format rounds (``rounding()``) is not a
    ///   loss.
    /// - Throws: ``DateFormat/Mismatch`` if the format cannot write the year.
    public func append(reformatting date: ZonedDate, to bytes: inout [UInt8]) throws(DateFormat.Mismatch)
        -> ReformattedDate.Loss
    {
        let (zone, zoneLoss) = zone(for: date)
        var (seconds, attoseconds, digits) = (date.secondsSince1970, date.attoseconds, date.fractionDigits)
        var loss = zoneLoss
        let wanted = code.fractionDigits
        if wanted < 18 {
            // Most dates have no fraction: the division is skipped.
            let unit = DateScanner.powerOfTen(18 - wanted)
            let rest = attoseconds == 0 ? 0 : attoseconds % unit
            if rest != 0 {
                attoseconds -= rest
                if rules.isRounded {
                    attoseconds += rest >= unit - rest ? unit : 0
                } else {
                    loss.insert(.fraction)
                }
                if attoseconds == 1_000_000_000_000_000_000 {
                    attoseconds = 0
                    seconds += 1
                }
            }
            digits = wanted
        }
        let written = ZonedDate(
            seconds: seconds, attoseconds: attoseconds, digits: digits, offset: zone.offset, zoneName: zone.name,
            zoneSource: .stated)
        try append(asIs: written, to: &bytes)
        return loss.union(hiddenParts(of: written))
    }

    /// Whether this format reads what it has written of a date, without a loss, as the same date: with all parts, the
    /// same digits of the fraction and the same offset. `false` where only reading would show it.
    ///
    /// So it is for ISO 8601 with as many digits of the fraction, of a date whose text names an offset by digits.
    @inline(__always)
    package func keepsAll(of date: ZonedDate) -> Bool {
        code.kind == .iso8601 && code.shown == .all
            && (code.fractionDigits == date.fractionDigits || code.fractionDigits == ZonedDate.asNeeded)
            && date.zoneSource == .stated && date.zoneName == .none && date.offset % 60 == 0
    }

    /// The zone to write a date in, and whether that loses the date's own.
    private func zone(for date: ZonedDate) -> (FixedZone, ReformattedDate.Loss) {
        if showsOffset, date.zoneSource != .none {
            let canSay = date.offset % 60 == 0 || code.showsOffsetSeconds
            return canSay ? (date.zone, []) : (rules.zone, .offset)
        }
        var zone = rules.zone
        if case .custom(let format) = engine, zone == format.base.zone { zone = format.base.zone(at: date) }
        return (zone, date.zoneSource == .stated && date.offset != zone.offset ? .offset : [])
    }

    /// The parts of a date that the format does not show and that are not those it would assume.
    private func hiddenParts(of date: ZonedDate) -> ReformattedDate.Loss {
        let shown = code.shown
        if shown.isSuperset(of: DateProgram.Shown.dayAndTime) { return [] }
        let fields = date.fields
        let hidesTime =
            (!shown.contains(.hour) && fields.hour != 0) || (!shown.contains(.minute) && fields.minute != 0)
            || (!shown.contains(.second) && fields.second != 0)
        let hidesDay =
            (!shown.contains(.day) && fields.day != 1) || (!shown.contains(.month) && fields.month != 1)
            || (!shown.contains(.year) && fields.year != 1970)
        let time: ReformattedDate.Loss = hidesTime ? .time : []
        return time.union(hidesDay ? .day : [])
    }
}
