/// The facts of an issue; texts and paths are made from them when they are read.
struct IssueFacts: Sendable {
    var code: DecodingIssue.Code
    var wording: IssueWording
    var place: IssuePlace
    var effect: DecodingIssue.Effect = .noted

    /// The type whose `init(from:)` asked for the value.
    var model: Any.Type?
    var member: String?
    var position: SourcePosition?
    var byteRange: Range<Int>?
    var version: String?
    var step: String?
    var expected: ExpectedType?
    var found: JSONKind?
    var quotation: String?
    var stoppedAt: String?

    /// The path of the value when a step found it.
    var pathInStep: JSONPointer?

    /// The object that asked for the value, and those around it.
    var trail: IssueTrail?

    @inline(never)
    init(
        code: DecodingIssue.Code, wording: IssueWording, place: IssuePlace, effect: DecodingIssue.Effect = .noted
    ) {
        self.code = code
        self.wording = wording
        self.place = place
        self.effect = effect
    }

    @inline(never)
    init(
        code: DecodingIssue.Code, message: String, path: JSONPointer, effect: DecodingIssue.Effect = .noted,
        position: SourcePosition? = nil, byteRange: Range<Int>? = nil, version: String? = nil,
        expected: ExpectedType? = nil,
        found: JSONKind? = nil, quotation: String? = nil
    ) {
        self.init(code: code, wording: .text(message), place: .pointer(path), effect: effect)
        self.position = position
        self.byteRange = byteRange
        self.version = version
        self.expected = expected
        self.found = found
        self.quotation = quotation
    }

    var message: String { wording.text(found: found, quotation: quotation) }
    var path: JSONPointer { place.pointer }
    var type: String? { model.map { String(describing: $0) } }
    var record: DecodingIssue.Record? { trail?.nearestRecord }

    /// A quotation, cut where it is too long for a line.
    static func shortened(_ text: String) -> String {
        text.utf8.count > 60 && text.count > 60 ? text.prefix(59) + "…" : text
    }
}

extension JSONValue {
    /// The value in the place of a name: its text, or its kind if that is too much text.
    var nameInMessages: String { isContainer ? kind.phrase : IssueFacts.shortened(text()) }
}

extension IssueFacts: Hashable {
    static func == (left: IssueFacts, right: IssueFacts) -> Bool {
        left.code == right.code && left.message == right.message && left.path == right.path
            && left.effect == right.effect && left.type == right.type && left.member == right.member
            && left.position == right.position && left.byteRange == right.byteRange && left.version == right.version
            && left.step == right.step && left.expected == right.expected && left.found == right.found
            && left.quotation == right.quotation && left.stoppedAt == right.stoppedAt && left.trail == right.trail
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(path)
        hasher.combine(position)
        hasher.combine(message)
    }
}

/// The type that was asked for; worded on demand.
struct ExpectedType: Sendable, Hashable {
    let type: Any.Type

    init(_ type: Any.Type) { self.type = type }

    /// A description of the type in a payload.
    var phrase: String { TypePhrase.of(type) }

    /// Its name in Swift.
    var name: String { String(describing: type) }

    static func == (left: Self, right: Self) -> Bool { left.type == right.type }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}

/// An object on the way to a value, and those around it; shared by all issues within it.
final class IssueTrail: Sendable, Hashable {
    private let around: IssueTrail?
    private let place: IssuePlace
    private let model: Any.Type
    let record: DecodingIssue.Record?

    /// The record of the object, else of the nearest object around that has one.
    let nearestRecord: DecodingIssue.Record?

    init(around: IssueTrail?, place: IssuePlace, model: Any.Type, record: DecodingIssue.Record?) {
        self.around = around
        self.place = place
        self.model = model
        self.record = record
        nearestRecord = record ?? around?.nearestRecord
    }

    var path: JSONPointer { place.pointer }
    var type: String { String(describing: model) }

    /// The objects, the outermost first.
    var stops: [IssueTrail] {
        var (list, next) = ([self], around)
        while let trail = next {
            list.append(trail)
            next = trail.around
        }
        return list.reversed()
    }

    static func == (left: IssueTrail, right: IssueTrail) -> Bool {
        left === right || (left.path, left.type) == (right.path, right.type) && left.record == right.record
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(type)
    }
}
