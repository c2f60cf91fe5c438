/// A type whose objects are records: issues within them name the record, so that people can find it.
///
/// ```swift
/// extension Person: RecordIdentifying { static var recordIDKey: any CodingKey { CodingKeys.personID } }
///
/// // [{"person_id": 8675309, "height": "tall"}]
/// report.issues[0].record     // Person, "person_id", "8675309"
/// report.issues[0].oneLine    // root[0](Person person_id=8675309) > "height"(Double) : Unexpectedly found a string
/// ```
public protocol RecordIdentifying {
    /// The coding key of the id.
    static var recordIDKey: any CodingKey { get }
}

/// A type that opts out of tolerant decoding: within its values the first error is the only one, and the value is given
/// up whole.
///
/// ```swift
/// extension Signature: StrictlyDecoded {}
/// ```
public protocol StrictlyDecoded {}
