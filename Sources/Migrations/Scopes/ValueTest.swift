public import VersionedCodec

/// What a condition may ask of one value, beyond its kind and its meaning.
public indirect enum ValueTest: Sendable, Equatable {
    /// It is a string with the suffix, byte by byte.
    case suffix(String)
    /// It is a string that holds the text, byte by byte.
    case contains(String)
    /// It is a string that the pattern matches as a whole.
    case matches(TextPattern)
    /// It is a number of at least the given value.
    case atLeast(JSONNumber)
    /// It is a number of at most the given value.
    case atMost(JSONNumber)
    /// It is an array, or an object, of so many elements or members.
    case count(ClosedRange<Int>)
    /// It means the same as another value.
    case sameAs(JSONPointer, in: PathOrigin)
    /// It is an array or an object, and the condition holds for one of its elements or values.
    case hasElement(Condition)
    /// It is an array or an object, and the condition holds for each of its elements or values; there may be none.
    case eachElement(Condition)

    /// Whether the value passes.
    func holds(
        for value: JSONValue, of scope: JSONValue, in context: OperationContext
    ) throws(MigrationError) -> Bool {
        switch self {
        case .suffix(let suffix):
            return value.string.map { $0.utf8.reversed().starts(with: suffix.utf8.reversed()) } ?? false
        case .contains(let text): return value.string.map { TextTransform.holds(text, in: $0) } ?? false
        case .matches(let pattern): return value.string.map { pattern.captures(in: $0) != nil } ?? false
        case .atLeast(let bound): return value.number.map { !$0.isLess(than: bound) } ?? false
        case .atMost(let bound): return value.number.map { !bound.isLess(than: $0) } ?? false
        case .count(let range): return (value.array?.count ?? value.object?.count).map(range.contains) ?? false
        case .sameAs(let pointer, let origin):
            return try context.base(origin, here: scope)[at: pointer]?.isEquivalent(to: value) ?? false
        case .hasElement(let condition):
            for element in value.children ?? [] where try condition.holds(for: element, in: context) { return true }
            return false
        case .eachElement(let condition):
            guard let children = value.children else { return false }
            for element in children where try !condition.holds(for: element, in: context) { return false }
            return true
        }
    }

    /// Whether the test looks at the document beyond its scope.
    var readsDocument: Bool {
        switch self {
        case .sameAs(_, let origin): origin == .document
        case .hasElement(let condition), .eachElement(let condition): condition.readsDocument
        default: false
        }
    }
}

extension ValueTest: CustomStringConvertible {
    /// The test in words, behind the name of a place: `ends with "x"`.
    public var description: String {
        switch self {
        case .suffix(let suffix): "ends with \(JSONValue.string(suffix).text())"
        case .contains(let text): "contains \(JSONValue.string(text).text())"
        case .matches(let pattern): "matches \(JSONValue.string(pattern.text).text())"
        case .atLeast(let bound): "is at least \(bound.text)"
        case .atMost(let bound): "is at most \(bound.text)"
        case .count(let range) where range.lowerBound == range.upperBound: "has \(Self.elements(range.lowerBound))"
        case .count(let range) where range.upperBound == .max: "has at least \(Self.elements(range.lowerBound))"
        case .count(let range): "has \(range.lowerBound) to \(range.upperBound) elements"
        case .sameAs(let pointer, .here): "is the same as \(pointer.shown)"
        case .sameAs(let pointer, let origin): "is the same as \(pointer.shown) in the \(origin.rawValue)"
        case .hasElement(let condition): "has an element for which (\(condition))"
        case .eachElement(let condition): "has only elements for which (\(condition))"
        }
    }
}

extension ValueTest {
    static func elements(_ count: Int) -> String { count == 1 ? "1 element" : "\(count) elements" }
}

extension JSONValue {
    /// The elements of an array or the values of an object; of a scalar, `nil`.
    var children: [JSONValue]? { array.map { Array($0) } ?? object?.map(\.value) }
}
