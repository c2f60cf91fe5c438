import VersionedCodec

/// One difference between a document and the result of its way back: the old value, and how to find the place again.
struct CarriedChange: Sendable {
    /// The way over members, from the document or from the element of an array that holds it.
    let path: JSONPointer

    /// The hash of what the way back puts there; `nil` if it puts nothing, and for an array in no group.
    var was: ValueHash?

    /// The changes that are made only together with this one.
    var group: Int?

    /// Whether the other document had the value too, in the same place of the object that this one comes from: then it
    /// is restored only if that still has it.
    var isKept = false

    /// The hashes of values within the one that it takes away, which other changes put.
    var holds: [ValueHash] = []

    /// The key under which the way back puts the value itself, beside its place.
    var insteadOf: String?

    /// Hashes of the members beside it.
    var around: [ValueHash] = []

    var now: Now

    /// What is known only of an array: changes are copied often, and most are of no array.
    private final class OfArray: Sendable {
        let by: String?
        let twins: [ValueHash: Int]
        let moved: MovedValues

        init(by: String?, twins: [ValueHash: Int], moved: MovedValues) {
            (self.by, self.twins, self.moved) = (by, twins, moved)
        }
    }

    private var ofArray: OfArray?

    /// For an array, the member that distinguishes its elements: all have it, and no two the same.
    var by: String? {
        get { ofArray?.by }
        set { ofArray = OfArray(by: newValue, twins: twins, moved: moved) }
    }

    /// For an array, how many elements outside of the hunks are the same as one for which something is carried.
    var twins: [ValueHash: Int] {
        get { ofArray?.twins ?? [:] }
        set { ofArray = OfArray(by: by, twins: newValue, moved: moved) }
    }

    /// For an array, what is moved, until there are groups.
    var moved: MovedValues {
        get { ofArray?.moved ?? MovedValues() }
        set { ofArray = OfArray(by: by, twins: twins, moved: newValue) }
    }

    init(path: JSONPointer, was: ValueHash? = nil, around: [ValueHash] = [], now: Now) {
        (self.path, self.was, self.around, self.now) = (path, was, around, now)
    }

    enum Now: Sendable, Equatable {
        case value(JSONValue)
        /// The way back adds what was not there.
        case absent
        case elements([Hunk])
    }

    /// A part of an array in which elements differ, with an element that does not on each side.
    struct Hunk: Sendable, Equatable {
        /// Where it begins in the array that the way back makes.
        let start: Int
        /// The hashes of the elements that the way back puts there.
        let was: [ValueHash]
        var now: [Element]
        /// For elements that it takes away, the hashes of values within them that other changes put.
        var holds: [Int: [ValueHash]] = [:]
    }

    enum Element: Sendable, Equatable {
        /// The one of this number in `was`.
        case same(Int)
        /// The one of this number, with changes.
        case changed(Int, around: [ValueHash], [CarriedChange])
        /// Another value in the place of the one of this number.
        case replaced(Int, JSONValue)
        /// One that the way back does not bring.
        case inserted(JSONValue)

        var number: Int? {
            switch self {
            case .same(let number), .changed(let number, _, _), .replaced(let number, _): number
            case .inserted: nil
            }
        }

        /// What is carried for an element of the other document, whichever that is; `nil` if that is nothing.
        var carried: Element? {
            switch self {
            case .same, .inserted: nil
            case .changed, .replaced: numbered(0)
            }
        }

        /// The same for the element of another number.
        func numbered(_ number: Int) -> Element {
            switch self {
            case .same: .same(number)
            case .inserted: self
            case .changed(_, let around, let changes): .changed(number, around: around, changes)
            case .replaced(_, let value): .replaced(number, value)
            }
        }
    }
}

extension CarriedChange: Equatable {
    static func == (left: CarriedChange, right: CarriedChange) -> Bool {
        left.path == right.path && left.was == right.was && left.group == right.group && left.holds == right.holds
            && left.isKept == right.isKept
            && left.insteadOf == right.insteadOf && left.around == right.around && left.now == right.now
            && left.by == right.by && left.twins == right.twins
    }
}

// MARK: - JSON

extension CarriedChange {
    func write(to output: inout some CarriedOutput) {
        output.begin(isObject: true)
        output.write(path.description, as: "path")
        if let was { output.write(was, as: "was") }
        if let group { output.write(group, as: "group") }
        if isKept { output.writeTrue(as: "kept") }
        if !holds.isEmpty { output.write(holds, as: "holds") }
        if let insteadOf { output.write(insteadOf, as: "insteadOf") }
        if !around.isEmpty { output.write(around, as: "around") }
        switch now {
        case .value(let value):
            output.write(value, as: "value")
        case .absent:
            output.writeTrue(as: "absent")
        case .elements(let hunks):
            output.key("hunks")
            output.array(hunks) { $0.write(to: &$1) }
        }
        if let by { output.write(by, as: "by") }
        if !twins.isEmpty {
            output.key("twins")
            output.object { output in
                for (hash, count) in twins.map({ ($0.key.text, $0.value) }).inOrder(by: { $0.0 < $1.0 }) {
                    output.key(hash)
                    output.write(count)
                }
            }
        }
        output.end(isObject: true)
    }

    /// Deeper than that, values are carried whole.
    static let deepest = 64
}

extension CarriedChange.Hunk {
    func write(to output: inout some CarriedOutput) {
        output.begin(isObject: true)
        output.write(start, as: "at")
        output.write(was, as: "was")
        output.key("now")
        output.array(now) { $0.write(to: &$1) }
        if !holds.isEmpty {
            output.key("holds")
            output.object { output in
                for number in holds.keys.ascending() {
                    output.key(String(number))
                    output.write(holds[number] ?? [])
                }
            }
        }
        output.end(isObject: true)
    }
}

extension CarriedChange.Element {
    func write(to output: inout some CarriedOutput) {
        if case .same(let number) = self { return output.write(number) }
        output.begin(isObject: true)
        if let number { output.write(number, as: "of") }
        switch self {
        case .same: break
        case .inserted(let value), .replaced(_, let value):
            output.write(value, as: "value")
        case .changed(_, let around, let changes):
            output.write(around, as: "around")
            output.key("changes")
            output.array(changes) { $0.write(to: &$1) }
        }
        output.end(isObject: true)
    }
}
