import Migrations

/// Texts of C: bytes up to a zero.
///
/// Unsafe code: texts of the caller end with a zero, as `versionedjson.h` demands; made texts belong to the caller.
enum CText {
    /// The bytes of a text, without the zero.
    static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
        var count = 0
        while text[count] != 0 { count += 1 }
        return text.withMemoryRebound(to: UInt8.self, capacity: count) {
            Array(UnsafeBufferPointer(start: $0, count: count))
        }
    }

    /// The path, which need not be UTF-8; "-" is a file of that name.
    static func path(of text: UnsafePointer<CChar>) -> StoredPath {
        let bytes = bytes(of: text)
        return bytes == Array("-".utf8) ? "./-" : StoredPath(bytes: bytes)
    }

    /// The text, which must be UTF-8.
    static func text(of text: UnsafePointer<CChar>, _ argument: String) throws(InterfaceError) -> String {
        guard let text = String(validating: bytes(of: text), as: UTF8.self) else {
            throw InterfaceError(code: "invalidArgument", message: "the argument '\(argument)' is not UTF-8")
        }
        return text
    }

    /// A text that the caller frees. It holds no zero: JSON writes that as an escape.
    static func made(of bytes: [UInt8]) -> UnsafeMutablePointer<CChar> {
        let text = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
        for (index, byte) in bytes.enumerated() { (text + index).initialize(to: CChar(bitPattern: byte)) }
        (text + bytes.count).initialize(to: 0)
        return text
    }
}
