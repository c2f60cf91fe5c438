#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension DataFormat: CustomStringConvertible {
    /// The name of the format.
    public var description: String {
        switch kind {
        case .base64: "Base64"
        case .base64URL: "Base64 for URLs"
        case .hexadecimal: "hexadecimal data"
        }
    }

    /// The problem of a text that is not of this format, in one sentence without a full stop.
    func fault(of text: String) -> String { "\(IssueFacts.shortened(JSONValue.string(text).text())) is not \(self)" }

    /// The text of the bytes.
    package func text(of data: Data) -> String {
        switch kind {
        case .base64: return data.base64EncodedString()
        case .base64URL:
            var text = ""
            for character in data.base64EncodedString() where character != "=" {
                text.append(character == "+" ? "-" : character == "/" ? "_" : character)
            }
            return text
        case .hexadecimal:
            let digits = Array("0123456789abcdef")
            return String(data.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
        }
    }

    /// The bytes of a text, or `nil` if the text is not of this format.
    package func data(from text: String) -> Data? {
        switch kind {
        case .base64: return Data(base64Encoded: text)
        case .base64URL:
            // Padding is at the end, if anywhere, and makes the length a multiple of four.
            let digits = text.reversed().drop { $0 == "=" }.reversed()
            let padding = text.count - digits.count
            guard padding == 0 || (padding < 3 && text.count.isMultiple(of: 4)) else { return nil }
            var standard = ""
            for character in digits {
                if character == "+" || character == "/" || character == "=" { return nil }
                standard.append(character == "-" ? "+" : character == "_" ? "/" : character)
            }
            standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
            return Data(base64Encoded: standard)
        case .hexadecimal:
            let digits = text.utf8.map { UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") ? $0 - 48 : letter($0) }
            guard digits.count.isMultiple(of: 2), digits.allSatisfy({ $0 < 16 }) else { return nil }
            return Data(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
        }
    }

    private func letter(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - 87
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - 55
        default: 255
        }
    }
}
