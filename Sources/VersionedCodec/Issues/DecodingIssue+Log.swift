import Synchronization

extension DecodingIssue {
    /// Collects the issues of all documents that a coder decodes, for calls that do not return a ``Versioned``.
    ///
    /// ```swift
    /// let log = DecodingIssue.Log()
    /// decoder.userInfo[.decodingIssues] = log
    /// let songs = try decoder.decode([Song].self, from: payload, configuration: controller)
    /// log.issues    // what was noted
    /// ```
    public final class Log: Sendable {
        private let list = Mutex<[DecodingIssue]>([])

        /// An empty log.
        public init() {}

        /// The issues, in the order of decoding.
        public var issues: [DecodingIssue] { list.withLock { $0 } }

        func note(_ issue: DecodingIssue) { list.withLock { $0.append(issue) } }
    }
}

extension CodingUserInfoKey {
    /// The key of a ``DecodingIssue/Log`` in a decoder's `userInfo`.
    public static let decodingIssues: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "VersionedCodec.decodingIssues") else {
            // A fixed text in the source, no data.
            preconditionFailure("a key of userInfo can be made of any text")
        }
        return key
    }()
}
