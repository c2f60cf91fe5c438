/// The keys and the kinds of values that a model reads and writes, whatever the version: recorded from its
/// `init(from:)`.
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
/// The model is built from made-up values by a decoder that notes what it is asked for: `1`, `"a"`, one element in each
/// array, each case of an enum in turn. So the sketch has what the model asks for *first*: of code that tries one kind
/// and then another, the first kind. What cannot be recorded is told by a ``SketchHint``, for the whole type or one
/// within it.
///
/// Where the members are in payloads of a version is not in the sketch: that is what the layouts of the keys' types
/// say.
public struct TypeSketch: Sendable, Hashable, CustomStringConvertible {
    /// What the model is.
    public let value: ValueSketch

    /// The types with members that the model is made of, in the order in which they are met.
    public let objects: [ObjectSketch]

    /// The sketch of a model.
    ///
    /// - `hints`: What a recording cannot find out by itself.
    /// - `userInfo`: What the model finds in its decoder's `userInfo`.
    /// - Throws: ``TypeSketchError`` that names the type that cannot be recorded, and the coding path that leads there.
    /// - Complexity: The model's `init(from:)` runs once for each case of each enum that it asks for, and once more for
    ///   each `Bool`.
    public init<Model: Decodable>(
        of model: Model.Type, hints: [SketchHint] = [], userInfo: [CodingUserInfoKey: Any] = [:]
    ) throws {
        let recorder = SchemaRecorder(hints: hints, userInfo: userInfo)
        let value = try recorder.record(model, at: []).sketch
        if let failure = recorder.failure { throw failure }
        self.value = value
        objects = recorder.objects(reachedFrom: value)
    }

    /// The members of a type, or `nil` if the model has nothing to do with it.
    public subscript(type: SketchedType) -> ObjectSketch? { objects.first { $0.type == type } }

    /// The members of a type, or `nil` if the model has nothing to do with it.
    public subscript(type: Any.Type) -> ObjectSketch? { self[SketchedType(type)] }

    /// The objects, each with its members; before them, what the model is, where it is not an object.
    public var description: String {
        var parts = objects.map(\.description)
        if objects.first.map({ value != .object($0.type) }) ?? true { parts.insert("\(value)", at: 0) }
        return parts.joined(separator: "\n\n")
    }
}
