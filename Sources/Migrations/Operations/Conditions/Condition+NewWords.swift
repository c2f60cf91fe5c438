import VersionedCodec

extension Condition {
    /// Whether plans of format 1 cannot express the condition.
    var usesNewWords: Bool {
        switch self {
        case .present, .kind, .oneOf, .prefix: false
        case .test(_, .keyOf), .test(_, .elementOf): true
        case .test(_, .hasElement(let condition)), .test(_, .eachElement(let condition)): condition.usesNewWords
        case .test: false
        case .elsewhere(_, let condition), .not(let condition): condition.usesNewWords
        case .all(let conditions), .any(let conditions): conditions.contains(where: \.usesNewWords)
        }
    }
}
