/// A glance at the first member of a payload, which mostly says the version: enough to choose what to try first, never to rely on.
package enum VersionPeek {
    /// Whether a payload begins with the member that says a label.
    package static func begins(_ payload: [UInt8], withLabel label: String, at location: VersionLocation?) -> Bool {
        guard let location, location.pointer.tokens.count == 1, let value = location.value(of: label) else {
            return false
        }
        var rest = payload.prefix(200)[...]
        for text in ["{", JSONValue.string(location.pointer.tokens[0]).text(), ":", value.text()] {
            rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
            guard rest.starts(with: text.utf8) else { return false }
            rest = rest.dropFirst(text.utf8.count)
        }
        // Version 1 is not version 12.
        return rest.first.map { [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "}")].contains($0) } ?? false
    }
}
