/// The error of a payload whose version cannot be determined, or is unknown. Coders and migrations have it as their
/// cause.
public struct VersionError: DiagnosableError, Equatable {
    /// The kind of problem with the version. The list may grow.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// A code with the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The payload names no version, and no default is declared.
        public static let missing = Code(rawValue: "missing")
        /// The value at the version's location is not a version: it has a wrong kind, or not the declared form.
        public static let unreadable = Code(rawValue: "unreadable")
        /// A version that is not in the list, and that cannot be ordered before or after all known ones.
        public static let unknown = Code(rawValue: "unknown")
        /// A version before the oldest known one.
        public static let tooOld = Code(rawValue: "tooOld")
        /// A version after the newest known one.
        public static let tooNew = Code(rawValue: "tooNew")
        /// A payload that names one version and does not have its declared shape, if the rules refuse that.
        public static let contradicted = Code(rawValue: "contradicted")
        /// A payload that names no version, and has the shape of several.
        public static let ambiguous = Code(rawValue: "ambiguous")
    }

    /// The kind of problem with the version.
    public internal(set) var code: Code

    /// Where the version should be.
    public let path: JSONPointer?

    /// The position in the bytes.
    public let position: SourcePosition?

    /// The value that was found there.
    public let found: JSONValue?

    /// The declared form of the version.
    public let form: VersionLocation.Form?

    /// The labels of the known versions, oldest first.
    public let known: [String]

    /// Where a version was searched, in order.
    public let tried: [DetectedVersion.Source]

    /// The texts that contain the version, if it is part of a text.
    public internal(set) var texts: [VersionText] = []

    /// The versions whose shape the payload has, if there are several.
    public internal(set) var fitting: [String] = []

    /// The entity of a plan set that the payload is of.
    package var entity: String?

    /// How the caller gave the version, if it is not in the payload.
    var origin: DetectedVersion.Source?

    /// The first number of a version whose second one is missing.
    var firstNumber: String?

    /// The member on the way to the version of something that has no members.
    var wantedMember: String?

    /// The `Content-Type` without a version, if there is one.
    var unversioned: UnversionedMediaType?

    /// The contradiction to the version that the payload names.
    public internal(set) var contradiction: DetectedVersion.Contradiction?

    /// An error with the given parts.
    public init(
        code: Code, path: JSONPointer? = nil, position: SourcePosition? = nil, found: JSONValue? = nil,
        form: VersionLocation.Form? = nil, known: [String], tried: [DetectedVersion.Source]
    ) {
        self.code = code
        self.path = path
        self.position = position
        self.found = found
        self.form = form
        self.known = known
        self.tried = tried
    }

    /// The error for a label from the caller that is not in the list.
    public init(unknownLabel label: String, known: [String], tried: [DetectedVersion.Source]) {
        self.init(
            code: Self.code(forUnknown: label, known: known), found: .string(label), known: known, tried: tried)
    }

    /// The parts of the error.
    public var diagnostic: Diagnostic { Diagnostic(message: message, position: position, path: path) }

    private var message: String { (entity.map { "the entity \(JSONValue.string($0).text()): " } ?? "") + ownMessage }

    private var ownMessage: String {
        let list = "known versions: " + (known.isEmpty ? "none" : known.joined(separator: ", "))
        let shown = found.map { IssueFacts.shortened($0.text()) } ?? ""
        switch code {
        case .unreadable where firstNumber != nil:
            return
                "the payload names version \(firstNumber ?? "") without a second number: expected an integer, found nothing; \(list)"
        case .missing:
            let places =
                tried.isEmpty
                ? "no place for one is declared" : "looked for a version " + tried.map(\.phrase).joined(separator: ", ")
            let obstacle = wantedMember.map { member in
                let key = JSONValue.string(member).text()
                return "expected an object with \(key), found \(Self.phrase(of: found)); "
            }
            if let unversioned, tried.isEmpty { return "\(unversioned.sentence); \(list)" }
            let type = unversioned.map { $0.phrase + "; " } ?? ""
            return "the payload names no version: \(obstacle ?? "")\(type)\(places); \(list)\(advice)"
        case .unreadable:
            let subject = origin == nil ? "the version" : "the version that was given"
            return "\(subject) is unreadable: expected \(wanted), found \(Self.phrase(of: found)); \(list)"
        case .contradicted:
            return (contradiction?.diagnostic.message ?? "the payload contradicts its version") + "; \(list)"
        case .ambiguous:
            let shapes = fitting.joined(separator: " and ")
            return "the payload names no version, and looks like \(shapes); \(list)"
        case .tooOld: return "version \(shown)\(given) is older than any known one; \(list)"
        case .tooNew: return "version \(shown)\(given) is newer than any known one; \(list)"
        default: return "version \(shown)\(given) is unknown; \(list)"
        }
    }

    /// Where a version comes from that is not in the payload, after the version.
    private var given: String {
        switch origin {
        case nil: ""
        case .mediaType?: " of the Content-Type"
        default: ", which was given,"
        }
    }

    /// Advice for reading payloads without a version, if a version was searched for in them.
    private var advice: String {
        tried.isEmpty ? "" : "; to accept such payloads, declare a default version"
    }

    /// The expected value.
    private var wanted: String {
        if !texts.isEmpty {
            let shown = texts.map { JSONValue.string($0.description).text() }
            return "a string such as \(shown.joined(separator: " or "))"
        }
        switch form {
        case .integer: return "an integer"
        case .integerOrString: return "an integer or a string"
        case .semantic: return "a semantic version such as \"1.2.0\""
        case .date: return "a day such as \"2026-03-14\""
        default: return "a string"
        }
    }

    /// A description of the found value, with its kind; the text of a container would not help.
    private static func phrase(of found: JSONValue?) -> String {
        guard let found else { return "nothing" }
        if found.isContainer || found.isNull { return found.kind.phrase }
        return "\(found.kind.phrase) (\(found.nameInMessages))"
    }

    // MARK: Older or newer

    /// Too old, too new, or unknown where the labels cannot be compared.
    static func code(forUnknown label: String, known: [String]) -> Code {
        let integers = known.compactMap { Int128($0) }
        if let integer = Int128(label), let oldest = integers.min(), let newest = integers.max(),
            integers.count == known.count
        {
            return integer < oldest ? .tooOld : integer > newest ? .tooNew : .unknown
        }
        let shape = LabelShape(label)
        let shapes = known.map(LabelShape.init)
        guard !known.isEmpty, shapes.allSatisfy({ $0.marks == shape.marks }) else { return .unknown }
        if shapes.allSatisfy({ shape.precedes($0) }) { return .tooOld }
        if shapes.allSatisfy({ $0.precedes(shape) }) { return .tooNew }
        return .unknown
    }
}

