/// SHA-256 (FIPS 180-4), for digests and for identifiers that are made of content.
enum SHA256 {
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]

    /// The 32 bytes of the digest.
    static func digest(of message: [UInt8]) -> [UInt8] {
        var state = SIMD8<UInt32>(
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)
        var bytes = message
        bytes.reserveCapacity(message.count + 72)
        bytes.append(0x80)
        while bytes.count % 64 != 56 { bytes.append(0) }
        let length = UInt64(message.count) &* 8
        for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: length >> UInt64(56 - 8 * byte))) }
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
            for block in stride(from: 0, to: bytes.count, by: 64) {
                for index in 0..<16 {
                    let start = block + 4 * index
                    words[index] =
                        UInt32(bytes[start]) << 24 | UInt32(bytes[start + 1]) << 16 | UInt32(bytes[start + 2]) << 8
                        | UInt32(bytes[start + 3])
                }
                mix(&state, words)
            }
        }
        return (0..<32).map { UInt8(truncatingIfNeeded: state[$0 / 4] >> UInt32(24 - 8 * ($0 % 4))) }
    }

    /// - `words`: 64 of them, of which the first 16 are those of the block.
    private static func mix(_ state: inout SIMD8<UInt32>, _ words: UnsafeMutableBufferPointer<UInt32>) {
        for index in 16..<64 {
            let (first, second) = (words[index - 15], words[index - 2])
            let low = turned(first, 7) ^ turned(first, 18) ^ (first >> 3)
            let high = turned(second, 17) ^ turned(second, 19) ^ (second >> 10)
            words[index] = words[index - 16] &+ low &+ words[index - 7] &+ high
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let choice = (e & f) ^ (~e & g)
            let sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
            let first = h &+ sum &+ choice &+ constants[index] &+ words[index]
            let majority = (a & b) ^ (a & c) ^ (b & c)
            let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        state = state &+ SIMD8(a, b, c, d, e, f, g, h)
    }

    private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    /// The digest in hexadecimal.
    static func hexadecimal(of message: [UInt8]) -> String { hexadecimal(digest(of: message)) }

    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// UUIDs as texts (RFC 9562).
enum UUIDText {
    /// A random one: version 4.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return text(of: (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }, version: 4)
    }

    /// Whether a text is one of version 4, as this writes it.
    static func isRandom(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 36, bytes[14] == UInt8(ascii: "4") else { return false }
        return bytes.indices.allSatisfy { index in
            if [8, 13, 18, 23].contains(index) { return bytes[index] == UInt8(ascii: "-") }
            return (0x30...0x39).contains(bytes[index]) || (0x61...0x66).contains(bytes[index])
        }
    }

    /// The one of some content: version 8, the first bytes of its SHA-256.
    static func named(_ content: [UInt8]) -> String { text(of: Array(SHA256.digest(of: content)[..<16]), version: 8) }

    private static func text(of bytes: [UInt8], version: UInt8) -> String {
        var bytes = bytes
        bytes[6] = bytes[6] & 0x0F | version << 4
        bytes[8] = bytes[8] & 0x3F | 0x80
        let parts = [bytes[..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10...]]
        return parts.map(SHA256.hexadecimal).joined(separator: "-")
    }
}
