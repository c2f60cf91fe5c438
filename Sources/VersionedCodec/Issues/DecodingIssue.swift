/// One problem of a payload that decoding recorded instead of stopping.
///
/// ```swift
/// // {"results": [{"id": 7, "title": "A"}, {"id": "eight", "title": "B"}]}
/// let page = decoder.decodeReporting(Page.self, from: payload)
/// let issue = page.issues[0]
/// issue.code           // .unexpectedKind
/// issue.path           // "/results/1/id"
/// issue.expected       // "an integer"
/// issue.found          // .string
/// issue.quotation      // "\"eight\""
/// issue.position       // line 1, column 47, byte 46
/// issue.description    // line 1, column 47, at "/results/1/id": expected an integer, found a string ("eight")
/// ```
///
/// It holds facts. `description` and the other texts are created from them when they are read.
public struct DecodingIssue: DiagnosableError {
    private let box: IssueBox

    /// The node of the index that it is about, for the order of the document; not a fact.
    let order: UInt32

    /// An issue with the given facts.
    init(_ facts: IssueFacts, order: UInt32 = 0) {
        box = IssueBox(facts)
        self.order = order
    }

    var facts: IssueFacts { box.facts }

    /// The same issue with another effect on its value.
    func with(effect: Effect) -> DecodingIssue {
        var facts = facts
        facts.effect = effect
        return DecodingIssue(facts, order: order)
    }

    /// The same issue, where no later member of the object could be looked at.
    func stopping(at member: String?) -> DecodingIssue {
        guard let member else { return self }
        var facts = facts
        facts.stoppedAt = member
        return DecodingIssue(facts, order: order)
    }
}

extension DecodingIssue {
    /// A place in the payload that was given.
    package struct Place {
        let path: JSONPointer
        let position: SourcePosition?

        package init(path: JSONPointer, position: SourcePosition?) {
            (self.path, self.position) = (path, position)
        }
    }

    /// The same issue, whose value was at a path when a step found it.
    package func found(at path: JSONPointer?) -> DecodingIssue {
        var facts = facts
        facts.pathInStep = path
        return DecodingIssue(facts, order: order)
    }

    /// The issue of a migrated document, with its place in the payload that was given; `nil` if a step has made the
    /// value.
    package func placed(at place: Place?, step: String?) -> DecodingIssue {
        var facts = facts
        facts.pathInStep = facts.path
        if let place { facts.place = .pointer(place.path) }
        (facts.position, facts.byteRange, facts.step) = (place?.position, nil, step)
        return DecodingIssue(facts, order: order)
    }
}

/// The facts of an issue, on the heap, so that an issue is one reference.
private final class IssueBox: Sendable {
    let facts: IssueFacts

    init(_ facts: IssueFacts) { self.facts = facts }
}

// MARK: - Facts

extension DecodingIssue {
    /// The kind of problem.
    public var code: Code { facts.code }

    /// The problem, in one sentence without a full stop.
    public var message: String { facts.message }

    /// The path in the payload, with its keys.
    public var path: JSONPointer { facts.path }

    /// The effect on the value.
    public var effect: Effect { facts.effect }

    /// The type whose `init(from:)` asked for the value, such as `Person`; `nil` if there is none or it is unknown.
    public var type: String? { facts.type }

    /// The coding key that the type asked for, such as `height`; `nil` for elements and whole values.
    public var member: String? { facts.member }

    /// The record that contains the value, if a type declares its id key.
    public var record: Record? { facts.record }

    /// Where the value begins in the bytes that were decoded; `nil` if the caller has no bytes, or if the coder
    /// provides no places.
    public var position: SourcePosition? { facts.position }

    /// The bytes of the value.
    public var byteRange: Range<Int>? { facts.byteRange }

    /// The label of the version in effect, if there is one.
    public var version: String? { facts.version }

    /// The step of the plan that made the value, such as `1 → 2`, for a document that was migrated.
    public var step: String? { facts.step }

    /// The expected value, such as `an integer`.
    public var expected: String? { facts.expected?.phrase }

    /// The Swift type that was asked for, such as `Double`; `nil` if there was none.
    public var expectedType: String? { facts.expected?.name }

    /// The kind of value that was found; `nil` if there is no value.
    public var found: JSONKind? { facts.found }

