/// Strings of bytes that are known to be UTF-8, which are not checked a second time.
///
/// Unsafe code: the caller has checked the bytes, as a scan does for a whole text.
package enum CheckedText {
    /// The text of bytes. O(bytes)
    @inlinable @inline(__always)
    package static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        // So many bytes fit into the string itself, and the standard library has a quick way for them.
        bytes.count <= 15 ? String(decoding: bytes, as: UTF8.self) : long(bytes)
    }

    @usableFromInline @inline(never)
    package static func long(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let base = bytes.baseAddress else {
            return String(decoding: bytes, as: UTF8.self)
        }
        let isASCII = isASCII(UnsafeRawPointer(base), bytes.count)
        return String(
            copying: UTF8Span(unchecked: Span(_unsafeElements: bytes), isKnownASCII: isASCII))
    }

    /// Whether eight bytes or more are all ASCII.
    private static func isASCII(_ bytes: UnsafeRawPointer, _ count: Int) -> Bool {
        var all = bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        var index = 0
        while index + 8 <= count {
            all |= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            index += 8
        }
        return all & 0x8080_8080_8080_8080 == 0
    }
}
