/// The elements of an array.
///
/// An element that could not be decoded stays the current one, so that a model may try another type. Trying a type
/// again that has failed on it passes the element over, so that a loop of `try?` ends. Each container, and each copy of
/// one, knows its own failures.
///
/// It has 24 bytes, so that an existential holds it without taking memory.
struct IndexUnkeyedContainer: UnkeyedDecodingContainer {
    let session: DecodingSession

    /// The array.
    private let node: UInt32

    /// The current element, or the node after the array.
    private var current: UInt32

    private var index: UInt32 = 0

    /// The last failure at the current element, counted from 1; 0 where there is none.
    private var failure: UInt32 = 0

    init(session: DecodingSession, array: UInt32) {
        self.session = session
        node = array
        current = array + 1
    }

    var codingPath: [any CodingKey] { session.codingPath(of: node) }
    var currentIndex: Int { Int(index) }
    var isAtEnd: Bool { current >= session.nodes[Int(node)].next }

    var count: Int? {
        if let count = session.nodes[Int(node)].count { return count }
        var (count, child) = (0, node + 1)
        while child < session.nodes[Int(node)].next {
            child = session.nodes[Int(child)].next
            count += 1
        }
        return count
    }

    // MARK: Going on

    @inline(__always)
    private mutating func advance() {
        current = session.nodes[Int(current)].next
        index += 1
        failure = 0
    }

    /// Notes that the current element is not of a type; passes it over where that was known.
    @inline(never)
    private mutating func noteFailure(_ type: Any.Type) {
        let slowPath = session.slowPathState()
        if slowPath.knows(type, from: failure) { return advance() }
        failure = slowPath.note(type, after: failure)
    }

    @inline(never)
    private func end(_ type: Any.Type) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath + [PayloadKey(index: currentIndex)],
            debugDescription: "the array has no element \(currentIndex): it ends before",
            underlyingError: session.errorContext("the array has no element \(currentIndex): it ends before", at: node)
                .underlyingError)
        return .valueNotFound(type, context)
    }

    // MARK: Values

    @inline(__always)
    mutating func element<Value>(
        _ type: Value.Type, _ read: (DecodingSession, UInt32) throws -> Value
    ) throws -> Value {
        guard !isAtEnd else { throw end(type) }
        do {
            let value = try read(session, current)
            advance()
            return value
        } catch {
            noteFailure(type)
            throw error
        }
    }

    @inline(__always)
    mutating func elementIfPresent<Value>(
        _ type: Value.Type, _ read: (DecodingSession, UInt32) throws -> Value
    ) throws -> Value? {
        if isAtEnd { return nil }
        if session.nodes[Int(current)].isNull {
            advance()
            return nil
        }
        return try element(type, read)
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd else { throw end(Never.self) }
        guard session.nodes[Int(current)].isNull else { return false }
        advance()
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try element(type) { try $0.value(type, at: $1) }
    }

    mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        try elementIfPresent(type) { try $0.value(type, at: $1) }
    }

    // MARK: Containers

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try element(KeyedDecodingContainer<NestedKey>.self) {
            try IndexDecoder(session: $0, node: $1, isHeld: true, model: nil).container(keyedBy: type)
        }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try element((any UnkeyedDecodingContainer).self) {
            try IndexDecoder(session: $0, node: $1, isHeld: true, model: nil).unkeyedContainer()
        }
    }

    mutating func superDecoder() throws -> any Decoder {
        try element((any Decoder).self) { $0.superDecoder(at: $1) }
    }
}
