/// Use it for plans and checks that are derived from a model: the keys and the kinds of values that the model reads and
/// writes. It is recorded from its `init(from:)`, independent of the version.
///
/// ```swift
/// struct Song: Codable { var songID: Int; var releasedOn: Date?; var tags: [String] }
/// print(try TypeSketch(of: Song.self))
/// // Song
/// //     songID: Int
/// //     releasedOn?: Date or null
/// //     tags: [String]
/// ```
///
/// The model is built from made-up values by a decoder that records the requests: `1`, `"a"`, one element in each
/// array, each case of an enum once. So the sketch contains the *first* requests of the model: if code tries one kind
/// and then another, the first kind. A ``TypeSketch/Hint`` describes parts that cannot be recorded, for the whole type
/// or a part of it.
///
/// The sketch does not contain the places of members in the payloads of a version. The layouts of the key types declare
/// those.
public struct TypeSketch: Sendable, Hashable, CustomStringConvertible {
    /// The sketch of the model's value.
    public let value: TypeSketch.Value

    /// The types with members in the model, in the order in which they are reached.
    public let objects: [TypeSketch.Object]

    /// The sketch of a model.
    ///
    /// - `hints`: Information that a recording cannot find.
    /// - `userInfo`: The `userInfo` of the model's decoder.
    /// - Throws: ``TypeSketch/RecordingError`` with the type that cannot be recorded, and its coding path.
    /// - Complexity: The model's `init(from:)` runs once for each case of each enum that it asks for, and once more for
    ///   each `Bool`.
    public init<Model: Decodable>(
        of model: Model.Type, hints: [TypeSketch.Hint] = [], userInfo: [CodingUserInfoKey: Any] = [:]
    ) throws {
        let recorder = SchemaRecorder(hints: hints, userInfo: userInfo)
        let value = try recorder.record(model, at: []).sketch
        if let failure = recorder.failure { throw failure }
        self.value = value
        objects = recorder.objects(reachedFrom: value)
    }

    /// The members of a type, or `nil` if the model does not use it.
    public subscript(type: TypeSketch.RecordedType) -> TypeSketch.Object? { objects.first { $0.type == type } }

    /// The members of a type, or `nil` if the model does not use it.
    public subscript(type: Any.Type) -> TypeSketch.Object? { self[TypeSketch.RecordedType(type)] }

    /// The objects with their members. If the model is not an object, its value comes first.
    public var description: String {
        var parts = objects.map(\.description)
        if objects.first.map({ value != .object($0.type) }) ?? true { parts.insert("\(value)", at: 0) }
        return parts.joined(separator: "\n\n")
    }
}
