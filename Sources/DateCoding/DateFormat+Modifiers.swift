extension DateFormat {
    /// The same format, printing in another zone.
    ///
    /// ```swift
    /// DateFormat.iso8601.printing(in: .hours(8))  // 2023-11-15T06:13:20+08:00
    /// ```
    ///
    /// If the format shows no zone and assumes one, it now assumes the new one, so that it reads its own output.
    /// Numbers and HTTP dates are always in GMT and stay as they are.
    public func printing(in zone: FixedZone) -> DateFormat {
        switch engine {
        case .http, .number: return self
        default: break
        }
        var copy = self
        copy.rules.zone = zone
        if !showsOffset, rules.assumed != nil { copy.rules.assumed = zone }
        return copy
    }

    /// The same format, assuming a zone for a text without one.
    ///
    /// ```swift
    /// try DateFormat.iso8601.assuming(.gmt).date(from: "2024-02-29T12:34:56")  // 2024-02-29T12:34:56Z
    /// ```
    ///
    /// If the format shows no zone, it also prints in this one, so that it reads its own output. Numbers and HTTP dates
    /// are always in GMT and stay as they are.
    public func assuming(_ zone: FixedZone) -> DateFormat {
        switch engine {
        case .http, .number: return self
        default: break
        }
        var copy = self
        copy.rules.assumed = zone
        if !showsOffset { copy.rules.zone = zone }
        return copy
    }

    /// The same format, rounding a date to the nearest one that it can write. Other formats cut digits, as a clock
    /// does.
    ///
    /// ```swift
    /// try DateFormat.unixSeconds(fractionDigits: 0).rounding().string(from: Date(timeIntervalSince1970: 1.5))  // "2"
    /// ```
    public func rounding() -> DateFormat {
        var copy = self
        copy.rules.isRounded = true
        return copy
    }

    /// The same format, reading 24:00 as 00:00 of the next day.
    ///
    /// ISO 8601:2004 section 4.2.3 has it; ISO 8601-1:2019 and RFC 3339 do not.
    public func allowingEndOfDay() -> DateFormat {
        var copy = self
        copy.rules.allowsEndOfDay = true
        return copy
    }

    /// The same number as a JSON text. A format that is a text already stays as it is.
    ///
    /// ```swift
    /// DateFormat.unixSeconds.asText()  // "1700000000" in quotes
    /// ```
    public func asText() -> DateFormat {
        guard case .number(var number) = engine, !number.isText else { return self }
        number.isText = true
        return DateFormat(.number(number), name + " as text", rules)
    }
}
