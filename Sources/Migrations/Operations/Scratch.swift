public import VersionedCodec

extension JSONPointer {
    /// A scratch value of a step, or a place in one. A step can use it for intermediate values. It is in no document,
    /// and disappears at the end of the step.
    ///
    /// ```swift
    /// [.copy("/labels", to: .scratch("labels")), .objectToArray(.scratch("labels"), id: "name"),
    ///     .move(.scratch("labels"), to: "/tags")]
    /// JSONPointer.scratch("labels", "/0/name").description    // $labels/0/name
    /// ```
    ///
    /// Only for paths that begin at the root of the document. As a text, such a path is understood only in the
    /// operations of a plan file.
    ///
    /// - `name`: Letters, digits, `_` and `-`; the first is a letter or `_`. A plan with another name is refused.
    public static func scratch(_ name: String, _ place: JSONPointer = .root) -> JSONPointer {
        JSONPointer([name] + place.tokens, isScratch: true)
    }

    /// A scratch value from a text of a plan file: `$labels/0`; `nil` if the text does not name one.
    init?(scratchText text: String) throws(JSONPointer.SyntaxError) {
        guard text.utf8.first == UInt8(ascii: "$") else { return nil }
        let name = text.dropFirst().prefix { $0 != "/" }
        let isLetter = { (character: Character) in character.isASCII && character.isLetter || character == "_" }
        guard let first = name.first, isLetter(first),
            name.allSatisfy({ isLetter($0) || $0 == "-" || $0.isASCII && $0.isNumber })
        else { return nil }
        let place = try JSONPointer(parsing: String(text.dropFirst(name.count + 1)))
        self.init([String(name)] + place.tokens, isScratch: true)
    }
}

/// How an operation uses scratch values, if it writes or moves them.
enum ScratchUse: Sendable, Hashable {
    /// It writes none.
    case none
    /// It writes nothing else: the document stays as it is.
    case alone
    /// It moves values between the document and scratch values.
    case withDocument

    /// - `written`: The places that the operation writes to.
    init(_ body: any OperationBody, writing written: [JSONPointer]) {
        guard written.contains(where: \.isScratch) else {
            self = .none
            return
        }
        if written.allSatisfy(\.isScratch) {
            self = .alone
        } else if body.inner.isEmpty {
            self = .withDocument
        } else {
            self = body.inner.contains { $0.usesScratch == .withDocument } ? .withDocument : .none
        }
    }
}

extension JSONOperation {
    /// The way back over an operation that writes only scratch values. Most often nothing has to be reversed: on the
    /// way back the values do not exist. If they exist, they come from the document, and are reversed as far as
    /// possible.
    var scratchReversed: [JSONOperation] {
        // If there is no way back, nothing in the document needs one.
        guard let back = try? body.reversed() else { return [] }
        return back.map { operation in
            var operation = operation
            operation.skipsAbsentScratch = true
            return operation
        }
    }
}
