import VersionedCodec

/// A step between two versions of one model that differ only in their formats: its operations are derived when the plan
/// is made.
struct Reformatting: Sendable, Equatable, CustomStringConvertible {
    /// The model, as errors show it.
    let description: String

    private let model: ObjectIdentifier
    private let sketch: @Sendable ([CodingUserInfoKey: Any]) throws -> TypeSketch

    /// The operations that lead up and down; `nil` before the plan has derived them.
    private(set) var operations: Directions?

    struct Directions: Sendable, Equatable {
        let up: [JSONOperation]
        let down: [JSONOperation]
    }

    init<Model: Decodable & SendableMetatype>(_ model: Model.Type, hints: [TypeSketch.Hint]) {
        description = "\(model)"
        self.model = ObjectIdentifier(model)
        sketch = { try TypeSketch(of: model, hints: hints, userInfo: $0) }
    }

    static func == (lhs: Reformatting, rhs: Reformatting) -> Bool {
        lhs.model == rhs.model && lhs.operations == rhs.operations
    }

    /// The operations of a step whose plan has derived them.
    func derivedOperations() throws(NoWayBack) -> Directions {
        guard let operations else {
            throw NoWayBack(reason: "the formats of \(self) are known to a plan that is made with a version controller")
        }
        return operations
    }

    /// The same step with its operations, out of the formats of both versions.
    ///
    /// - Throws: `FormatChangeError`, `TypeSketch.RecordingError`, `KeyLayout.CollisionError`, and the errors of the
    ///   models' layouts.
    func derived<Version: APIVersion>(
        from older: Version, to newer: Version, by controller: VersionController<Version>
    ) throws -> Reformatting {
        let places = try [older, newer].map { version in
            var userInfo: [CodingUserInfoKey: Any] = [:]
            userInfo.install(controller.fixed(to: version))
            return SketchPlaces(try sketch(userInfo), in: version, of: controller)
        }
        var derived = self
        derived.operations = Directions(
            up: try FormatChange.operations(from: places[0], to: places[1]),
            down: try FormatChange.operations(from: places[1], to: places[0]))
        return derived
    }
}

/// A difference between two formats that no operation can make.
struct FormatChangeError: Error, CustomStringConvertible {
    let description: String

    init(_ type: String, _ key: String?, _ reason: String) {
        description = (key.map { "\"\($0)\" of \(type)" } ?? type) + ": " + reason
    }
}
