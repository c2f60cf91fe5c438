import LosslessJSON

extension DetectedVersion {
    /// The versions of many payloads: the count of each, how it was found, and the first example.
    ///
    /// ```swift
    /// var summary = DetectedVersion.Summary()
    /// for file in files { summary.add(try detector.detect(in: file.document), example: file.name) }
    /// print(summary.text)
    /// // VERSION  COUNT  HOW                  FIRST
    /// // 1           40  found at "/version"  orders/1.json
    /// // 2            2  found at "/version"  orders/17.json
    /// ```
    public struct Summary: Sendable, Hashable {
        /// Payloads of one version that was found in one way, or payloads without a version for one reason.
        public struct Row: Sendable, Hashable {
            /// The label of the version; `nil` if it could not be determined.
            public let label: String?

            /// How it was found, or why it was not.
            public let how: String

            /// The number of payloads.
            public internal(set) var count: Int

            /// The name of the first of them.
            public let first: String
        }

        /// The rows, in the order of their first examples.
        public private(set) var rows: [Row] = []

        private var places: [[String?]: Int] = [:]

        /// An empty summary.
        public init() {}

        /// Counts a payload with a known version, or several of one version.
        public mutating func add(_ found: DetectedVersion, times: Int = 1, example: @autoclosure () -> String) {
            var how = found.source.description
            if found.isNewer { how += ", newer than all known versions" }
            if found.contradiction != nil { how += ", but looks different" }
            count(found.label, how, times: times, example)
        }

        /// Counts a payload whose version could not be determined.
        ///
        /// - Returns: Whether it is the first of its kind.
        @discardableResult public mutating func add(_ error: VersionError, example: @autoclosure () -> String) -> Bool {
            let found = error.found.map { " " + $0.text() } ?? ""
            let words: [VersionError.Code: String] = [
                .missing: "names no version", .unreadable: "version unreadable:", .unknown: "unknown version",
                .tooOld: "older than all known versions:", .tooNew: "newer than all known versions:",
                .contradicted: "looks different from version", .ambiguous: "looks like several versions",
            ]
            return count(
                nil, (words[error.code] ?? error.code.rawValue) + (error.code == .missing ? "" : found), example)
        }

        /// Counts a payload that is not JSON.
        ///
        /// - Returns: Whether it is the first.
        @discardableResult public mutating func add(_ error: JSONSyntaxError, example: @autoclosure () -> String)
            -> Bool
        {
            count(nil, "no JSON", example)
        }

        @discardableResult private mutating func count(
            _ label: String?, _ how: String, times: Int = 1, _ example: () -> String
        ) -> Bool {
            if let place = places[[label, how]] {
                rows[place].count += times
                return false
            }
            places[[label, how]] = rows.count
            rows.append(Row(label: label, how: how, count: times, first: example()))
            return true
        }

        /// The rows as a table with titles, the most frequent first. A version that could not be determined is shown as
        /// `-`.
        public var text: String {
            let sorted = rows.enumerated().inOrder { left, right in
                left.element.count == right.element.count
                    ? left.offset < right.offset : left.element.count > right.element.count
            }
            let cells = sorted.map {
                [$0.element.label ?? "-", String($0.element.count), $0.element.how, $0.element.first]
            }
            let lines = [["VERSION", "COUNT", "HOW", "FIRST"]] + cells
            let widths = (0..<3).map { column in lines.map { $0[column].count }.max() ?? 0 }
            return lines.map { line in
                let count = String(repeating: " ", count: widths[1] - line[1].count) + line[1]
                let cells = [Self.padded(line[0], widths[0]), count, Self.padded(line[2], widths[2]), line[3]]
                return cells.joined(separator: "  ") + "\n"
            }.joined()
        }

        private static func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
    }
}
