import LosslessJSON

/// Issues of a value and of what it holds, in the order in which they were found; a tree, so that passing them on costs
/// nothing.
struct IssueGroup {
    private enum Part {
        case issue(DecodingIssue)
        case list([Part])
    }

    /// Mostly there is one issue, or none: neither takes memory.
    private var part: Part?

    init() {}

    /// One issue, or none if it is not kept.
    init(_ issue: DecodingIssue?) { part = issue.map { .issue($0) } }

    init(_ groups: [IssueGroup]) {
        for group in groups { add(group) }
    }

    var isEmpty: Bool { part == nil }

    mutating func add(_ issue: DecodingIssue?) {
        if let issue { add(.issue(issue)) }
    }

    mutating func add(_ group: IssueGroup) {
        if let part = group.part { add(part) }
    }

    private mutating func add(_ new: Part) {
        switch part {
        case .list(var list):
            part = nil  // So that the list has one owner.
            list.append(new)
            part = .list(list)
        case .issue: part = part.map { .list([$0, new]) }
        case nil:
            // The list of another group is not changed.
            if case .issue = new { part = new } else { part = .list([new]) }
        }
    }

    /// Notes that the last issue ended an object, at a member.
    mutating func stop(at member: String) {
        part = part.map { Self.stopping($0, at: member) }
    }

    private static func stopping(_ part: Part, at member: String) -> Part {
        switch part {
        case .issue(let issue): return .issue(issue.stopping(at: member))
        case .list(var list):
            if let last = list.popLast() { list.append(stopping(last, at: member)) }
            return .list(list)
        }
    }

    /// Sets the effect of a value's only issue, if the issue is about the value itself.
    ///
    /// - `node`: The value, where it is one of our own index.
    /// - `path`: Its path, for another coder's.
    mutating func setEffect(
        _ effect: DecodingIssue.Effect, ofValueAt node: UInt32?, path: @autoclosure () -> JSONPointer
    ) {
        guard case .issue(let issue) = part, issue.code != .missingMember else { return }
        guard node.map({ issue.order == $0 }) ?? (issue.path == path()) else { return }
        part = .issue(issue.with(effect: effect))
    }

    /// All issues. A loop, so that no depth of nesting overflows the stack.
    var issues: [DecodingIssue] {
        guard let part else { return [] }
        var list: [DecodingIssue] = []
        var (parts, place) = ([part], 0)
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
            case .list(let inner):
                around.append((parts, place))
                (parts, place) = (inner, 0)
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
        return list.enumerated().inOrder {
            ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
        }.map(\.element)
    }
}
