/// Adopt it if the objects of a type are records that people look up: issues within them name the record.
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

/// Adopt it to keep a type out of tolerant decoding. Only the first error within its values is reported, and the whole
/// value fails.
///
/// ```swift
/// extension Signature: StrictlyDecoded {}
/// ```
public protocol StrictlyDecoded {}
