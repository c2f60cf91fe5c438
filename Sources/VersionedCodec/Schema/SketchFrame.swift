/// The requests to the decoder of one place, in one run of a type.
final class SketchFrame {
    /// The contents at a key or an index.
    enum Content {
        case value(TypeSketch.Value)
        /// A decoder or container was asked for, and this of it.
        case frame(SketchFrame)
    }

    struct Member {
        let key: any CodingKey
        var content: Content?
        /// Whether it was asked whether the member is there, or is `null`.
        var isTested = false
        var isNullable = false
    }

    let run: SketchRun

    /// The keys that lead here from the type that is recorded.
    let place: [String]

    private(set) var members: [Member] = []
    private(set) var isObject = false
    var superclass: SketchFrame?
    /// The key type of the container that asked for the superclass.
    var superclassKeys: (any CodingKey.Type)?
    var others: Content?
    var whole: TypeSketch.Value?
    var isNullable = false

    /// The elements of an array; `nil` if none was asked for.
    var elements: [Content]?
    var countIsAsked = false

    init(run: SketchRun, place: [String] = []) {
        self.run = run
        self.place = place
    }

    func openObject() { isObject = true }

    /// The number of a member, which is added if it is new.
    func member(_ key: any CodingKey) -> Int {
        let type = ObjectIdentifier(type(of: key))
        let known = members.firstIndex {
            ObjectIdentifier(Swift.type(of: $0.key)) == type && $0.key.stringValue == key.stringValue
        }
        if let known { return known }
        members.append(Member(key: key))
        return members.count - 1
    }

    func update(_ key: any CodingKey, _ change: (inout Member) -> Void) {
        let index = member(key)
        change(&members[index])
    }

    /// Removes a key that was asked for and is not part of the payload.
    func forget(_ key: any CodingKey) {
        members.remove(at: member(key))
    }

    /// The requests at a key; the same frame if it is asked for again.
    func child(of key: any CodingKey) -> SketchFrame {
        let index = member(key)
        if case .frame(let frame) = members[index].content { return frame }
        let frame = SketchFrame(run: run, place: place + [key.stringValue])
        members[index].content = .frame(frame)
        return frame
    }
}

/// A place where a type may continue in several ways.
struct SketchChoicePoint: Hashable {
    let place: [String]
    let keyType: ObjectIdentifier?
    /// The member whose value decides; `nil` if it is which key there is.
    let key: String?
}

/// One run of a type's `init(from:)`: which way it goes at each choice, and which texts and numbers it gets.
final class SketchRun {
    let recorder: SchemaRecorder
    let profile: SketchProfile
    let choices: [SketchChoicePoint: Int]

    /// The raw values of the type, where it is an enum that has some.
    let rawValues: [TypeSketch.Scalar]?

    /// The choices that were met, in order, and what each way is called.
    private(set) var met: [(point: SketchChoicePoint, ways: [TypeSketch.Scalar?])] = []

    init(
        recorder: SchemaRecorder, profile: SketchProfile, choices: [SketchChoicePoint: Int],
        rawValues: [TypeSketch.Scalar]?
    ) {
        self.recorder = recorder
        self.profile = profile
        self.choices = choices
        self.rawValues = rawValues
    }

    /// Which of several ways this run goes.
    func choose(_ point: SketchChoicePoint, _ ways: [TypeSketch.Scalar?]) -> Int {
        if !met.contains(where: { $0.point == point }) { met.append((point, ways)) }
        return min(choices[point] ?? 0, ways.count - 1)
    }
}

/// The text and the number that a run gives for those that nothing is known of.
struct SketchProfile {
    let text: String
    let number: Int

    /// The first is for nearly all types; the others are for those that look at what they read.
    static let all: [SketchProfile] = [
        .init(text: "a", number: 1), .init(text: "1", number: 0), .init(text: "2001-01-01T00:00:00Z", number: 2),
        .init(text: "https://example.com/a", number: 10),
        .init(text: "00000000-0000-0000-0000-000000000001", number: 100),
        .init(text: "", number: -1),
    ]
}
