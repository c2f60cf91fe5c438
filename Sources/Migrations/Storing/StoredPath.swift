/// The path of a file, in the bytes of the operating system, for names that need not be UTF-8.
///
/// ```swift
/// let path: StoredPath = "orders/2026.json"
/// path.folder                             // orders/
/// StoredPath(bytes: [0x61, 0xFF])         // a\xFF
/// ```
///
/// Use it for paths from the command line or from a folder. For a `String`, the other initializers are simpler.
public struct StoredPath: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The bytes, without a zero at the end.
    public let bytes: [UInt8]

    /// A path in UTF-8.
    public init(_ path: String) { bytes = Array(path.utf8) }

    /// A path with any bytes.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// A path in UTF-8.
    public init(stringLiteral path: String) { self.init(path) }

    /// The path in the form for messages: each byte that is not part of valid UTF-8 is shown as `\xFF`, and each
    /// control character, such as a line break, as `\x0A`.
    ///
    /// - Complexity: O(bytes)
    public var description: String {
        if let text = String(validating: bytes, as: UTF8.self) { return text.escapingControls }
        var text = ""
        var rest = bytes[...]
        while !rest.isEmpty {
            var decoder = UTF8()
            var iterator = rest.makeIterator()
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar):
                text.unicodeScalars.append(scalar)
                rest = rest.dropFirst(UTF8.width(scalar))
            case .emptyInput: return text.escapingControls
            case .error:
                let digits = String(rest[rest.startIndex], radix: 16, uppercase: true)
                text += "\\x" + (digits.utf8.count == 1 ? "0" : "") + digits
                rest = rest.dropFirst()
            }
        }
        return text.escapingControls
    }

    /// The path as a program can use it, if it is UTF-8; otherwise as it is shown.
    package var text: String { String(validating: bytes, as: UTF8.self) ?? description }

    /// The folder in the path, with its slash; empty if the path is only a name.
    public var folder: StoredPath {
        StoredPath(bytes: bytes.lastIndex(of: Self.slash).map { Array(bytes[...$0]) } ?? [])
    }

    /// The text after the last slash.
    package var name: StoredPath { StoredPath(bytes: Array(bytes[folder.bytes.count...])) }

    /// The path of another file, relative to this folder. A path that begins with a slash is returned unchanged.
    public func appending(_ path: StoredPath) -> StoredPath {
        if path.bytes.first == Self.slash || bytes.isEmpty { return path }
        var joined: [UInt8] = []
        joined.reserveCapacity(bytes.count + 1 + path.bytes.count)
        joined += bytes
        if bytes.last != Self.slash { joined.append(Self.slash) }
        joined += path.bytes
        return StoredPath(bytes: joined)
    }

    /// Whether the path ends in the given text.
    public func hasSuffix(_ suffix: String) -> Bool { bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) }

    package static let slash = UInt8(ascii: "/")

    /// Passes the bytes, with the zero that ends a name for the operating system; `nil` if a zero within them would
    /// end it early.
    ///
    /// Unsafe code: the text has room for the bytes and the zero, and is valid for the call.
    // System calls take longer than code that is the same for all results.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { text in
            var hasZero = false
            for place in bytes.indices {
                text[place] = CChar(bitPattern: bytes[place])
                hasZero = hasZero || bytes[place] == 0
            }
            text[bytes.count] = 0
            guard !hasZero, let start = text.baseAddress else { return nil }
            return body(start)
        }
    }
}

extension String {
    /// The text with each control character as `\x0A`, so that it stays on its line, and a terminal does what it shows.
    package var escapingControls: String {
        let isControl = { (scalar: Unicode.Scalar) in
            scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}"
        }
        guard utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }), unicodeScalars.contains(where: isControl) else {
            return self
        }
        var text = ""
        for scalar in unicodeScalars {
            if !isControl(scalar) {
                text.unicodeScalars.append(scalar)
                continue
            }
            for byte in String(scalar).utf8 {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "\\x" + (digits.utf8.count == 1 ? "0" : "") + digits
            }
        }
        return text
    }
}
