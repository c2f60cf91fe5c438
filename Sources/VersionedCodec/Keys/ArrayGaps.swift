/// What is written for the elements of an array that no key of a layout writes.
///
/// ```swift
/// try KeyLayout(CodingKeys.self, [.mobile: .path("/phones/1/number")], gaps: .filled(with: [:]))
/// // {"phones": [{}, {"number": "0170"}]}
/// ```
public struct ArrayGaps: Sendable, Equatable {
    let filler: JSONValue?

    /// A gap is an error when it is written.
    public static let fail = ArrayGaps(filler: nil)

    /// Each element of a gap is a value.
    public static func filled(with value: JSONValue) -> ArrayGaps { ArrayGaps(filler: value) }
}
