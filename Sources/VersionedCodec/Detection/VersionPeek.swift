/// A glance at the first member of a payload, which mostly says the version: enough to choose what to try first, never
/// to rely on.
package struct VersionPeek: Sendable {
    private let texts: [[UInt8]]

    /// A glance at the member that says a label; `nil` where no single member says it.
    package init?(label: String, at location: VersionLocation?) {
        guard let location, location.pointer.tokens.count == 1, let value = location.value(of: label) else {
            return nil
        }
        texts = ["{", JSONValue.string(location.pointer.tokens[0]).text(), ":", value.text()].map { Array($0.utf8) }
    }

    /// Whether a payload begins with that member.
    package func isBeginning(of payload: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = 0
        for text in texts {
            place = Self.skipSpace(payload, from: place)
            guard payload.count - place >= text.count else { return false }
            for byte in text {
                if payload[place] != byte { return false }
                place += 1
            }
        }
        // Version 1 is not version 12.
        guard place < payload.count else { return false }
        return Self.isSpace(payload[place]) || payload[place] == UInt8(ascii: ",")
            || payload[place] == UInt8(ascii: "}")
    }

    private static func skipSpace(_ payload: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var place = start
        while place < payload.count, isSpace(payload[place]) { place += 1 }
        return place
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}
