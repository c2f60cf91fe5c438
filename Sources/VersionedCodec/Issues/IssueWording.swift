/// The problem of a value, worded when it is read.
enum IssueWording: Sendable {
    case text(String)
    /// A value of another kind than a type is read from.
    case mismatch(Any.Type)
    /// A number that a type cannot hold.
    case misfit(Any.Type)
    /// A member that is not there.
    case missing(String)

    /// The problem, in one sentence without a full stop.
    func text(found: JSONKind?, quotation: String?) -> String {
        switch self {
        case .text(let text): return text
        case .mismatch(let type):
            guard let found else { return "expected \(TypePhrase.of(type))" }
            var text = ""
            text.reserveCapacity(64)
            text += "expected "
            text += TypePhrase.of(type)
            text += ", found "
            text += found.phrase
            if let quotation {
                text += " ("
                text += quotation
                text += ")"
            }
            return text
        case .misfit(let type): return "the number \(quotation.map { "\($0) " } ?? "")does not fit \(type)"
        case .missing(let name): return "there is no member \(JSONValue.string(name).text())"
        }
    }
}
