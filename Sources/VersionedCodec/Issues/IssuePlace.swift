/// One step of the way from the root of a document to a value.
enum IssueStep: Sendable {
    case member(String)
    case element(Int)

    var token: String {
        switch self {
        case .member(let name): name
        case .element(let index): String(index)
        }
    }
}

/// The way to a container, linked to the one around it, so that all issues within it share it.
final class IssueWay: Sendable {
    private let around: IssueWay?
    private let step: IssueStep

    init(_ around: IssueWay?, _ step: IssueStep) {
        self.around = around
        self.step = step
    }

    /// The tokens of the way, the outermost first.
    var tokens: [String] {
        var (tokens, next) = ([step.token], around)
        while let way = next {
            tokens.append(way.step.token)
            next = way.around
        }
        return tokens.reversed()
    }
}

/// Where an issue is; a pointer is made of it on demand.
enum IssuePlace: Sendable {
    case pointer(JSONPointer)
    case step(IssueStep, of: IssueWay?)

    var pointer: JSONPointer {
        switch self {
        case .pointer(let pointer): pointer
        case .step(let step, let way): JSONPointer((way?.tokens ?? []) + [step.token])
        }
    }

    /// The place that further names lead to.
    func below(_ names: [String]) -> IssuePlace {
        names.isEmpty ? self : .pointer(JSONPointer(pointer.tokens + names))
    }
}
