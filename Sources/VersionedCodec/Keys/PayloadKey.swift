/// A key as it is in a payload, or an index.
struct PayloadKey: CodingKey {
    let stringValue: String

    /// The least number if it has none: so small that `any CodingKey` holds a key without a box of its own.
    private let number: Int

    var intValue: Int? { number == .min ? nil : number }

    init(_ name: String) {
        stringValue = name
        number = .min
    }

    init(index: Int) {
        stringValue = "Index \(index)"
        number = index
    }

    init(_ key: some CodingKey) {
        stringValue = key.stringValue
        number = key.intValue ?? .min
    }

    init(stringValue: String) { self.init(stringValue) }

    init(intValue: Int) {
        stringValue = String(intValue)
        number = intValue
    }
}

extension JSONPointer {
    /// The place that a coding path leads to.
    init(codingPath: [any CodingKey]) { self.init(codingPath.map(\.token)) }
}

extension CodingKey {
    /// The token of the value's path in a payload: an index if it is the key of an element; else the text of the key,
    /// also if the key has a number beside it.
    var token: String {
        guard let intValue, stringValue == "Index \(intValue)" else { return stringValue }
        return String(intValue)
    }

    /// Whether the key type is an enum, as the compiler makes them; the names of other keys are those of the payload.
    var isEnumCase: Bool { Mirror(reflecting: self).displayStyle == .enum }
}
