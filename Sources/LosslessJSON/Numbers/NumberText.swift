/// Swift numbers out of the text of JSON numbers, straight from its bytes, and back.
///
/// ```swift
/// let text = Array("6.02e23".utf8)
/// text.withUnsafeBufferPointer { NumberText.double($0) }                    // 6.02e23
/// text.withUnsafeBufferPointer { NumberText.integer($0, as: Int.self) }     // nil: does not fit
/// ```
///
/// All of it takes any bytes: what is not a number by RFC 8259, section 6, gives `nil`.
@usableFromInline package enum NumberText {
    /// The `Double` nearest to the number, ties to even; an infinity beyond the largest one. `nil` if the bytes are not
    /// a number.
    ///
    /// Correctly rounded for every text, however long. O(bytes)
    package static func double(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        guard let parts = SignificantDigits(bytes) else { return nil }
        if !parts.isCut, parts.digits <= 1 << 53, -22...22 ~= parts.exponent {
            // Both are exact as a `Double`, so one operation rounds once (Clinger's fast path).
            let digits = Double(parts.digits)
            let value =
                parts.exponent < 0
                ? digits / ExactPowers.double[-parts.exponent] : digits * ExactPowers.double[parts.exponent]
            return parts.isNegative ? -value : value
        }
        if let bits = EiselLemire.bits(of: parts, as: .double) { return Double(bitPattern: bits) }
        return Double(String(decoding: bytes, as: UTF8.self))
    }

    /// The `Float` nearest to the number, not to its `Double`. Otherwise like ``double(_:)``.
    package static func float(_ bytes: UnsafeBufferPointer<UInt8>) -> Float? {
        guard let parts = SignificantDigits(bytes) else { return nil }
        if !parts.isCut, parts.digits <= 1 << 24, -10...10 ~= parts.exponent {
            let digits = Float(parts.digits)
            let value =
                parts.exponent < 0
                ? digits / ExactPowers.float[-parts.exponent] : digits * ExactPowers.float[parts.exponent]
            return parts.isNegative ? -value : value
        }
        if let bits = EiselLemire.bits(of: parts, as: .float) {
            return Float(bitPattern: UInt32(truncatingIfNeeded: bits))
        }
        return Float(String(decoding: bytes, as: UTF8.self))
    }

    /// The integer, or `nil` if the number is not whole or does not fit, or the bytes are not numbers.
    ///
    /// `1.0`, `1e2` and `-0` are whole; exact for every width, 128 bits included. O(bytes)
    @inlinable @inline(__always)
    package static func integer<Integer: FixedWidthInteger>(
        _ bytes: UnsafeBufferPointer<UInt8>, as type: Integer.Type
    ) -> Integer? {
        // Eighteen digits always fit in 64 bits.
        if let first = bytes.first, bytes.count <= 18 {
            var index = first == UInt8(ascii: "-") ? 1 : 0
            let leading = index
            var value: Int64 = 0
            while index < bytes.count {
                let digit = bytes[index] &- 0x30
                guard digit < 10 else { return longInteger(bytes) }
                value = value &* 10 &+ Int64(digit)
                index += 1
            }
            guard index > leading, bytes[leading] != UInt8(ascii: "0") || index == leading + 1 else { return nil }
            return Integer(exactly: leading == 1 ? -value : value)
        }
        return longInteger(bytes)
    }

    @usableFromInline @inline(never)
    package static func longInteger<Integer: FixedWidthInteger>(_ bytes: UnsafeBufferPointer<UInt8>) -> Integer? {
        guard let parts = SignificantDigits(bytes) else { return nil }
        if !parts.isCut, parts.exponent == 0 {
            return parts.isNegative
                ? Integer(exactly: -Int128(parts.digits)) : Integer(exactly: parts.digits)
        }
        return JSONNumber(checked: String(decoding: bytes, as: UTF8.self)).exactly(type(of: Integer.zero))
    }
}

/// Powers of ten that are exact.
private enum ExactPowers {
    static let double: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
    static let float: [Float] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10]
}
