#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension FormatContext {
    /// A leaf in the form that is declared for the member that it belongs to.
    ///
    /// - Throws: `EncodingError` if it has none: a text that is not a number, a number that is not finite.
    @inline(__always)
    func formed(_ leaf: EncodedLeaf, at path: @autoclosure () -> TreePath?) throws -> EncodedLeaf {
        guard let scalars else { return leaf }
        return try formed(leaf, scalars, path)
    }

    @inline(never)
    private func formed(_ leaf: EncodedLeaf, _ form: KeyPlace.ScalarForm, _ path: () -> TreePath?) throws -> EncodedLeaf
    {
        guard let kind = leaf.scalarClass, form.written(kind) != kind else { return leaf }
        func fault(_ value: Any, _ text: String) -> EncodingError {
            .invalidValue(value, .init(codingPath: path()?.keys ?? [], debugDescription: text))
        }
        switch leaf {
        case .bool(let flag):
            return form.written(kind) == .text ? .string(flag ? "true" : "false") : .signed(flag ? 1 : 0)
        case .signed(let number): return .string(String(number))
        case .unsigned(let number): return .string(String(number))
        case .wideSigned(let number): return .string(String(number))
        case .wideUnsigned(let number): return .string(String(number))
        case .double(let number):
            return .string(try text(of: number, { NumberText.append(number, to: &$0) }, fault: fault))
        case .float(let number):
            return .string(try text(of: number, { NumberText.append(number, to: &$0) }, fault: fault))
        case .decimal(let number):
            guard number.isFinite else { throw fault(number, Self.notFinite(number)) }
            return .string(number.description)
        case .string(let text):
            guard let number = JSONNumber(text: text) else {
                throw fault(
                    text, "\(JSONValue.string(text).text()) is not a number, and the version writes a number here")
            }
            guard let leaf = self.leaf(of: number) else {
                throw fault(text, "the number \(text) has more digits than this coder writes")
            }
            return leaf
        default: return leaf
        }
    }

    /// The text of a number; of one that is not finite, the one that the format gives it.
    private func text<Number: BinaryFloatingPoint>(
        of number: Number, _ append: (inout [UInt8]) -> Void, fault: (Any, String) -> EncodingError
    ) throws -> String {
        guard number.isFinite else {
            guard let text = (rendering?.nonFinite ?? format.nonFinite)?.text(of: number) else {
                throw fault(number, Self.notFinite(number))
            }
            return text
        }
        var bytes: [UInt8] = []
        append(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func notFinite(_ number: Any) -> String {
        "JSON has no number for \(number); the format of the version may give it a text"
    }

    /// A number by its text: as it is in our own encoder, by its value in others.
    private func leaf(of number: JSONNumber) -> EncodedLeaf? {
        if rendering != nil { return .written(WrittenJSON(bytes: Array(number.text.utf8))) }
        if let integer = number.exactly(Int128.self) { return .integer(integer) }
        return number.decimal.map { .decimal($0) }
    }
}

extension EncodedLeaf {
    /// The kind of scalar, if a form may affect it.
    fileprivate var scalarClass: ScalarClass? {
        switch self {
        case .bool: .boolean
        case .string: .text
        case .signed, .unsigned, .wideSigned, .wideUnsigned, .double, .float, .decimal: .number
        case .null, .date, .data, .url, .json, .written: nil
        }
    }
}
