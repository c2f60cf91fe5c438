#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Unsafe code: bytes are borrowed for the call; each read follows a comparison with their count.
extension JSONNumber {
    /// The integer, or `nil` if the number is not whole or does not fit. Exact for every width, including 128 bits.
    /// `1.0` and `1e2` are whole. O(digits)
    public func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
        if let integer = Integer(text) { return integer }
        let parts = DecimalParts(text)
        guard parts.exponent >= 0 else { return nil }
        if parts.digits.isEmpty { return 0 }
        // No integer type of the language reaches a hundred digits more than this many zeros.
        guard parts.exponent <= Integer.bitWidth else { return nil }
        return Integer((parts.isNegative ? "-" : "") + parts.digits + String(repeating: "0", count: parts.exponent))
    }

    /// The nearest `Double`, or `nil` if the number is beyond the largest one.
    public var double: Double? {
        var text = text
        guard let value = text.withUTF8({ NumberText.double($0) }), value.isFinite else { return nil }
        return value
    }

    /// The exact decimal, or `nil` if no `Decimal` has the value. A `Decimal` has digits that are a whole number of up
    /// to 128 bits (all numbers of 38 digits, and those of 39 up to 340282366920938463463374607431768211455), and an
    /// exponent in -128 ... 127. `1e128` is 10 × 10^127, so it fits.
    ///
    /// The limits are those of Foundation's `Decimal`, which would cut the digits silently.
    public var decimal: Decimal? {
        let parts = DecimalParts(text)
        if parts.digits.isEmpty { return 0 }
        // Beyond the largest exponent, digits can take over zeros from it, as long as there is room.
        let zeros = max(0, parts.exponent - 127)
        guard parts.exponent >= -128, parts.digits.utf8.count + zeros <= 39 else { return nil }
        let digits = parts.digits + String(repeating: "0", count: zeros)
        guard UInt128(digits) != nil else { return nil }
        if zeros > 0 { return Decimal(string: (parts.isNegative ? "-" : "") + digits + "e127") }
        guard let significand = Decimal(string: digits) else { return nil }
        return Decimal(sign: parts.isNegative ? .minus : .plus, exponent: parts.exponent, significand: significand)
    }

    /// A text that all numbers of the same exact value have in common: `1`, `1.0` and `10e-1` have.
    package var exactText: String {
        let parts = DecimalParts(text)
        return "\(parts.isNegative ? "-" : "")\(parts.digits)e\(parts.exponent)"
    }

    /// Whether both numbers have the same exact value: `1`, `1.0` and `10e-1` have.
    func hasSameValue(as other: JSONNumber) -> Bool {
        text == other.text || DecimalParts(text) == DecimalParts(other.text)
    }
}

/// A number's exact value: `digits × 10^exponent`, without leading and trailing zeros in the digits; zero has no
/// digits.
package struct DecimalParts: Equatable {
    package private(set) var isNegative = false
    package private(set) var digits = ""
    package private(set) var exponent = 0

    /// The parts of a text that follows the grammar of numbers. An exponent beyond any reach is held at half the edge
    /// of `Int`: sums of it and of numbers of digits do not overflow.
    package init(_ text: String) {
        var text = text
        text.withUTF8 { read($0) }
    }

    private mutating func read(_ text: UnsafeBufferPointer<UInt8>) {
        var significant: [UInt8] = []
        significant.reserveCapacity(text.count)
        var (fraction, written, isBehindPoint) = (0, 0, false)
        reading: for (place, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "-") where place == 0: isNegative = true
            case UInt8(ascii: "."): isBehindPoint = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                written = Self.exponent(String(decoding: text[(place + 1)...], as: UTF8.self))
                break reading
            default:
                if isBehindPoint { fraction += 1 }
                if byte != UInt8(ascii: "0") || !significant.isEmpty { significant.append(byte) }
            }
        }
        let count = significant.count
        while significant.last == UInt8(ascii: "0") { significant.removeLast() }
        if significant.isEmpty {
            isNegative = false
        } else {
            digits = String(decoding: significant, as: UTF8.self)
            exponent = written + count - significant.count - fraction
        }
    }

    private static func exponent(_ text: String) -> Int {
        let edge = Int.max / 2
        return Int(text).map { min(max($0, -edge), edge) } ?? (text.hasPrefix("-") ? -edge : edge)
    }
}

extension JSONNumber {
    /// Whether the exact value is the smaller one: `9` is less than `1e1`. O(digits)
    package func isLess(than other: JSONNumber) -> Bool {
        if let left = Int(text), let right = Int(other.text) { return left < right }
        let (left, right) = (DecimalParts(text), DecimalParts(other.text))
        guard left.isNegative == right.isNegative else { return left.isNegative }
        return left.isNegative ? right.magnitudeIsLess(than: left) : left.magnitudeIsLess(than: right)
    }
}

extension DecimalParts {
    fileprivate func magnitudeIsLess(than other: DecimalParts) -> Bool {
        if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
        // Of numbers with as many places before the point, the digits decide from the left.
        let (order, otherOrder) = (digits.utf8.count + exponent, other.digits.utf8.count + other.exponent)
        return order == otherOrder ? digits < other.digits : order < otherOrder
    }
}
