/// A key as it stands in a payload, or an index.
struct PayloadKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    init(_ key: some CodingKey) {
        stringValue = key.stringValue
        intValue = key.intValue
    }

    init(stringValue: String) { self.init(stringValue) }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}

extension JSONPointer {
    /// The place that a coding path leads to.
    init(codingPath: [any CodingKey]) { self.init(codingPath.map(\.token)) }
}

extension CodingKey {
    /// What leads to the value in a payload: an index, where it is the key of an element; else the text of the key, also where the key has a number beside it.
    var token: String {
        guard let intValue, stringValue == "Index \(intValue)" else { return stringValue }
        return String(intValue)
    }

    /// Whether the key type is an enum, as the compiler makes them; else a key says what a payload says.
    var isEnumCase: Bool { Mirror(reflecting: self).displayStyle == .enum }
}
