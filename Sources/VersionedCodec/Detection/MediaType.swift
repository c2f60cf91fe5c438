/// A media type with its parameters, as RFC 9110 writes it: `application/vnd.acme.v2+json; charset=utf-8`.
struct MediaType: Sendable, Hashable {
    /// Type and subtype, in lower case.
    let name: String

    /// The same as they were written.
    let spelling: String

    /// Names, in lower case, and values, quotes and escapes resolved.
    let parameters: [Parameter]

    struct Parameter: Sendable, Hashable {
        let name: String
        let value: String
    }

    /// A media type of a header field; `nil` if the text is not one.
    init?(_ text: String) {
        var scanner = HeaderScanner(text)
        guard let type = MediaType(&scanner), scanner.isAtEnd else { return nil }
        self = type
    }

    init?(_ scanner: inout HeaderScanner) {
        scanner.skipSpace()
        guard let type = scanner.token(), scanner.take("/"), let subtype = scanner.token() else { return nil }
        spelling = "\(type)/\(subtype)"
        name = spelling.lowercased()
        var parameters: [Parameter] = []
        scanner.skipSpace()
        while scanner.take(";") {
            scanner.skipSpace()
            guard let name = scanner.token() else { continue }  // RFC 9110 lets a parameter be empty.
            guard scanner.take("="), let value = scanner.quoted() ?? scanner.token() else { return nil }
            parameters.append(Parameter(name: name.lowercased(), value: value))
            scanner.skipSpace()
        }
        self.parameters = parameters
    }

    /// Whether it is `*/*` or all types of a group.
    var isRange: Bool { name.hasSuffix("/*") }

    func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// The elements of an `Accept` field; `nil` if the field is malformed.
    static func list(_ text: String) -> [(type: MediaType, quality: Int)]? {
        var scanner = HeaderScanner(text)
        var elements: [(type: MediaType, quality: Int)] = []
        repeat {
            scanner.skipSpace()
            if scanner.isAtEnd || scanner.next == UInt8(ascii: ",") { continue }  // Lists may have empty elements.
            guard let type = MediaType(&scanner) else { return nil }
            guard let quality = type.parameter("q").map(quality) ?? 1000 else { return nil }
            elements.append((type, quality))
            scanner.skipSpace()
        } while scanner.take(",")
        return scanner.isAtEnd ? elements : nil
    }

    /// A quality value in thousandths: `0`, `1`, up to three digits after the point.
    private static func quality(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, first == 0x30 || first == 0x31, bytes.count <= 5 else { return nil }
        if bytes.count > 1, bytes[1] != UInt8(ascii: ".") { return nil }
        var value = Int(first - 0x30) * 1000
        var unit = 100
        for digit in bytes.dropFirst(2) {
            guard (0x30...0x39).contains(digit) else { return nil }
            value += Int(digit - 0x30) * unit
            unit /= 10
        }
        return value <= 1000 ? value : nil
    }
}

/// Reads the parts of a header field.
struct HeaderScanner {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) { rest = Array(text.utf8)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    var next: UInt8? { rest.first }

    mutating func skipSpace() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 } }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let byte = rest.first, UInt32(byte) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    /// A token: letters, digits and ``!#$%&'*+-.^_`|~``.
    mutating func token() -> String? {
        let end = rest.firstIndex { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: false
            default: !"!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
        }
        let found = rest[..<(end ?? rest.endIndex)]
        if found.isEmpty { return nil }
        rest = rest[found.endIndex...]
        return String(decoding: found, as: UTF8.self)
    }

    /// A quoted string, without its quotes and escapes.
    mutating func quoted() -> String? {
        var copy = rest
        guard copy.popFirst() == 0x22 else { return nil }
        var text: [UInt8] = []
        while let byte = copy.popFirst() {
            if byte == 0x22 {
                rest = copy
                return String(decoding: text, as: UTF8.self)
            }
            if byte != 0x5C {
                text.append(byte)
            } else if let escaped = copy.popFirst() {
                text.append(escaped)
            }
        }
        return nil
    }
}
