/// Wrap a part of a payload in it, so that its failure does not affect the values around it, and its issues are kept
/// separately.
///
/// ```swift
/// struct Page: Codable {
///     var articles: [Article]
///     var advertisement: Isolated<Advertisement>
/// }
/// // {"articles": […], "advertisement": {"width": "wide"}}
/// page.advertisement.value     // nil
/// page.advertisement.issues    // at "/advertisement/width": expected an integer, found a string ("wide")
/// ```
///
/// It also works in `decode`: the part is decoded tolerantly, and the values around it strictly. An absent part is an
/// issue of the part.
public struct Isolated<Value> {
    /// The value, without what could not be read; `nil` if nothing could be read.
    public let value: Value?

    /// The problems in the part.
    public let issues: [DecodingIssue]

    /// A part that was created in Swift.
    public init(_ value: Value?) {
        self.value = value
        issues = []
    }
}

extension Isolated: Sendable where Value: Sendable {}
extension Isolated: Equatable where Value: Equatable {}

extension Isolated: Decodable where Value: Decodable {
    /// Decodes the part. A problem in it is not an error.
    public init(from decoder: any Decoder) throws {
        let base = (decoder.asTolerant?.base ?? decoder).withoutProxy
        let recorder = base.asNative?.session.recorder ?? IssueRecorder()
        let wasReporting = recorder.isReporting
        recorder.isReporting = true
        defer { recorder.isReporting = wasReporting }
        let mark = recorder.mark
        let report: DecodingReport<Value> = ToleranceRun(
            recorder: recorder, options: ReportingOptions()
        )
        .report(Value.self, base)
        recorder.rollBack(to: mark)
        (value, issues) = (report.value, recorder.kept(report.issues))
    }
}

extension Isolated: Encodable where Value: Encodable {
    /// Encodes the value, or null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
    }
}
