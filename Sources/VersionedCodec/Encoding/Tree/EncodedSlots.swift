/// An array that keys write element by element, in any order.
struct EncodedSlots {
    private(set) var elements: [Int: EncodedValue] = [:]

    /// The keys that wrote whole elements.
    var origins: [Int: KeyOrigin] = [:]

    /// The value of elements that are not written.
    let gaps: KeyLayout.ArrayGaps

    init(gaps: KeyLayout.ArrayGaps) { self.gaps = gaps }

    /// The elements of an array, which others may add to.
    init(_ array: [EncodedValue], by origin: KeyOrigin?, gaps: KeyLayout.ArrayGaps) {
        self.gaps = gaps
        for (index, element) in array.enumerated() {
            elements[index] = element
            origins[index] = origin
        }
    }

    subscript(index: Int) -> EncodedValue? {
        get { elements[index] }
        set { elements[index] = newValue }
    }

    /// The elements that are written, by index.
    var inOrder: [(Int, EncodedValue)] { elements.inOrder { $0.key < $1.key }.map { ($0.key, $0.value) } }

    /// How many elements the array has in the end.
    var count: Int { (elements.keys.max() ?? -1) + 1 }

    /// The first index that is not written.
    var firstGap: Int? { (0..<count).first { elements[$0] == nil } }

    /// The array, with what is in its gaps.
    func array(fillingWith filler: () -> EncodedValue) -> EncodedValue {
        .array((0..<count).map { elements[$0] ?? filler() })
    }
}

extension EncodedValue {
    /// Whether an array is not finished in it.
    var hasSlots: Bool {
        switch self {
        case .leaf, .array: false
        case .slots: true
        case .object(let object): object.members.contains { $0.value.hasSlots }
        }
    }

    /// The elements of an array, finished or not; `nil` for a value of another kind.
    var elements: [(Int, EncodedValue)]? {
        switch self {
        case .array(let elements): elements.enumerated().map { ($0, $1) }
        case .slots(let slots): slots.inOrder
        case .leaf, .object: nil
        }
    }

    /// A JSON value that is written as it is, with its members in their order.
    init(kept json: JSONValue) { self = .leaf(json.isNull ? .null : .json(json)) }

    /// A JSON value, ready to be written; the contents of a container stay JSON.
    init(_ json: JSONValue) {
        if let object = json.object {
            var members = EncodedObject(capacity: object.count)
            for member in object {
                members.append(member.key, .leaf(.json(member.value)), origin: nil, spelling: member.copiedSpelling)
            }
            self = .object(members)
        } else if let array = json.array {
            self = .array(array.map { .leaf(.json($0)) })
        } else {
            self = .leaf(json.isNull ? .null : .json(json))
        }
    }
}
