public import Foundation
public import VersionedCodec

extension VersionedJSONDecoder.DateDecodingStrategy {
    /// Dates with an existing `DateFormatter`. A text is accepted only if the formatter prints the date as the same
    /// text.
    ///
    /// ```swift
    /// decoder.dateDecodingStrategy = .formatted(formatter)
    /// ```
    ///
    /// A pattern of this package reads the same texts hundreds of times as fast: `.pattern("yyyy/MM/dd", assuming:
    /// .gmt)`.
    public static func formatted(_ formatter: DateFormatter) -> Self {
        .formats([.formatter(formatter, name: formatter.dateFormat ?? "a formatter")])
    }
}
