/// A look at the first member of a payload, which mostly names the version: enough to choose what to try first, never
/// to rely on.
///
/// Unsafe code: bytes are borrowed for the call; each read follows a comparison with their count.
package struct VersionPeek: Sendable {
    private let texts: [[UInt8]]

    /// A glance at the member for a label; `nil` if a single member is not enough.
    package init?(label: String, at location: VersionLocation?) {
        guard let location, location.pointer.tokens.count == 1, let value = location.value(of: label) else {
            return nil
        }
        texts = ["{", JSONValue.string(location.pointer.tokens[0]).text(), ":", value.text()].map { Array($0.utf8) }
    }

    /// Whether a payload begins with that member.
    package func isBeginning(of payload: UnsafeBufferPointer<UInt8>) -> Bool { length(in: payload) != nil }

    /// How many bytes of a payload that begins with that member lead up to its end; `nil` for all others.
    package func length(in payload: UnsafeBufferPointer<UInt8>) -> Int? {
        var place = 0
        for text in texts {
            place = Self.skipSpace(payload, from: place)
            guard payload.count - place >= text.count else { return nil }
            for byte in text {
                if payload[place] != byte { return nil }
                place += 1
            }
        }
        // Version 1 is not version 12.
        guard place < payload.count else { return nil }
        return Self.isSpace(payload[place]) || payload[place] == UInt8(ascii: ",")
            || payload[place] == UInt8(ascii: "}") ? place : nil
    }

    private static func skipSpace(_ payload: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var place = start
        while place < payload.count, isSpace(payload[place]) { place += 1 }
        return place
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}
