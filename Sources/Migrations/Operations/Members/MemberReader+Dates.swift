import VersionedCodec

/// The date formats that a plan file knows by name; any other text is a pattern.
enum NamedDateFormats {
    static let all: [(name: String, format: DateFormat)] = [
        ("iso8601", .iso8601), ("iso8601WithFraction", .iso8601WithFraction), ("rfc3339", .rfc3339),
        ("rfc3339WithFraction", .rfc3339WithFraction), ("iso8601Date", .iso8601Date), ("httpDate", .httpDate),
        ("mail", .mail), ("unixSeconds", .unixSeconds), ("unixMilliseconds", .unixMilliseconds),
        ("unixMicroseconds", .unixMicroseconds),
    ]

    /// The format as a plan file has it: a name, a pattern, or a pattern and the zone that it assumes.
    static func json(of format: DateFormat) -> JSONValue {
        if let named = all.first(where: { $0.format == format }) { return .string(named.name) }
        guard !format.showsOffset, !format.isCustom, format.notation == .text, let zone = format.assumedZone else {
            return .string(format.name)
        }
        return ["pattern": .string(format.name), "assuming": .string(zone.description)]
    }
}

extension MemberReader {
    /// A date format, or, where none is given, that of the version.
    mutating func dateFormat(_ name: String, default format: DateFormat?) throws(PlanFileError) -> DateFormat {
        if let given = try optionalDateFormat(name) { return given }
        if let format { return format }
        throw absence(
            ofAll: name, as: "the member \"\(name)\" is missing, and the version declares no \"dates\"")
    }

    /// A date format: its name, a pattern that shows the zone, or an object of a pattern without one and the zone to
    /// assume.
    mutating func optionalDateFormat(_ name: String) throws(PlanFileError) -> DateFormat? {
        if object[name]?.kind == .object {
            var members = try reader(try value(name), at: path.appending(name))
            let format = try members.zonelessFormat()
            try members.finish()
            return format
        }
        guard let text = try optionalText(name) else { return nil }
        if let named = NamedDateFormats.all.first(where: { $0.name == text }) { return named.format }
        if let custom = environment.customDates[text] { return custom }
        let format = try datePattern(text, in: name)
        if !format.showsOffset {
            let shown = JSONValue.string(text).text()
            let meant = #"{"pattern": \#(shown), "assuming": "GMT"}"#
            throw fault(
                "shows no zone, so it cannot read dates: declare the zone to assume, as in \(meant)", in: name)
        }
        return format
    }

    /// The format of an object of a pattern and the zone to assume.
    private mutating func zonelessFormat() throws(PlanFileError) -> DateFormat {
        let pattern = try text("pattern")
        let format = try datePattern(pattern, in: "pattern")
        if format.showsOffset, object["assuming"] == nil {
            throw fault(
                "shows the zone, so it is written without an object: \(JSONValue.string(pattern).text())", in: "pattern"
            )
        }
        let zone = try text("assuming")
        if format.showsOffset { throw fault("cannot be combined with a pattern that shows the zone", in: "assuming") }
        guard let assumed = FixedZone(zone) else {
            throw fault("is not a zone at a fixed distance from GMT, such as \"GMT\" or \"+02:00\"", in: "assuming")
        }
        return format.assuming(assumed)
    }

    private func datePattern(_ text: String, in name: String) throws(PlanFileError) -> DateFormat {
        do throws(DateFormatError) {
            return try .pattern(text)
        } catch {
            let known = NamedDateFormats.all.map(\.name).joined(separator: ", ")
            throw fault("is neither a date pattern (\(error.reason)) nor a known format: \(known)", in: name)
        }
    }
}
