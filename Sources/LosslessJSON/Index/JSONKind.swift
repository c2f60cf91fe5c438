/// The six kinds of JSON value.
public enum JSONKind: String, Sendable, CaseIterable {
    /// `null`
    case null
    /// `true` or `false`
    case boolean
    /// `12`, `1.0`, `1e3`
    case number
    /// `"text"`
    case string
    /// `[ … ]`
    case array
    /// `{ … }`
    case object

    /// The kind with its article, as in error texts: `a number`, `an array`, `null`.
    public var phrase: String {
        switch self {
        case .null: "null"
        case .boolean, .number, .string: "a \(rawValue)"
        case .array, .object: "an \(rawValue)"
        }
    }
}
