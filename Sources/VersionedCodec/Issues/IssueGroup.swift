/// Issues of a value and of what it holds, in the order in which they were found; a tree, so that passing them on costs nothing.
final class IssueGroup {
    private enum Part {
        case issue(DecodingIssue)
        case group(IssueGroup)
    }

    private var parts: [Part] = []

    init() {}
    init(_ issue: DecodingIssue) { parts = [.issue(issue)] }

    /// One issue, or none where it is not kept.
    init(_ issue: DecodingIssue?) { if let issue { parts = [.issue(issue)] } }
    init(_ groups: [IssueGroup]) { parts = groups.map { .group($0) } }

    var isEmpty: Bool { parts.isEmpty }

    func add(_ issue: DecodingIssue?) { if let issue { parts.append(.issue(issue)) } }
    func add(_ group: IssueGroup) { if !group.isEmpty { parts.append(.group(group)) } }

    /// Says of the last issue that it ended an object, at a member.
    func stop(at member: String) {
        guard let last = parts.popLast() else { return }
        switch last {
        case .issue(let issue): parts.append(.issue(issue.stopping(at: member)))
        case .group(let group):
            group.stop(at: member)
            parts.append(last)
        }
    }

    /// Says of the only issue of a value what became of the value, where it is about the value itself.
    func setEffect(_ effect: DecodingIssue.Effect, ofValueAt node: UInt32?) {
        var group = self
        while group.parts.count == 1 {
            switch group.parts[0] {
            case .group(let inner): group = inner
            case .issue(let issue):
                if let node, issue.order == node, issue.code != .missingMember {
                    group.parts[0] = .issue(issue.with(effect: effect))
                }
                return
            }
        }
    }

    /// All issues. A loop, so that no depth of nesting overflows the stack.
    var issues: [DecodingIssue] {
        var list: [DecodingIssue] = []
        var (parts, place) = (parts, 0)
        var around: [(parts: [Part], place: Int)] = []
        while true {
            guard place < parts.count else {
                guard let last = around.popLast() else { return list }
                (parts, place) = last
                continue
            }
            let part = parts[place]
            place += 1
            switch part {
            case .issue(let issue): list.append(issue)
            case .group(let group):
                around.append((parts, place))
                (parts, place) = (group.parts, 0)
            }
        }
    }

    /// All issues in the order of the document; those of one place in the order in which they were found.
    var inDocumentOrder: [DecodingIssue] {
        let list = issues
        var isOrdered = true
        for (left, right) in zip(list, list.dropFirst()) where left.order > right.order {
            isOrdered = false
        }
        if isOrdered { return list }
        return list.enumerated().sorted {
            ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
        }.map(\.element)
    }
}
