/// Runs a type's `init(from:)`, once for each way that it may go.
struct SketchExploration<Value: Decodable> {
    private let type: Value.Type
    private let recorder: SchemaRecorder
    private let path: [any CodingKey]
    private let rawValues: [TypeSketch.Scalar]?

    /// The runs that gave a value.
    private var finished: [(frame: SketchFrame, value: Value)] = []

    /// How often a type is run at most.
    private static var limit: Int { 1_000 }

    init(_ type: Value.Type, recorder: SchemaRecorder, path: [any CodingKey]) {
        self.type = type
        self.recorder = recorder
        self.path = path
        rawValues = (type as? any RawRepresentable.Type).flatMap { Self.rawValues(of: $0) }
    }

    /// The raw values of an enum, or of a type that lists its values.
    private static func rawValues<Raw: RawRepresentable>(of type: Raw.Type) -> [TypeSketch.Scalar]? {
        func listed<Listed: CaseIterable>(_ type: Listed.Type) -> [Raw] { type.allCases.compactMap { $0 as? Raw } }
        guard let cases = EnumCases.all(of: type) ?? (type as? any CaseIterable.Type).map({ listed($0) }),
            !cases.isEmpty
        else { return nil }
        let values = cases.compactMap { TypeSketch.Scalar(rawValue: $0.rawValue) }
        return values.count == cases.count ? values : nil
    }

    // MARK: Running

    /// Runs the type in every way; a type that refuses one text and number gets others.
    ///
    /// - `first`: Is given the first value, which is what the type is given where it asks for itself.
    mutating func run(_ first: (Value) -> Void) throws {
        var refusal: (any Error)?
        var needed: NeedsItself?
        for profile in SketchProfile.all {
            try run(profile, first, &refusal, &needed)
            if !finished.isEmpty { return }
        }
        if let needed, needed.type != type { throw needed }
        guard let refusal else {
            throw TypeSketch.RecordingError(.needsItself, type, at: path, "each value of it holds another one")
        }
        let diagnostic = Diagnostic(describing: refusal)
        let said = diagnostic.message + (diagnostic.path.map { ", at \"\($0)\"" } ?? "")
        throw TypeSketch.RecordingError(
            .refused, type, at: path, "it refuses what was made up for it (\(said))", underlying: refusal)
    }

    private mutating func run(
        _ profile: SketchProfile, _ first: (Value) -> Void, _ refusal: inout (any Error)?, _ needed: inout NeedsItself?
    ) throws {
        var pending: [[SketchChoicePoint: Int]] = [[:]]
        var postponed: [[SketchChoicePoint: Int]] = []
        var seen: Set<SketchChoicePoint> = []
        var runs = 0
        var hasFirst = false
        while !pending.isEmpty {
            let choices = pending.removeFirst()
            runs += 1
            if runs > Self.limit {
                throw TypeSketch.RecordingError(
                    .tooManyWays, type, at: path, "there are more than \(Self.limit) ways through it")
            }
            let run = SketchRun(recorder: recorder, profile: profile, choices: choices, rawValues: rawValues)
            let frame = SketchFrame(run: run)
            let omissions = recorder.omissions
            do {
                let value = try type.init(from: RecordingDecoder(frame: frame, codingPath: path))
                if !hasFirst {
                    first(value)
                    hasFirst = true
                    pending += postponed
                    postponed = []
                    if recorder.omissions > omissions {
                        // Once more, now that there is a value of the type itself.
                        pending.insert(choices, at: 0)
                        continue
                    }
                }
                finished.append((frame, value))
            } catch let error as NeedsItself {
                needed = error
                if !hasFirst { postponed.append(choices) } else if error.type != type { throw error }
            } catch let error as TypeSketch.RecordingError {
                throw error
            } catch {
                refusal = refusal ?? error
            }
            for (point, ways) in run.met where seen.insert(point).inserted {
                for way in ways.indices.dropFirst() {
                    pending.append(choices.merging([point: way]) { _, new in new })
                }
            }
        }
    }

    // MARK: Results

    /// The values, the first for every place that needs one; for an enum with raw values, one for each.
    var values: [Any] { rawValues == nil ? Array(finished.prefix(1).map(\.value)) : finished.map(\.value) }

    /// The sketch of what all runs asked for.
    ///
    /// - `add`: Is given each object.
    func sketch(_ add: @escaping (TypeSketch.Object) -> Void) throws -> TypeSketch.Value {
        let merge = SketchMerge(type: type, path: path, add: add)
        let sketch = try merge.value(finished.map(\.frame), TypeSketch.RecordedType(type))
        guard let rawValues, sketch == .text || sketch.isInteger else { return sketch }
        let point = SketchChoicePoint(place: [], keyType: nil, key: nil)
        return .oneOf(finished.map { rawValues[$0.frame.run.choose(point, rawValues)] })
    }
}

extension TypeSketch.Value {
    fileprivate var isInteger: Bool { if case .integer = self { true } else { false } }
}
