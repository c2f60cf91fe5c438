extension DecodingError {
    /// What the error says about the value; `nil` for kinds of errors that are not known yet.
    var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }

    /// The problem, without its place and without a full stop.
    var sentence: String {
        let text = context?.debugDescription ?? "\(self)"
        // Foundation has no words for a `Decimal`.
        if text.isEmpty, case .typeMismatch(let type, _) = self {
            return "expected \(TypePhrase.of(type)), found something else"
        }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// The same kind of error with another context.
    func mapContext(_ transform: (Context) -> Context) -> DecodingError {
        switch self {
        case .typeMismatch(let type, let context): .typeMismatch(type, transform(context))
        case .valueNotFound(let type, let context): .valueNotFound(type, transform(context))
        case .keyNotFound(let key, let context): .keyNotFound(key, transform(context))
        case .dataCorrupted(let context): .dataCorrupted(transform(context))
        @unknown default: self
        }
    }
}
