#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Values that are read straight from the bytes.
///
/// Unsafe code: nodes come from a scan of the session's text, so their bytes are within it. The text is borrowed for a
/// call; values that are kept longer get a copy (`KeptBytes`).
extension DecodingSession {
    /// The bytes of a node, a string without its quotes.
    @inline(__always)
    func bytes(of node: IndexNode) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: text + Int(node.offset), count: Int(node.length))
    }

    func bytes(in range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: text + range.lowerBound, count: range.count)
    }

    /// The characters of a string or key. O(bytes)
    @inline(__always)
    func string(_ node: IndexNode) -> String {
        if node.isEscaped { return unescaped(node) }
        return CheckedText.string(bytes(of: node))
    }

    @inline(never)
    private func unescaped(_ node: IndexNode) -> String {
        Unescaping.string(of: bytes(of: node))
    }

    // MARK: Text and truth

    @inline(__always)
    func string(at node: UInt32) throws -> String {
        let found = nodes[Int(node)]
        guard found.isString else { return try converted(String.self, at: node) }
        return string(found)
    }

    @inline(__always)
    func bool(at node: UInt32) throws -> Bool {
        guard let value = nodes[Int(node)].bool else { return try converted(Bool.self, at: node) }
        return value
    }

    // MARK: Numbers

    /// A whole number; `1.0` and `1e2` are whole.
    @inline(__always)
    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, at node: UInt32) throws -> Integer {
        let found = nodes[Int(node)]
        guard found.isNumber else { return try converted(type, at: node) }
        guard let value = NumberText.integer(bytes(of: found), as: type) else { throw misfit(type, at: node) }
        return value
    }

    /// The nearest `Double`; not one that is infinite, nor zero for a number that is not.
    @inline(__always)
    func double(at node: UInt32) throws -> Double {
        let found = nodes[Int(node)]
        guard found.isNumber, let value = NumberText.double(bytes(of: found)), value.isFinite, value != 0 else {
            return try rareFloat(Double.self, at: node) { NumberText.double($0) }
        }
        return value
    }

    /// The nearest `Float`.
    @inline(__always)
    func float(at node: UInt32) throws -> Float {
        let found = nodes[Int(node)]
        guard found.isNumber, let value = NumberText.float(bytes(of: found)), value.isFinite, value != 0 else {
            return try rareFloat(Float.self, at: node) { NumberText.float($0) }
        }
        return value
    }

    /// Zero, texts that represent numbers, names that a tolerance accepts, and everything that is not a number.
    @inline(never)
    private func rareFloat<Number: BinaryFloatingPoint>(
        _ type: Number.Type, at node: UInt32, _ read: (UnsafeBufferPointer<UInt8>) -> Number?
    ) throws -> Number {
        let found = nodes[Int(node)]
        if found.isNumber {
            let bytes = bytes(of: found)
            guard let value = read(bytes) else {
                switch String(decoding: bytes, as: UTF8.self) {
                case "NaN": return .nan
                case "Infinity": return .infinity
                default: return -.infinity
                }
            }
            guard value.fits(bytes) else { throw misfit(type, at: node) }
            return value
        }
        guard found.isString, let texts = nonFinite else { return try converted(type, at: node) }
        guard let value = texts.value(of: string(found), as: type) else {
            if mayConvert, conversions(at: node).contains(.numberFromText), JSONNumber(text: string(found)) != nil {
                return try converted(type, at: node)
            }
            let known = [texts.positiveInfinity, texts.negativeInfinity, texts.nan]
            let list = known.map { JSONValue.string($0).text() }.joined(separator: ", ")
            let message = "expected a number or one of \(list), found \(JSONValue.string(string(found)).text())"
            throw DecodingError.typeMismatch(type, errorContext(message, at: node))
        }
        return value
    }

    /// A decimal number, exactly or not at all.
    func decimal(at node: UInt32) throws -> Decimal {
        let found = nodes[Int(node)]
        guard found.isNumber else { return try converted(Decimal.self, at: node) }
        guard let value = JSONNumber(text: String(decoding: bytes(of: found), as: UTF8.self))?.decimal else {
            throw misfit(Decimal.self, at: node)
        }
        return value
    }

    // MARK: URLs

    func url(at node: UInt32) throws -> URL {
        let found = nodes[Int(node)]
        guard found.isString else { throw mismatch(URL.self, readAs: String.self, at: node) }
        let text = string(found)
        guard let url = URL(string: text) else {
            throw corrupted("\(JSONValue.string(text).text()) is not a URL", at: node)
        }
        return url
    }
}
