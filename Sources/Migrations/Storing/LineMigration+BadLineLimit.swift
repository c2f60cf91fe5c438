public import VersionedCodec

extension LineMigration {
    /// The maximum number of bad lines in a stream. A stream with more is refused as a whole.
    ///
    /// ```swift
    /// LineMigration.BadLineLimit("10")      // ten lines: the eleventh ends the run
    /// LineMigration.BadLineLimit("0.5%")    // of all documents; checked when all have been read
    /// ```
    public struct BadLineLimit: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: Hashable {
            case none
            case lines(Int)
            /// Millionths of all documents.
            case share(Int)
        }

        private let kind: Kind

        /// The limit in the notation of the command line.
        public let description: String

        /// Any number.
        public static let none = LineMigration.BadLineLimit(.none, "none")

        /// A number of lines.
        public static func lines(_ count: Int) -> LineMigration.BadLineLimit {
            LineMigration.BadLineLimit(.lines(count), "\(count)")
        }

        private init(_ kind: Kind, _ description: String) { (self.kind, self.description) = (kind, description) }

        /// A number of lines, or, with `%` after it, a share of all documents with at most four digits after the point;
        /// `nil` for any other text.
        public init?(_ text: String) {
            guard text.hasSuffix("%") else {
                guard let count = Self.count(text) else { return nil }
                self.init(.lines(count), text)
                return
            }
            let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
            guard let whole = parts.first.flatMap({ Self.count($0) }), whole <= 100, parts.count <= 2 else {
                return nil
            }
            var millionths = whole * 10_000
            if parts.count == 2 {
                let digits = parts[1]
                guard (1...4).contains(digits.utf8.count), let part = Self.count(digits) else { return nil }
                millionths += (digits.utf8.count..<4).reduce(part) { part, _ in part * 10 }
            }
            guard millionths <= 1_000_000 else { return nil }
            self.init(.share(millionths), text)
        }

        private static func count(_ text: some StringProtocol) -> Int? {
            text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
        }

        /// Whether there are already too many bad documents, regardless of later ones.
        package func isExceededAnyhow(bad: Int) -> Bool {
            if case .lines(let count) = kind { bad > count } else { false }
        }

        /// Whether more documents are bad than may be, of all there are.
        package func isExceeded(bad: Int, of all: Int) -> Bool {
            guard case .share(let millionths) = kind else { return isExceededAnyhow(bad: bad) }
            // bad / all > share, in whole numbers that cannot overflow.
            return bad.multipliedFullWidth(by: 1_000_000) > all.multipliedFullWidth(by: millionths)
        }
    }
}

extension LineMigration {
    /// A stream with more bad lines than the limit.
    public struct TooManyBadLines: DiagnosableError, Equatable {
        /// The limit.
        public let limit: LineMigration.BadLineLimit

        /// The result of the lines that were read.
        public let summary: LineMigration.Summary

        /// The parts of the error.
        public var diagnostic: Diagnostic {
            let all = summary.migrated + summary.bad
            return Diagnostic(message: "\(summary.bad) of \(all) documents are bad; the limit is \(limit)")
        }
    }
}
