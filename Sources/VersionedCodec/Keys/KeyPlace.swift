/// Where one coding key stands in the payload of a version, seen from the object of its model, and how its dates are written.
///
/// ```swift
/// .key("body")                         // {"body": …}
/// .path("/location/lat")               // {"location": {"lat": …}}
/// .kept.dates([.dateOnly])             // where the style puts it, as "1994-07-18"
/// .key("born").dates([.dateOnly])      // {"born": "1994-07-18"}
/// ```
public struct KeyPlace: Sendable, Hashable {
    /// The place, or `nil` where the style says it.
    let path: [String]?

    /// The formats of the dates in the member; `nil` for those of the version.
    let dateFormats: DateFormats?

    /// A member of the model's object.
    public static func key(_ name: String) -> KeyPlace { KeyPlace(path: [name], dateFormats: nil) }

    /// A member of an object within the model's object; several keys may share that object.
    public static func path(_ pointer: JSONPointer) -> KeyPlace { KeyPlace(path: pointer.tokens, dateFormats: nil) }

    /// Where the style puts it.
    public static let kept = KeyPlace(path: nil, dateFormats: nil)

    /// The same place, with formats of its own for the dates in the member: the first that matches reads, the first writes.
    public func dates(_ formats: DateFormats) -> KeyPlace { KeyPlace(path: path, dateFormats: formats) }

    /// The place as a pointer; `nil` where the style says it.
    public var pointer: JSONPointer? { path.map { JSONPointer($0) } }
}
