/// Unsafe code: bytes are borrowed for the call; each read follows a comparison with their count.
extension DateFormats {
    /// The formats of one notation as one format: the first that matches reads, the first writes. `nil` if there is
    /// none.
    package func asOne(_ notation: DateFormat.Notation) -> DateFormat? {
        let formats = list.filter { $0.notation == notation }
        guard let first = formats.first else { return nil }
        return formats.count == 1 ? first : .custom(FirstDateFormat(first: first, formats: formats))
    }
}

/// Several formats of one notation behind one name.
private struct FirstDateFormat: CustomDateFormat {
    let first: DateFormat
    let formats: [DateFormat]

    var name: String { formats.map(\.name).joined(separator: " or ") }
    var notation: DateFormat.Notation { first.notation }
    var zone: FixedZone { first.zone }
    var fractionDigits: Int? { first.fractionDigits }
    var showsOffset: Bool { first.showsOffset }

    func read(_ text: UnsafeBufferPointer<UInt8>) throws(DateFormat.Mismatch) -> ZonedDate {
        var furthest: DateFormat.Mismatch?
        for format in formats {
            do throws(DateFormat.Mismatch) {
                return try format.read(text)
            } catch {
                if error.offset > furthest?.offset ?? -1 { furthest = error }
            }
        }
        throw furthest ?? DateFormat.Mismatch(.noFormats, at: 0, .text)
    }

    func append(_ date: ZonedDate, to bytes: inout [UInt8]) throws(DateFormat.Mismatch) {
        _ = try first.append(reformatting: date, to: &bytes)
    }
}
