/// The issues of one call: shared by all sessions and contexts of it. Not for sharing between tasks.
///
/// Code within the library notes an issue through the place that it knows, not here:
///
/// - with a `DecodingSession` and a node: ``DecodingSession/note(_:_:at:expected:effect:)``; position, path, version,
///   kind
///   and quotation are filled in;
/// - with a `FormatContext` and a path (also over Foundation's coders): ``FormatContext/note(_:_:at:in:path:)``;
/// - with any `Decoder`, in an `init(from:)`: `decoder.noteIssue(_:at:code:)`, which goes to one of the two.
///
/// All three work with and without a version controller. Issues go to the nearest enclosing ``Versioned``, to the
/// ``DecodingIssue/Log`` of `userInfo`, and to a reporting call. If there is none of these, the issue is dropped, and
/// its text is not made. Issues of a failed or abandoned attempt are removed: ``mark`` and ``rollBack(to:)``.
///
/// `@exclusivity(unchecked)`: it belongs to one call on one task, and no method changes a property while another change
/// of the same property is under way.
final class IssueRecorder {
    /// Whether a call wants all issues, also those that a ``Versioned`` within has taken.
    @exclusivity(unchecked) var isReporting = false

    /// How many values with a version of their own are being read.
    @exclusivity(unchecked) private var depth = 0

    /// The log of the coder's `userInfo`.
    @exclusivity(unchecked) var log: DecodingIssue.Log?

    /// The places of members that have the name of a property which holds unknown members.
    @exclusivity(unchecked) var seats: Set<JSONPointer> = []

    @exclusivity(unchecked) private(set) var entries: [Entry] = []
    @exclusivity(unchecked) private var onceNoted: Set<OncePlace> = []

    struct Entry {
        var issues: IssueGroup
        /// How many values with a version of their own were around it.
        var depth: Int
    }

    /// The object whose `init(from:)` runs on our own containers, which report failures to it; `nil` outside of
    /// tolerant decoding.
    @exclusivity(unchecked) var attempt: ObjectFrame?

    /// The issue of the document as a whole that was found before a reporting call began to read it.
    @exclusivity(unchecked) private(set) var documentIssue: DecodingIssue?

    /// The last error of the coder, for a reporting call.
    @exclusivity(unchecked) var lastFault: FaultFacts?

    /// Whether a model has got issues that it keeps.
    @exclusivity(unchecked) var hasKept = false

    /// Whether scalars that cannot be read give ``quietFault`` and an error without facts: only while the
    /// library alone sees the error.
    @exclusivity(unchecked) var isQuiet = false

    /// The problem of the last scalar.
    @exclusivity(unchecked) var quietFault: (wording: IssueWording, code: DecodingIssue.Code, node: UInt32)?

    /// Notes what is wrong with a scalar, for an error that holds nothing.
    func noteQuietly(_ wording: IssueWording, _ code: DecodingIssue.Code, at node: UInt32) -> any Error {
        quietFault = (wording, code, node)
        return Self.quietError
    }

    /// An error without details, for code that knows what is wrong.
    static let quietError: any Error = QuietError()

    private struct QuietError: Error {}

    /// Whether an error is the one that holds nothing.
    static func isQuiet(_ error: any Error) -> Bool { error is QuietError }

    private struct OncePlace: Hashable {
        let code: DecodingIssue.Code
        let path: JSONPointer
    }

    /// Whether issues are kept.
    var isKept: Bool { isReporting || depth > 0 || log != nil }

    /// Notes an issue, if issues are kept.
    @inline(never)
    func note(_ issue: @autoclosure () -> DecodingIssue) {
        guard isKept else { return }
        let issue = issue()
        if isReporting || depth > 0 { entries.append(Entry(issues: IssueGroup(issue), depth: depth)) }
        if !isReporting { log?.note(issue) }
    }

    /// Notes an issue that asking again would note again.
    func noteOnce(_ issue: @autoclosure () -> DecodingIssue) {
        guard isKept else { return }
        let issue = issue()
        guard onceNoted.insert(OncePlace(code: issue.code, path: issue.path)).inserted else { return }
        note(issue)
    }

    /// Notes an issue of the document as a whole, before anything is read. A reporting call adds it to its issues.
    func noteDocument(_ issue: DecodingIssue) {
        documentIssue = issue
        log?.note(issue)
    }

    // MARK: Values with a version of their own

    /// Collects the issues while a value with a version of its own is read.
    func noting<Value>(_ read: () throws -> Value) rethrows -> (Value, [DecodingIssue]) {
        let (start, around) = (entries.count, onceNoted)
        depth += 1
        onceNoted = []
        defer {
            depth -= 1
            onceNoted = around
            if !isReporting { entries.removeSubrange(start...) }
        }
        let value = try read()
        return (value, kept(entries[start...].flatMap { $0.depth == depth ? $0.issues.issues : [] }))
    }

    // MARK: Attempts

    /// How far the recording is.
    var mark: Int { entries.count }

    /// Removes the issues since a mark.
    func rollBack(to mark: Int) {
        guard mark < entries.count else { return }
        if !onceNoted.isEmpty {
            for issue in group(from: mark).issues {
                onceNoted.remove(OncePlace(code: issue.code, path: issue.path))
            }
        }
        entries.removeSubrange(mark...)
    }

    /// The issues since a mark.
    func group(from mark: Int) -> IssueGroup {
        mark < entries.count ? IssueGroup(entries[mark...].map(\.issues)) : IssueGroup()
    }

    /// Removes and returns the issues since a mark.
    func take(from mark: Int) -> IssueGroup {
        let group = group(from: mark)
        if mark < entries.count { entries.removeSubrange(mark...) }
        return group
    }

    /// Notes what a value gave that was decoded earlier.
    func add(_ issues: IssueGroup) {
        if !issues.isEmpty, isReporting || depth > 0 {
            entries.append(Entry(issues: issues, depth: depth))
        }
    }

    /// Whether anything of a call is still here.
    var isUsed: Bool {
        isReporting || hasKept || !entries.isEmpty || !onceNoted.isEmpty || !seats.isEmpty || documentIssue != nil
    }

    /// Reports the issues of a reporting call to the log of `userInfo`, once all of them are final.
    func tell(_ issues: [DecodingIssue]) {
        if let log { for issue in issues { log.note(issue) } }
    }

    /// Begins another call.
    func renew() {
        (isReporting, hasKept) = (false, false)
        (lastFault, documentIssue) = (nil, nil)
        if !entries.isEmpty { entries = [] }
        if !onceNoted.isEmpty { onceNoted = [] }
        if !seats.isEmpty { seats = [] }
    }
}

/// The recorder of a reporting call over another coder, while it decodes strictly: its decoders carry none.
///
/// `@unchecked Sendable`: the call uses it on its own task only, and it is gone when the call returns.
struct CallRecorder: @unchecked Sendable {
    let recorder: IssueRecorder

    @TaskLocal static var current: CallRecorder?
}
