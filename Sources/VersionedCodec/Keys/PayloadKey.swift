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
    init(codingPath: [any CodingKey]) {
        self.init(codingPath.map { $0.intValue.map { String($0) } ?? $0.stringValue })
    }
}

extension CodingKey {
    /// Whether the key type is an enum, as the compiler makes them; else a key says what a payload says.
    var isEnumCase: Bool { Mirror(reflecting: self).displayStyle == .enum }
}