/// A `Content-Type` without a version where one was expected.
struct UnversionedMediaType: Equatable {
    let found: String

    /// One with a version, for comparison.
    let expected: String

    /// The problem, where a version was expected nowhere else.
    var sentence: String {
        let (found, expected) = (JSONValue.string(found).text(), JSONValue.string(expected).text())
        return "the Content-Type \(found) names no version, expected one such as \(expected)"
    }

    var phrase: String {
        let (found, expected) = (JSONValue.string(found).text(), JSONValue.string(expected).text())
        return "the Content-Type \(found) has none, expected one such as \(expected)"
    }
}

extension VersionMediaType {
    /// The facts about a `Content-Type` without a version.
    func unversioned(_ field: String, known: [String]) -> UnversionedMediaType {
        UnversionedMediaType(found: field, expected: contentType(of: known.last ?? "1"))
    }
}

extension DetectedVersion.Source {
    /// The source as a place to look in.
    fileprivate var phrase: String {
        description.hasPrefix("found ") ? String(description.dropFirst("found ".count)) : description
    }
}

/// A label taken apart into its numbers and what is between them, so that `v10` comes after `v9`.
private struct LabelShape {
    var marks: [String] = [""]
    var numbers: [JSONNumber] = []

    init(_ label: String) {
        var rest = Substring(label)
        while let first = rest.first {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            if let number = JSONNumber(text: Self.withoutLeadingZeros(digits)) {
                numbers.append(number)
                marks.append("")
                rest = rest.dropFirst(digits.count)
            } else {
                marks[marks.count - 1].append(first)
                rest = rest.dropFirst()
            }
        }
    }

    private static func withoutLeadingZeros(_ digits: Substring) -> String {
        let significant = digits.drop { $0 == "0" }
        return significant.isEmpty ? String(digits.suffix(1)) : String(significant)
    }

    func precedes(_ other: LabelShape) -> Bool {
        for (left, right) in zip(numbers, other.numbers) where left != right {
            let (leftCount, rightCount) = (left.text.utf8.count, right.text.utf8.count)
            return leftCount == rightCount ? left.text < right.text : leftCount < rightCount
        }
        return false
    }
}
