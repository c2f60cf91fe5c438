import Migrations

/// XXH64 of some bytes: distinguishes two states of a document (https://github.com/Cyan4973/xxHash,
/// doc/xxhash_spec.md). It does not protect against texts made to have one digest.
package struct Digest: Sendable, Hashable, CustomStringConvertible {
    package let value: UInt64

    package init(value: UInt64) { self.value = value }

    /// The digest as it is written: sixteen hexadecimal digits.
    package init?(_ text: String) {
        guard text.utf8.count == 16, let value = UInt64(text, radix: 16) else { return nil }
        self.value = value
    }

    package var description: String { String(decoding: digits, as: UTF8.self) }

    /// Its digits, as bytes of text.
    var digits: [UInt8] {
        var digits: [UInt8] = []
        write(to: &digits)
        return digits
    }

    /// Appends its digits.
    func write(to text: inout [UInt8]) {
        for place in 0..<16 { text.append(digit(place)) }
    }

    /// One of its sixteen digits.
    func digit(_ place: Int) -> UInt8 {
        let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * place)) & 0xF
        return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }

    /// The digest of bytes. O(bytes)
    package init(of bytes: [UInt8]) {
        self = bytes.withUnsafeBytes { DigestBuilder.digest(of: $0) }
    }

    /// The digest of a part of some bytes. O(bytes)
    init(of bytes: ArraySlice<UInt8>) {
        self = bytes.withUnsafeBytes { DigestBuilder.digest(of: $0) }
    }
}

/// Makes the digest of bytes that come piece by piece.
package struct DigestBuilder {
    private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
        0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
        0x27D4_EB2F_1656_67C5
    )

    private var sums = (primes.0 &+ primes.1, primes.1, UInt64(0), 0 &- primes.0)
    private var count = 0
    /// The bytes that do not fill a block of 32 bytes yet.
    private var rest: [UInt8] = []

    package init() {}

    /// Adds bytes. O(bytes)
    package mutating func add(_ bytes: [UInt8]) {
        count += bytes.count
        var start = 0
        if !rest.isEmpty {
            start = min(32 - rest.count, bytes.count)
            rest += bytes[..<start]
            if rest.count < 32 { return }
            rest.withUnsafeBytes { addBlocks($0) }
            rest.removeAll(keepingCapacity: true)
        }
        let end = start + (bytes.count - start) / 32 * 32
        bytes.withUnsafeBytes { addBlocks(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
        rest += bytes[end...]
    }

    private mutating func addBlocks(_ bytes: UnsafeRawBufferPointer) {
        var (a, b, c, d) = sums
        for place in stride(from: 0, to: bytes.count, by: 32) {
            a = Self.round(a, Self.word(bytes, place))
            b = Self.round(b, Self.word(bytes, place + 8))
            c = Self.round(c, Self.word(bytes, place + 16))
            d = Self.round(d, Self.word(bytes, place + 24))
        }
        sums = (a, b, c, d)
    }

    private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 { value << count | value >> (64 - count) }

    private static func round(_ sum: UInt64, _ input: UInt64) -> UInt64 {
        rotate(sum &+ input &* primes.1, 31) &* primes.0
    }

    private static func merge(_ hash: UInt64, _ sum: UInt64) -> UInt64 {
        (hash ^ round(0, sum)) &* primes.0 &+ primes.3
    }

    /// The digest of all that was added.
    package var digest: Digest { rest.withUnsafeBytes { digest(with: $0) } }

    fileprivate static func digest(of bytes: UnsafeRawBufferPointer) -> Digest {
        var builder = DigestBuilder()
        let end = bytes.count / 32 * 32
        builder.count = bytes.count
        builder.addBlocks(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
        return builder.digest(with: UnsafeRawBufferPointer(rebasing: bytes[end...]))
    }

    /// - `rest`: The bytes that do not fill a block.
    private func digest(with rest: UnsafeRawBufferPointer) -> Digest {
        var hash = Self.primes.4
        if count >= 32 {
            let (a, b, c, d) = sums
            hash = Self.rotate(a, 1) &+ Self.rotate(b, 7) &+ Self.rotate(c, 12) &+ Self.rotate(d, 18)
            hash = Self.merge(Self.merge(Self.merge(Self.merge(hash, a), b), c), d)
        }
        hash &+= UInt64(count)
        var place = 0
        while place + 8 <= rest.count {
            hash = Self.rotate(hash ^ Self.round(0, Self.word(rest, place)), 27) &* Self.primes.0 &+ Self.primes.3
            place += 8
        }
        if place + 4 <= rest.count {
            let half = UInt32(littleEndian: rest.loadUnaligned(fromByteOffset: place, as: UInt32.self))
            hash = Self.rotate(hash ^ UInt64(half) &* Self.primes.0, 23) &* Self.primes.1 &+ Self.primes.2
            place += 4
        }
        while place < rest.count {
            hash = Self.rotate(hash ^ UInt64(rest[place]) &* Self.primes.4, 11) &* Self.primes.0
            place += 1
        }
        hash = (hash ^ hash >> 33) &* Self.primes.1
        hash = (hash ^ hash >> 29) &* Self.primes.2
        return Digest(value: hash ^ hash >> 32)
    }
}

extension DigestBuilder {
    /// The digest of a file, in memory for a part of it.
    static func digest(of file: any StorageFile) throws(StoredFileError) -> Digest {
        var digest = DigestBuilder()
        while let bytes = try file.read(upTo: 1 << 20) { digest.add(bytes) }
        return digest.digest
    }
}
