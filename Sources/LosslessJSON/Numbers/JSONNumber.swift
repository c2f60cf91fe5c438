/// A JSON number, kept as its text. Nothing is rounded until you ask for a Swift number.
///
/// ```swift
/// let price = JSONNumber(text: "19.90")   // nil if the text is not a JSON number
/// price?.text                             // "19.90"
/// price?.double                           // 19.9
/// price?.exactly(Int.self)                // nil: not whole
/// ```
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
    /// The text of the number, as read or as it will be written.
    public let text: String

    /// A number with the given text, or `nil` if that is not a number by RFC 8259, section 6.
    public init?(text: String) {
        guard NumberScanner.isNumber(text) else { return nil }
        self.text = text
    }

    /// A number whose text a scanner has checked.
    package init(checked text: String) { self.text = text }

    /// A whole number.
    public init(_ value: some BinaryInteger) { text = String(value) }

    /// The shortest text that reads back as the same `Double`, or `nil` for infinity and NaN.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = "\(value)"
    }

    /// The text.
    public var description: String { text }
}

/// The grammar of numbers: RFC 8259, section 6, and what is tolerated of JSON5.
enum NumberScanner {
    /// How far a number reaches, and where its text breaks the grammar.
    enum Outcome: Equatable {
        case number(end: Int)
        case broken(at: Int, expected: String)
    }

    /// Scans the number that begins at an index of the bytes.
    static func scan(_ bytes: [UInt8], from start: Int, _ tolerances: Tolerances = []) -> Outcome {
        var index = start
        var hasDigits = true
        func byte() -> UInt8? { index < bytes.count ? bytes[index] : nil }
        func skipDigits() -> Bool {
            let first = index
            while let digit = byte(), ASCIIDigits.isDecimal(digit) { index += 1 }
            return index > first
        }
        if byte() == UInt8(ascii: "-") || byte() == UInt8(ascii: "+") && tolerances.contains(.plusSigns) { index += 1 }
        if byte() == UInt8(ascii: "0") {
            index += 1
            if let digit = byte(), ASCIIDigits.isDecimal(digit) {
                return .broken(at: index, expected: "no digit after a leading 0")
            }
            if let mark = byte(), mark | 0x20 == UInt8(ascii: "x"), tolerances.contains(.hexadecimalNumbers) {
                return hexadecimal(bytes, from: index + 1)
            }
        } else if byte() == UInt8(ascii: "."), tolerances.contains(.bareDecimalPoints) {
            hasDigits = false
        } else if !skipDigits() {
            return .broken(at: index, expected: "a digit")
        }
        if byte() == UInt8(ascii: ".") {
            index += 1
            if !skipDigits(), !hasDigits || !tolerances.contains(.bareDecimalPoints) {
                return .broken(at: index, expected: "a digit after the decimal point")
            }
        }
        if byte() == UInt8(ascii: "e") || byte() == UInt8(ascii: "E") {
            index += 1
            if byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-") { index += 1 }
            if !skipDigits() { return .broken(at: index, expected: "a digit in the exponent") }
        }
        return .number(end: index)
    }

    /// Hexadecimal digits beyond which no `Double` reaches, and no integer type.
    private static let mostHexadecimalDigits = 256

    private static func hexadecimal(_ bytes: [UInt8], from start: Int) -> Outcome {
        var index = start
        var significant = 0
        while index < bytes.count, ASCIIDigits.hexadecimal(bytes[index]) != nil {
            if significant > 0 || bytes[index] != UInt8(ascii: "0") { significant += 1 }
            if significant > mostHexadecimalDigits {
                return .broken(
                    at: index, expected: "at most \(mostHexadecimalDigits) hexadecimal digits")
            }
            index += 1
        }
        return index > start ? .number(end: index) : .broken(at: index, expected: "a hexadecimal digit")
    }

    static func isNumber(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return scan(bytes, from: 0) == .number(end: bytes.count)
    }
}
