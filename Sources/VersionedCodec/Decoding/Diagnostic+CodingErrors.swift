#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Diagnostic {
    /// Describes an error of decoding or encoding, with its line and column in the payload.
    ///
    /// ```swift
    /// do {
    ///     _ = try controller.decode(FeedPage.self, from: payload)
    /// } catch {
    ///     print(Diagnostic(describing: error, in: payload))
    ///     // line 7, column 21, at "/results/0/created_at": "yesterday" is not a date: …
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - error: Any error. For a `DecodingError` or `EncodingError`, the path, the reason and the underlying error
    ///     are described.
    ///   - payload: The JSON or JSON5 that was decoded. Without it there is no line and column.
    /// - Complexity: O(bytes), because the payload is read once more.
    public init(describing error: any Error, in payload: Data? = nil) {
        // A payload that is not JSON has no places; the error itself describes the problem.
        let document = payload.flatMap { try? JSONDocument(parsing: $0, options: .init(tolerating: .json5)) }
        self.init(describing: error, in: document?.root)
        if error is DecodingError, position == nil, let path { position = document?.nearestPosition(to: path) }
    }

    /// The description of an error of decoding a value.
    package init(describing error: any Error, in root: JSONValue?) {
        if case .invalidValue(_, let context) = error as? EncodingError {
            self.init(encoding: context)
            return
        }
        guard let error = error as? DecodingError else {
            self = (error as? any DiagnosableError)?.diagnostic ?? Diagnostic(message: "\(error)")
            return
        }
        let fault = CodingFault(error, in: root)
        let ours = fault.context.underlyingError as? DecodingFault
        if ours?.isForeign != true, let beneath = fault.context.underlyingError as? any DiagnosableError {
            self = beneath.diagnostic
            // A version that the caller gave is at no place of the payload.
            if (beneath as? VersionError)?.origin == nil { path = path ?? fault.path }
        } else {
            self.init(message: fault.message, path: fault.path, version: ours?.version)
        }
    }

    /// The description of an error of encoding; Foundation's property-list encoder wraps errors in one of its own.
    private init(encoding context: EncodingError.Context) {
        if case .invalidValue(_, let inner) = context.underlyingError as? EncodingError {
            self.init(encoding: inner)
            return
        }
        if let beneath = context.underlyingError as? any DiagnosableError {
            self = beneath.diagnostic
        } else {
            let text = context.debugDescription
            self.init(message: text.hasSuffix(".") ? String(text.dropLast()) : text)
        }
        path = path ?? JSONPointer(codingPath: context.codingPath)
    }
}

/// A `DecodingError` taken apart.
private struct CodingFault {
    let context: DecodingError.Context
    let path: JSONPointer
    let message: String

    init(_ error: DecodingError, in root: JSONValue?) {
        func found(_ path: JSONPointer, orElse text: String) -> String {
            guard let value = root?[at: path] else { return text }
            return "found \(value.kind.phrase)" + (value.isContainer || value.isNull ? "" : " (\(value.text()))")
        }
        switch error {
        case .typeMismatch(let type, let context):
            self.context = context
            path = JSONPointer(codingPath: context.codingPath)
            let isOurs = context.debugDescription.hasPrefix("expected ")
            message =
                isOurs
                ? context.debugDescription
                : "expected \(TypePhrase.of(type)), \(found(path, orElse: "found something else"))"
        case .valueNotFound(let type, let context):
            self.context = context
            path = JSONPointer(codingPath: context.codingPath)
            message =
                context.debugDescription.hasPrefix("the member is null")
                ? context.debugDescription : "expected \(TypePhrase.of(type)), \(found(path, orElse: "found no value"))"
        case .keyNotFound(let key, let context):
            self.context = context
            path = JSONPointer(codingPath: context.codingPath)
            message =
                context.debugDescription.hasPrefix("there is no member")
                ? context.debugDescription : "there is no member \(JSONValue.string(key.stringValue).text())"
        case .dataCorrupted(let context):
            self.context = context
            path = JSONPointer(codingPath: context.codingPath)
            let fault = context.underlyingError as? DecodingFault
            if let date = (fault?.underlyingError ?? context.underlyingError) as? DateFormatError {
                message = date.line()
            } else {
                message = context.debugDescription
            }
        @unknown default:
            context = .init(codingPath: [], debugDescription: "\(error)")
            path = .root
            message = "\(error)"
        }
    }
}

extension JSONDocument {
    /// The position of a place, or of the nearest container of it that the document has.
    fileprivate func nearestPosition(to pointer: JSONPointer) -> SourcePosition? {
        var pointer = pointer
        while true {
            if let value = root[at: pointer] { return position(of: value) }
            if pointer.isRoot { return nil }
            pointer = pointer.parent
        }
    }
}
