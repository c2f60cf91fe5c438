#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A type that is one scalar in payloads, which a declared form or conversion may read from another kind.
///
/// Unsafe code: bytes are borrowed for the call; each read follows a comparison with their count.
protocol ScalarLeaf: Decodable {
    static var scalarClass: ScalarClass { get }

    /// The value of a JSON number's text; `nil` if the type cannot hold it.
    static func value(ofNumber text: String) -> Self?

    /// The value of a text.
    static func value(ofText text: String) -> Self?

    /// The value of a boolean.
    static func value(ofBoolean flag: Bool) -> Self?
}

extension ScalarLeaf {
    static func value(ofText text: String) -> Self? { nil }
    static func value(ofBoolean flag: Bool) -> Self? { nil }
}

extension String: ScalarLeaf {
    static var scalarClass: ScalarClass { .text }
    static func value(ofNumber text: String) -> String? { text }
    static func value(ofText text: String) -> String? { text }
}

extension Bool: ScalarLeaf {
    static var scalarClass: ScalarClass { .boolean }
    static func value(ofNumber text: String) -> Bool? {
        switch Int.value(ofNumber: text) {
        case 0: false
        case 1: true
        default: nil
        }
    }
    static func value(ofText text: String) -> Bool? { text == "true" ? true : text == "false" ? false : nil }
    static func value(ofBoolean flag: Bool) -> Bool? { flag }
}

extension ScalarLeaf where Self: FixedWidthInteger {
    static var scalarClass: ScalarClass { .number }
    static func value(ofNumber text: String) -> Self? {
        var text = text
        return text.withUTF8 { NumberText.integer($0, as: Self.self) }
    }
}

extension Int: ScalarLeaf {}
extension Int8: ScalarLeaf {}
extension Int16: ScalarLeaf {}
extension Int32: ScalarLeaf {}
extension Int64: ScalarLeaf {}
extension Int128: ScalarLeaf {}
extension UInt: ScalarLeaf {}
extension UInt8: ScalarLeaf {}
extension UInt16: ScalarLeaf {}
extension UInt32: ScalarLeaf {}
extension UInt64: ScalarLeaf {}
extension UInt128: ScalarLeaf {}

extension Double: ScalarLeaf {
    static var scalarClass: ScalarClass { .number }
    static func value(ofNumber text: String) -> Double? {
        var text = text
        return text.withUTF8 { bytes in NumberText.double(bytes).flatMap { $0.fits(bytes) ? $0 : nil } }
    }
}

extension Float: ScalarLeaf {
    static var scalarClass: ScalarClass { .number }
    static func value(ofNumber text: String) -> Float? {
        var text = text
        return text.withUTF8 { bytes in NumberText.float(bytes).flatMap { $0.fits(bytes) ? $0 : nil } }
    }
}

extension Decimal: ScalarLeaf {
    static var scalarClass: ScalarClass { .number }
    static func value(ofNumber text: String) -> Decimal? { JSONNumber(text: text)?.decimal }
}

extension BinaryFloatingPoint {
    /// Whether a number's text is neither beyond the largest value nor, not being zero, below the smallest.
    func fits(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard isFinite else { return false }
        if self != 0 { return true }
        // Of a number that is not zero, at least one digit before the exponent is not.
        return text.prefix { $0 | 0x20 != UInt8(ascii: "e") }.allSatisfy { !(0x31...0x39).contains($0) }
    }
}
