public import Migrations
import VersionedCodec

extension StoredMigration {
    /// The losses of many documents, counted by path. Indices of arrays are shown as one path: `/items/*/price`.
    ///
    /// ```swift
    /// print(summary.losses.rows[0].path, summary.losses.rows[0].count)
    /// // /coupon 60
    /// ```
    public struct LossTable: Sendable {
        /// The losses at one path.
        public struct Row: Sendable {
            /// The path, with `*` for each index.
            public let path: String

            /// The number of lost values.
            public internal(set) var count = 0

            /// The first of them.
            public let first: Loss

            /// The file of the first one.
            public let file: StoredPath
        }

        /// The number of losses.
        public private(set) var count = 0

        /// The number of documents with losses.
        public private(set) var documents = 0

        private var places: [String: Int] = [:]
        private var found: [Row] = []

        /// So many paths are counted each by itself; a plan that loses values of a map has as many as the map has keys.
        static let mostPaths = 10_000

        /// The number of losses at paths that are not among the rows, because there are too many paths.
        public private(set) var others = 0

        init() {}

        /// The rows, the most frequent first.
        public var rows: [Row] {
            found.enumerated().inOrder { left, right in
                left.element.count == right.element.count
                    ? left.offset < right.offset : left.element.count > right.element.count
            }.map(\.element)
        }

        mutating func add(_ losses: [Loss], file: StoredPath, documents: Int) {
            self.documents += documents
            count += losses.count
            for loss in losses {
                let path = Self.path(loss.path).escapingControls
                if let place = places[path] {
                    found[place].count += 1
                } else if found.count < Self.mostPaths {
                    places[path] = found.count
                    found.append(Row(path: path, count: 1, first: loss, file: file))
                } else {
                    others += 1
                }
            }
        }

        private static func path(_ path: JSONPointer) -> String {
            let isIndex = { (token: String) in !token.isEmpty && token.utf8.allSatisfy { (0x30...0x39).contains($0) } }
            guard path.tokens.contains(where: isIndex) else { return path.description }
            return JSONPointer(path.tokens.map { isIndex($0) ? "*" : $0 }).description
        }
    }
}
