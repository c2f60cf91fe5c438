/// Where one coding key stands in the payload of a version, seen from the object of its model.
///
/// ```swift
/// .key("body")               // {"body": …}
/// .path("/location/lat")     // {"location": {"lat": …}}
/// ```
public struct KeyPlace: Sendable, Hashable {
    let path: [String]

    /// A member of the model's object.
    public static func key(_ name: String) -> KeyPlace { KeyPlace(path: [name]) }

    /// A member of an object within the model's object; several keys may share that object.
    public static func path(_ pointer: JSONPointer) -> KeyPlace { KeyPlace(path: pointer.tokens) }

    /// The place as a pointer.
    public var pointer: JSONPointer { JSONPointer(path) }
}
