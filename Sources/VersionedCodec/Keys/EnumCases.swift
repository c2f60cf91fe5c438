/// The cases of an enum that cannot list them itself: the compiler makes coding keys so, and many raw values.
///
/// Invariants of the unsafe code, all of which are looked at before a value is made:
/// - the first word of the metadata of a Swift enum is 0x201, and its second word points to the enum's descriptor,
///   whose sixth and seventh 32-bit words are the numbers of cases with and without a payload (the stable ABI of Swift:
///   `MetadataKind`, `TargetEnumDescriptor`);
/// - an enum of *n* cases without payloads that is one byte in size has the bytes 0 to *n* - 1 as its values, and the
///   first byte beyond them is `nil` in its optional. That byte is read and compared with the *n* of the descriptor.
enum EnumCases {
    /// All cases in the order of declaration; `nil` for a type that is not an enum, and where a case has a payload.
    static func all<Enum>(of type: Enum.Type) -> [Enum]? {
        guard let count = count(of: type), count > 0 else { return nil }
        switch MemoryLayout<Enum>.size {
        case 0: return count == 1 ? [unsafeBitCast((), to: type)] : nil
        case 1:
            guard count < 255, MemoryLayout<Enum?>.size == 1 else { return nil }
            let none = Enum?.none
            let byte = withUnsafeBytes(of: none) { $0[0] }
            guard Int(byte) == count else { return nil }
            return (0..<count).map { unsafeBitCast(UInt8($0), to: type) }
        default: return nil
        }
    }

    private static func count(of type: Any.Type) -> Int? {
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        guard metadata.load(as: Int.self) == 0x201 else { return nil }
        let descriptor = metadata.load(fromByteOffset: MemoryLayout<Int>.size, as: UnsafeRawPointer.self)
        let withPayload = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0x00FF_FFFF
        return withPayload == 0 ? Int(descriptor.load(fromByteOffset: 24, as: UInt32.self)) : nil
    }
}
