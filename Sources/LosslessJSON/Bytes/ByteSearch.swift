/// Unsafe code: reads sixteen bytes only where there are as many.
extension UnsafeBufferPointer<UInt8> {
    /// Whether one of the bytes is this one.
    func holds(_ byte: UInt8) -> Bool {
        guard let baseAddress, count >= 16 else { return contains(byte) }
        let (bytes, wanted) = (UnsafeRawPointer(baseAddress), SIMD16(repeating: byte))
        func isAmongSixteen(from place: Int) -> Bool {
            any(bytes.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self) .== wanted)
        }
        var place = 0
        while place + 16 < count {
            if isAmongSixteen(from: place) { return true }
            place += 16
        }
        // The last sixteen; some of them have been looked at.
        return isAmongSixteen(from: count - 16)
    }
}
