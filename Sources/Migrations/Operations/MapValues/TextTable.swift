import VersionedCodec

/// The places of texts in a list, found by their bytes. Immutable; of a text that appears twice, the first place
/// counts.
final class TextTable: Sendable {
    private let bytes: [UInt8]
    /// Where each text begins, and where the last one ends.
    private let starts: [Int]
    private let places: [Int]
    /// One more than the number of a text, by its hash; 0 if there is none.
    private let slots: [Int32]

    /// For each element of the list, the first place of its text; -1 for other values.
    let firstPlaces: [Int32]

    /// A table of the texts of a list; `nil` entries are left out.
    init(_ texts: [String?]) {
        var (bytes, starts, places) = ([UInt8](), [Int](), [Int]())
        var size = 16
        while size < texts.count * 2 { size *= 2 }
        var slots = [Int32](repeating: 0, count: size)
        var firstPlaces = [Int32](repeating: -1, count: texts.count)
        for (place, text) in texts.enumerated() {
            guard var text else { continue }
            var slot = Int(KeyHash.hash(text)) & (size - 1)
            var isKnown = false
            while slots[slot] != 0, !isKnown {
                let other = Int(slots[slot]) - 1
                let end = other + 1 < starts.count ? starts[other + 1] : bytes.count
                isKnown = text.withUTF8 { text in
                    bytes.withUnsafeBufferPointer {
                        text.isSame(as: UnsafeBufferPointer(rebasing: $0[starts[other]..<end]))
                    }
                }
                if isKnown { firstPlaces[place] = Int32(places[other]) } else { slot = (slot + 1) & (size - 1) }
            }
            if isKnown { continue }
            firstPlaces[place] = Int32(place)
            starts.append(bytes.count)
            places.append(place)
            bytes += text.utf8
            slots[slot] = Int32(starts.count)
        }
        starts.append(bytes.count)
        (self.bytes, self.starts, self.places, self.slots) = (bytes, starts, places, slots)
        self.firstPlaces = firstPlaces
    }

    /// The place of the text of these bytes. O(bytes)
    func place(of text: UnsafeBufferPointer<UInt8>) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var slot = Int(KeyHash.hash(text)) & (slots.count - 1)
            while slots[slot] != 0 {
                let number = Int(slots[slot]) - 1
                let known = UnsafeBufferPointer(rebasing: bytes[starts[number]..<starts[number + 1]])
                if known.isSame(as: text) { return places[number] }
                slot = (slot + 1) & (slots.count - 1)
            }
            return nil
        }
    }
}