    /// The value that was found, as it is in the payload, cut after 60 characters; `nil` for objects, arrays and null.
    public var quotation: String? { facts.quotation }

    /// The member after which the rest of the object could not be examined, because there is no placeholder for it.
    public var stoppedAt: String? { facts.stoppedAt }

    /// The parts of the text.
    public var diagnostic: Diagnostic {
        let facts = facts
        return Diagnostic(
            message: facts.message + stop, position: facts.position, path: facts.path,
            version: facts.version,
            step: facts.step)
    }
}

extension DecodingIssue {
    /// Where no later member of the object could be looked at: a part of the text.
    var stop: String { facts.stoppedAt.map { "; stopped at member \(JSONValue.string($0).text())" } ?? "" }
}

extension DecodingIssue: Hashable {
    /// Whether all facts are equal.
    public static func == (left: Self, right: Self) -> Bool { left.facts == right.facts }

    /// Hashes the facts.
    public func hash(into hasher: inout Hasher) { hasher.combine(facts) }
}

// MARK: - Vocabulary

extension DecodingIssue {
    /// The kind of problem of an issue. The list may grow, and models may add codes of their own.
    ///
    /// ```swift
    /// extension DecodingIssue.Code { static let negativePrice = DecodingIssue.Code(rawValue: "negativePrice") }
    /// ```
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code: stable, for logs and filters.
        public let rawValue: String

        /// A code with the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A value of another kind: a string where a number was expected.
        public static let unexpectedKind = Code(rawValue: "unexpectedKind")
        /// `null` where a value was expected.
        public static let unexpectedNull = Code(rawValue: "unexpectedNull")
        /// A required member is absent.
        public static let missingMember = Code(rawValue: "missingMember")
        /// A value of the right kind that is not valid, such as a text that is not a date.
        public static let invalidValue = Code(rawValue: "invalidValue")
        /// A number that the type cannot hold.
        public static let numberDoesNotFit = Code(rawValue: "numberDoesNotFit")
        /// A raw value or a discriminator that names no case. The effect of the issue shows how it was handled.
        public static let unknownCase = Code(rawValue: "unknownCase")
        /// A value of another kind was converted, as declared.
        public static let valueConverted = Code(rawValue: "valueConverted")
        /// Several members are present for one key. The first that the layout declares was read.
        public static let aliasNotRead = Code(rawValue: "aliasNotRead")
        /// A payload that is not JSON.
        public static let invalidJSON = Code(rawValue: "invalidJSON")
        /// The payload is empty.
        public static let missingPayload = Code(rawValue: "missingPayload")
        /// A version that cannot be determined, or is unknown.
        public static let unknownVersion = Code(rawValue: "unknownVersion")
        /// A payload that names one version and does not have its declared shape. The named version was used.
        public static let contradictedVersion = Code(rawValue: "contradictedVersion")
        /// A declared rule is broken: a count, or a limit of a number.
        public static let ruleBroken = Code(rawValue: "ruleBroken")
        /// An error that the model's own code threw.
        public static let modelError = Code(rawValue: "modelError")
        /// The model's own code reported it and continued.
        public static let reported = Code(rawValue: "reported")
    }

    /// The effect of an issue on its value. The list may grow.
    public struct Effect: RawRepresentable, Sendable, Hashable {
        /// The name of the effect.
        public let rawValue: String

        /// An effect with the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No value was skipped. It was read, converted, or replaced as declared.
        public static let noted = Effect(rawValue: "noted")
        /// An optional became nil.
        public static let setToNil = Effect(rawValue: "setToNil")
        /// The element of a collection was skipped.
        public static let skipped = Effect(rawValue: "skipped")
        /// The nearest object that needs the value could not be created.
        public static let failed = Effect(rawValue: "failed")
    }

    /// The record that contains a value: the nearest enclosing object whose type declares an id key.
    public struct Record: Sendable, Hashable {
        /// The type of the record.
        public let type: String
        /// The key of the payload that holds the id.
        public let key: String
        /// The id in the payload; a text without its quotes.
        public let id: String

        /// A record.
        public init(type: String, key: String, id: String) {
            self.type = type
            self.key = key
            self.id = id
        }
    }
}
