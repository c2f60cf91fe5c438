/// Pass them to a reporting call: how much it tolerates, and how many issues it keeps.
///
/// ```swift
/// var options = ReportingOptions()
/// options.maximumIssues = 100                        // keeps the first hundred, counts the others
/// options.strict = [.type(Signature.self), .path("/payment")]
/// let page = try decoder.decodeReporting(Page.self, from: payload, options: options)
/// ```
public struct ReportingOptions: Sendable {
    /// Whether an object is decoded again with a placeholder for a member that failed, to find its other problems.
    ///
    /// Switch it off for models whose `init(from:)` must not run more often than payloads have objects. An optional
    /// that becomes nil still takes another run.
    public var replays = true

    /// How many issues are kept; `nil` keeps all. The same values are skipped in any case, and
    /// ``DecodingReport/issueCount`` counts all issues.
    public var maximumIssues: Int?

    /// After this many issues decoding stops, without a value; `nil` means no limit.
    public var givesUpAfter: Int?

    /// Parts that are decoded strictly. Each reports only its first error, and fails as a whole.
    public var strict: [StrictRule] = []

    /// Receives each issue about a value that could not be read as soon as it is final, in the order of discovery: for
    /// payloads with millions of issues.
    ///
    /// With ``maximumIssues`` the report itself stays small. Issues with the effect `noted` (a declared fallback) come
    /// only with the report.
    public var handler: (@Sendable (DecodingIssue) -> Void)?

    /// The default options.
    public init() {}

    /// A part of a payload that is decoded strictly.
    public struct StrictRule: Sendable {
        private enum Subject {
            case type(ObjectIdentifier)
            case path(JSONPointer)
            case version(String)
        }

        private let subject: Subject

        /// Values of a type.
        public static func type(_ type: Any.Type) -> StrictRule {
            StrictRule(subject: .type(ObjectIdentifier(type)))
        }

        /// Values at a path or below it; `*` means any key or index.
        public static func path(_ path: JSONPointer) -> StrictRule { StrictRule(subject: .path(path)) }

        /// Payloads of a version, or parts of them.
        public static func version(_ version: some APIVersion) -> StrictRule {
            StrictRule(subject: .version(version.label))
        }

        func applies(to type: Any.Type, version: String?, path: () -> JSONPointer) -> Bool {
            switch subject {
            case .type(let id): return id == ObjectIdentifier(type)
            case .version(let label): return label == version
            case .path(let pattern): return path().isAtOrBelow(pattern)
            }
        }
    }
}
