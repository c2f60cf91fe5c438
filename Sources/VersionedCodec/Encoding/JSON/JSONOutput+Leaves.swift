#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Values without members or elements, at the end of the bytes.
///
/// Unsafe code: the output's own bytes are borrowed while they are read; nothing is written meanwhile.
extension JSONOutput {
    @inline(__always)
    func writeNull() { bytes.pointee.append(ascii: "null") }

    @inline(__always)
    func write(_ value: Bool) { value ? bytes.pointee.append(ascii: "true") : bytes.pointee.append(ascii: "false") }

    @inline(__always)
    func write(_ value: String) { bytes.pointee.appendJSON(value, escapes) }

    @inline(__always)
    func write(_ value: Int64) { NumberText.append(value, to: &bytes.pointee) }

    @inline(__always)
    func write(_ value: UInt64) { NumberText.append(value, to: &bytes.pointee) }

    func write(_ value: Int128) { write(ascii: "\(value)") }

    func write(_ value: UInt128) { write(ascii: "\(value)") }

    @inline(__always)
    func write(_ value: Double) throws {
        guard value.isFinite else { return try writeText(ofNonFinite: value) }
        NumberText.append(value, to: &bytes.pointee)
    }

    func write(_ value: Float) throws {
        guard value.isFinite else { return try writeText(ofNonFinite: value) }
        NumberText.append(value, to: &bytes.pointee)
    }

    @inline(never)
    private func writeText<Number: BinaryFloatingPoint>(ofNonFinite value: Number) throws {
        guard let text = scope.rules.nonFinite?.text(of: value) else {
            // Outside of all versions, only the encoder can give it one.
            let remedy =
                scope.rules.version == nil
                ? "nonConformingFloatEncodingStrategy" : "the format of the version"
            throw error(value, "JSON has no number for \(value); \(remedy) may give it a text")
        }
        write(text)
    }

    func write(_ value: Decimal) throws {
        guard value.isFinite else {
            throw error(value, "JSON has no number for \(value)")
        }
        write(ascii: value.description)
    }

    /// Text that needs no quotes and no escapes.
    func write(ascii text: String) { bytes.pointee.append(contentsOf: text.utf8) }

    // MARK: Dates and data

    @inline(__always)
    func write(_ value: Date) throws {
        guard case .format(let format) = scope.rules.dates else { return try writeRare(value) }
        try write(value, format)
    }

    @inline(__always)
    private func write(_ value: Date, _ format: DateFormat) throws {
        let isText = format.notation == .text
        if isText { bytes.pointee.append(UInt8(ascii: "\"")) }
        let start = bytes.pointee.count
        do throws(DateFormat.Mismatch) {
            try format.append(value, to: &bytes.pointee)
        } catch {
            let seconds = "\(value.timeIntervalSince1970)"
            let fault = DateFormatError([error], text: seconds, formats: [format])
            bytes.pointee.removeLast(bytes.pointee.count - start + (isText ? 1 : 0))
            throw self.error(value, fault.description, beneath: fault)
        }
        guard isText else { return }
        let isPlain = bytes.pointee.withUnsafeBufferPointer { buffer in
            let text = UnsafeBufferPointer(rebasing: buffer[start...])
            return !escapes.hasSpecial(in: text)
        }
        if isPlain { bytes.pointee.append(UInt8(ascii: "\"")) } else { quoteAgain(from: start) }
    }

    /// Text that needs escapes, such as a date with slashes.
    @inline(never)
    private func quoteAgain(from start: Int) {
        let text = Array(content[start...])
        bytes.pointee.removeLast(text.count + 1)
        text.withUnsafeBufferPointer { bytes.pointee.appendJSON($0, escapes) }
    }

    @inline(never)
    private func writeRare(_ value: Date) throws {
        switch scope.rules.dates {
        case .seconds(let since1970):
            try write(since1970 ? value.timeIntervalSince1970 : value.timeIntervalSinceReferenceDate)
        case .milliseconds: try write(1000 * value.timeIntervalSince1970)
        case .format(let format): try write(value, format)
        case .none(let formats):
            do throws(DateFormatError) {
                _ = try formats.string(from: value)
            } catch {
                throw self.error(value, error.description, beneath: error)
            }
        case .custom(let write): try writeOpen(nil, value) { try write(value, $0) }
        }
    }

    func write(_ value: Data) throws {
        switch scope.rules.data {
        case .deferredToData: try writeModel(value)
        case .base64: write(value.base64EncodedString())
        case .format(let format): write(format.text(of: value))
        case .custom(let write): try writeOpen(nil, value) { try write(value, $0) }
        }
    }

    // MARK: Errors

    /// An error about the value that is at the end of the bytes.
    func error(_ value: Any, _ text: String, beneath: (any Error)? = nil) -> EncodingError {
        .invalidValue(value, .init(codingPath: pathOfEnd, debugDescription: text, underlyingError: beneath))
    }
}
