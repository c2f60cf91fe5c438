/// The numbers of JSON5 as JSON writes them.
enum JSON5Number {
    /// The text in JSON of a number of JSON5, with the same exact value; `nil` if it is JSON already.
    ///
    /// `+1` → `1`, `.5` → `0.5`, `5.` → `5.0`, `-0x1F` → `-31`. The number follows the grammar.
    static func json(_ number: ArraySlice<UInt8>) -> [UInt8]? {
        if isJSON(number) { return nil }
        var digits = number
        var output: [UInt8] = []
        if digits.first.map(JSON5Characters.isSign) == true {
            if digits.removeFirst() == UInt8(ascii: "-") { output.append(UInt8(ascii: "-")) }
        }
        if digits.count > 2, digits[digits.startIndex + 1] | 0x20 == UInt8(ascii: "x") {
            return output + decimal(digits.dropFirst(2))
        }
        if digits.first == UInt8(ascii: ".") { output.append(UInt8(ascii: "0")) }
        if let point = digits.firstIndex(of: UInt8(ascii: ".")) {
            output += digits[...point]
            let fraction = digits[(point + 1)...]
            if fraction.first.map(ASCIIDigits.isDecimal) != true { output.append(UInt8(ascii: "0")) }
            output += fraction
        } else {
            output += digits
        }
        return output
    }

    /// Whether a number of JSON5 is one of JSON.
    private static func isJSON(_ number: ArraySlice<UInt8>) -> Bool {
        let digits = number.first == UInt8(ascii: "-") ? number.dropFirst() : number
        guard let first = digits.first, ASCIIDigits.isDecimal(first) else { return false }
        let second = digits.dropFirst().first.map { $0 | 0x20 }
        guard second != UInt8(ascii: "x"), let point = digits.firstIndex(of: UInt8(ascii: ".")) else {
            return second != UInt8(ascii: "x")
        }
        return digits[(point + 1)...].first.map(ASCIIDigits.isDecimal) == true
    }

    /// Hexadecimal digits as decimal ones, exactly. O(digits²)
    private static func decimal(_ digits: ArraySlice<UInt8>) -> [UInt8] {
        var value: UInt64 = 0
        var limbs: [UInt64] = []  // Of nine decimal digits each, the lowest first, where 64 bits are too few.
        for digit in digits.drop(while: { $0 == UInt8(ascii: "0") }) {
            let unit = UInt64(ASCIIDigits.hexadecimal(digit) ?? 0)
            if limbs.isEmpty, value >> 60 == 0 {
                value = value << 4 | unit
                continue
            }
            if limbs.isEmpty { limbs = [value % limb, value / limb % limb, value / limb / limb] }
            var carry = unit
            for place in limbs.indices {
                let sum = limbs[place] << 4 + carry
                (limbs[place], carry) = (sum % limb, sum / limb)
            }
            if carry > 0 { limbs.append(carry) }
        }
        while limbs.last == 0 { limbs.removeLast() }
        guard let highest = limbs.last else { return Array(String(value).utf8) }
        return limbs.dropLast().reversed().reduce(into: Array(String(highest).utf8)) { text, limb in
            let digits = String(limb).utf8
            text += repeatElement(UInt8(ascii: "0"), count: 9 - digits.count) + Array(digits)
        }
    }

    private static let limb: UInt64 = 1_000_000_000
}
