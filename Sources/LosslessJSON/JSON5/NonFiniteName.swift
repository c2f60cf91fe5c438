/// The names of infinite numbers and NaN: those of JavaScript, as JSON5 has them.
enum NonFiniteName {
    static let all = ["NaN", "Infinity", "-Infinity"]

    /// With the signs that JSON5 has besides, and the names that they are read as.
    private static let signed = [("+NaN", "NaN"), ("-NaN", "NaN"), ("+Infinity", "Infinity")]

    /// The name at an index that a tolerance accepts, and where it ends; `nil` if there is none.
    static func found(_ bytes: [UInt8], at index: Int, _ tolerances: Tolerances) -> (name: String, end: Int)? {
        guard tolerances.contains(.nonFiniteNumbers), index < bytes.count else { return nil }
        let letter = JSON5Characters.isSign(bytes[index]) ? JSON5Characters.byte(bytes, index + 1) : bytes[index]
        guard letter == UInt8(ascii: "N") || letter == UInt8(ascii: "I") else { return nil }
        let names = all.map { ($0, $0) } + (tolerances.contains(.plusSigns) ? signed : [])
        for (spelling, name) in names where bytes[index...].starts(with: spelling.utf8) {
            let end = index + spelling.utf8.count
            if end < bytes.count, (bytes[end] | 0x20) &- UInt8(ascii: "a") < 26 { return nil }
            return (name, end)
        }
        return nil
    }
}
