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

    /// For an array, the member that distinguishes its elements: all have it, and no two the same.
    var by: String?

    /// For an array, how many elements outside of the hunks are the same as one for which something is carried.
    var twins: [ValueHash: Int] = [:]

    /// For an array, what is moved, until there are groups.
    var moved = MovedValues()

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
            case .changed(_, let around, let changes): .changed(0, around: around, changes)
            case .replaced(_, let value): .replaced(0, value)
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
    var json: JSONValue {
        var object: JSONObject = ["path": .string(path.description)]
        if let was { object["was"] = .string(was.text) }
        if let group { object["group"] = .integer(group) }
        if isKept { object["kept"] = true }
        if !holds.isEmpty { object["holds"] = Self.texts(holds) }
        if let insteadOf { object["insteadOf"] = .string(insteadOf) }
        if !around.isEmpty { object["around"] = Self.texts(around) }
        switch now {
        case .value(let value): object["value"] = value
        case .absent: object["absent"] = true
        case .elements(let hunks): object["hunks"] = .array(JSONArray(hunks.map(\.json)))
        }
        if let by { object["by"] = .string(by) }
        if !twins.isEmpty {
            var counts = JSONObject()
            for (hash, count) in twins.map({ ($0.key.text, $0.value) }).inOrder(by: { $0.0 < $1.0 }) {
                counts[hash] = .integer(count)
            }
            object["twins"] = .object(counts)
        }
        return .object(object)
    }

    /// Deeper than that, values are carried whole.
    static let deepest = 64

    /// A change as ``json`` has it; `nil` for any other value.
    ///
    /// - `depth`: How many arrays are around it.
    init?(_ json: JSONValue, depth: Int = 0) {
        guard depth <= Self.deepest, let object = json.object, let text = object["path"]?.string,
            let path = try? JSONPointer(parsing: text)  // The kind of mistake does not matter here.
        else { return nil }
        let now: Now
        if let value = object["value"] {
            now = .value(value)
        } else if object["absent"]?.bool == true {
            now = .absent
        } else if let hunks = object["hunks"]?.array, let read = Self.all(hunks, { Hunk($0, depth: depth) }) {
            now = .elements(read)
        } else {
            return nil
        }
        let around = object["around"].map(Self.hashes) ?? .some([])
        let was = object["was"].map(ValueHash.init(json:))
        guard let around, was == nil || was != .some(nil) else { return nil }
        self.init(path: path, was: was ?? nil, around: around, now: now, by: object["by"]?.string)
        insteadOf = object["insteadOf"]?.string
        group = object["group"]?.int
        isKept = object["kept"]?.bool == true
        if let held = object["holds"] {
            guard let hashes = Self.hashes(held) else { return nil }
            holds = hashes
        }
        for member in object["twins"]?.object ?? [:] {
            guard let hash = ValueHash(text: member.key) else { return nil }
            twins[hash] = max(0, member.value.int ?? 0)
        }
    }

    static func texts(_ hashes: [ValueHash]) -> JSONValue { .array(JSONArray(hashes.map { .string($0.text) })) }

    /// Hashes as ``texts(_:)`` writes them; `nil` for any other value.
    static func hashes(_ json: JSONValue) -> [ValueHash]? { json.array.flatMap { all($0, ValueHash.init(json:)) } }

    /// All elements as something else; `nil` if one is not.
    static func all<Result>(_ array: JSONArray, _ read: (JSONValue) -> Result?) -> [Result]? {
        var all: [Result] = []
        for element in array {
            guard let element = read(element) else { return nil }
            all.append(element)
        }
        return all
    }
}

extension ValueHash {
    fileprivate init?(json: JSONValue) {
        guard let text = json.string else { return nil }
        self.init(text: text)
    }
}

extension CarriedChange.Hunk {
    var json: JSONValue {
        var object: JSONObject = [
            "at": .integer(start), "was": CarriedChange.texts(was), "now": .array(JSONArray(now.map(\.json))),
        ]
        if !holds.isEmpty {
            var held = JSONObject()
            for number in holds.keys.ascending() { held[String(number)] = holds[number].map(CarriedChange.texts) }
            object["holds"] = .object(held)
        }
        return .object(object)
    }

    fileprivate init?(_ json: JSONValue, depth: Int) {
        guard let object = json.object, let start = object["at"]?.int, start >= 0,
            let was = object["was"].flatMap(CarriedChange.hashes),
            let now = object["now"]?.array.flatMap({ CarriedChange.all($0) { CarriedChange.Element($0, depth: depth) } }
            )
        else { return nil }
        let numbers = now.compactMap(\.number)
        guard numbers.allSatisfy(was.indices.contains), Set(numbers).count == numbers.count else { return nil }
        self.init(start: start, was: was, now: now)
        for member in object["holds"]?.object ?? [:] {
            guard let number = Int(member.key), was.indices.contains(number),
                let hashes = CarriedChange.hashes(member.value)
            else { return nil }
            holds[number] = hashes
        }
    }
}

extension CarriedChange.Element {
    var json: JSONValue {
        switch self {
        case .same(let number): .integer(number)
        case .inserted(let value): ["value": value]
        case .replaced(let number, let value): ["of": .integer(number), "value": value]
        case .changed(let number, let around, let changes):
            [
                "of": .integer(number), "around": CarriedChange.texts(around),
                "changes": .array(JSONArray(changes.map(\.json))),
            ]
        }
    }

    fileprivate init?(_ json: JSONValue, depth: Int) {
        if let number = json.int {
            self = .same(number)
            return
        }
        guard let object = json.object else { return nil }
        let number = object["of"]?.int
        if let value = object["value"] {
            if let number { self = .replaced(number, value) } else { self = .inserted(value) }
        } else if let number,
            let changes = object["changes"]?.array.flatMap({
                CarriedChange.all($0) { CarriedChange($0, depth: depth + 1) }
            }),
            let around = object["around"].flatMap(CarriedChange.hashes)
        {
            self = .changed(number, around: around, changes)
        } else {
            return nil
        }
    }
}
