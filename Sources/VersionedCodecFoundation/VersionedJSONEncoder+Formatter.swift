public import Foundation
public import VersionedCodec

extension VersionedJSONEncoder.DateEncodingStrategy {
    /// Dates with an existing `DateFormatter`; see ``DateCoding/DateFormat/formatter(_:name:)`` for its cost.
    ///
    /// ```swift
    /// encoder.dateEncodingStrategy = .formatted(formatter)    // "14. November 2023"
    /// ```
    public static func formatted(_ formatter: DateFormatter) -> Self {
        .formats([.formatter(formatter, name: "the formatter")])
    }
}
