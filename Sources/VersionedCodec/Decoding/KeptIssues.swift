/// The issues that a model keeps (``Versioned/issues``, ``Isolated/issues``), while a document is decoded that was made
/// of another one: their places are those of the other one.
package enum KeptIssues {
    @TaskLocal static var origins: Origins?

    /// Gives an issue its place in the other document.
    ///
    /// `@unchecked Sendable`: the call uses it on its own task only, and it is gone when the call returns.
    struct Origins: @unchecked Sendable {
        let place: (DecodingIssue) -> DecodingIssue
    }

    /// Decodes a document that was made of another one.
    ///
    /// - `place`: Gives an issue its place in the other one; `nil` for issues that keep theirs.
    package static func placing<Result>(
        by place: ((DecodingIssue) -> DecodingIssue)?, _ decode: () throws -> Result
    ) rethrows -> Result {
        try $origins.withValue(place.map { Origins(place: $0) }) { try decode() }
    }

    /// A model keeps issues whose places the caller of the decoder has to change.
    struct NeedOrigins: Error {}
}

extension IssueRecorder {
    /// The issues as a model keeps them.
    func kept(_ issues: [DecodingIssue]) -> [DecodingIssue] {
        if issues.isEmpty { return [] }
        hasKept = true
        return KeptIssues.origins.map { issues.map($0.place) } ?? issues
    }
}
