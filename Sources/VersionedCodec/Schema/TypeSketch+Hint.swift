extension TypeSketch {
    /// Information that a recording cannot find: the possible values of a text, or the sketch of a type that cannot be
    /// recorded.
    ///
    /// ```swift
    /// let sketch = try TypeSketch(of: Page.self, hints: [
    ///     .values(["song", "user"], of: Comment.CodingKeys.type),
    ///     .sketch(of: AnyJSON.self, .anything, example: { .null }),
    /// ])
    /// ```
    ///
    /// A model can declare hints in its own file, where its keys are visible: ``SketchHinting``.
    public struct Hint: Sendable {
        enum Content: Sendable {
            case values(keyType: ObjectIdentifier, key: String, [TypeSketch.Scalar])
            case sketch(ObjectIdentifier, TypeSketch.Value, TypeSketch.Object?, example: (@Sendable () -> Any)?)
        }

        let content: Content

        /// The possible values of a key's member. A model that decides by them is recorded once for each.
        public static func values(_ values: [TypeSketch.Scalar], of key: some CodingKey) -> TypeSketch.Hint {
            TypeSketch.Hint(content: .values(keyType: ObjectIdentifier(type(of: key)), key: key.stringValue, values))
        }

        /// The sketch of a type that is one value.
        ///
        /// - `example`: A value of the type, for types that contain it. Without one, the type's own `init(from:)` must
        ///   provide it.
        public static func sketch<Model: Decodable>(
            of type: Model.Type, _ value: TypeSketch.Value, example: (@Sendable () -> Model)? = nil
        ) -> TypeSketch.Hint {
            TypeSketch.Hint(content: .sketch(ObjectIdentifier(type), value, nil, example: example))
        }

        /// The sketch of a type that is an object.
        ///
        /// - `example`: A value of the type, for types that contain it. Without one, the type's own `init(from:)` must
        ///   provide it.
        public static func sketch<Model: Decodable>(
            of type: Model.Type, _ object: TypeSketch.Object, example: (@Sendable () -> Model)? = nil
        ) -> TypeSketch.Hint {
            TypeSketch.Hint(content: .sketch(ObjectIdentifier(type), .object(object.type), object, example: example))
        }
    }
}

/// Adopt it in a model to declare the hints for its sketch in its own file, where its keys are visible.
///
/// ```swift
/// extension Comment: SketchHinting {
///     static var sketchHints: [TypeSketch.Hint] { [.values(["song", "user"], of: CodingKeys.type)] }
/// }
/// ```
public protocol SketchHinting {
    /// Information that a recording of the model cannot find.
    static var sketchHints: [TypeSketch.Hint] { get }
}
