import Synchronization

/// Sheets that have been written and are free, for the next documents: small documents cost little more than what
/// making a sheet costs.
///
/// At most two, for tasks that write at the same time; others make sheets of their own. Invariant: a place holds one
/// reference, which whoever exchanges it for zero takes over, and nobody else has the sheet: a model that keeps an
/// encoder or a container keeps its sheet from coming here.
enum SpareSheets {
    private static let first = Atomic<UInt>(0)
    private static let second = Atomic<UInt>(0)

    /// A free sheet, if there is one.
    static func take() -> EncodingSheet? {
        var place = first.exchange(0, ordering: .acquiringAndReleasing)
        if place == 0 { place = second.exchange(0, ordering: .acquiringAndReleasing) }
        guard let address = UnsafeRawPointer(bitPattern: place) else { return nil }
        return Unmanaged<EncodingSheet>.fromOpaque(address).takeRetainedValue()
    }

    /// Keeps a free sheet; false where there are enough.
    static func keep(_ sheet: EncodingSheet) -> Bool {
        let reference = Unmanaged.passRetained(sheet)
        let place = UInt(bitPattern: reference.toOpaque())
        if first.compareExchange(expected: 0, desired: place, ordering: .acquiringAndReleasing).exchanged
            || second.compareExchange(expected: 0, desired: place, ordering: .acquiringAndReleasing).exchanged
        {
            return true
        }
        reference.release()
        return false
    }
}

extension EncodingSheet {
    /// A sheet for a document, made or used again.
    static func open(_ rules: EncodingRules) -> EncodingSheet {
        guard let sheet = SpareSheets.take() else { return EncodingSheet(EncodingScope(rules)) }
        sheet.reopen(rules)
        return sheet
    }

    /// Ends the document, and keeps the sheet for another one if nobody has it.
    func close() {
        end()
        clear()
        if !isFree || !SpareSheets.keep(self) { dropBoxes() }
    }
}
