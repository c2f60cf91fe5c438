/// The elements of an array.
///
/// An element that could not be decoded stays the current one, so that a model may try another type. Trying a type
/// again that has failed on it passes the element over, so that a loop of `try?` ends.
struct ProxyUnkeyedContainer: UnkeyedDecodingContainer {
    private var base: any UnkeyedDecodingContainer
    private let decoder: ProxyDecoder

    /// The decoder of the current element, where the coder has gone past it already.
    private var current: (any Decoder)?

    /// The types that the current element is not.
    private var failed: Set<ObjectIdentifier> = []

    init(base: any UnkeyedDecodingContainer, decoder: ProxyDecoder) {
        self.base = base
        self.decoder = decoder
    }

    private var context: FormatContext { decoder.context }
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { base.count }
    var currentIndex: Int { current == nil ? base.currentIndex : base.currentIndex - 1 }
    var isAtEnd: Bool { current == nil && base.isAtEnd }

    private var elementPath: [any CodingKey] { base.codingPath + [PayloadKey(index: currentIndex)] }

    // MARK: The current element

    /// A decoder of the current element, which stays valid.
    private mutating func element() throws -> any Decoder {
        if let current { return current }
        let decoder = try base.superDecoder()
        current = decoder
        return decoder
    }

    private mutating func leaveElement() {
        current = nil
        failed = []
    }

    private mutating func noteFailure<Value>(_ type: Value.Type) {
        if failed.insert(ObjectIdentifier(type)).inserted { return }
        // Whether the element is bad or not, it is passed over.
        if current == nil { _ = try? base.superDecoder() }
        leaveElement()
    }

    private mutating func attempt<Value>(
        _ type: Value.Type, _ read: (inout ProxyUnkeyedContainer) throws -> Value
    ) throws -> Value {
        do {
            let value = try read(&self)
            leaveElement()
            return value
        } catch {
            noteFailure(type)
            throw decoder.owned(error)
        }
    }

    /// Reads an element by the coder's own rules.
    mutating func leaf<Value: Decodable>(
        _ type: Value.Type, _ read: (inout any UnkeyedDecodingContainer) throws -> Value
    ) throws -> Value {
        try attempt(type) { try $0.readWhole(type, read) }
    }

    private mutating func readWhole<Value: Decodable>(
        _ type: Value.Type, _ read: (inout any UnkeyedDecodingContainer) throws -> Value
    ) throws -> Value {
        let context = context
        if context.scalars != nil || current != nil {
            return try LeafReader.scalar(type, from: WholeSource(container: element().singleValueContainer()), context)
        }
        do {
            return try Located.run(elementPath) { try read(&base) }
        } catch {
            if !context.mayConvert { throw error }
            return try LeafReader.converted(
                error, type, from: WholeSource(container: element().singleValueContainer()), context)
        }
    }

    // MARK: Values

    mutating func decodeNil() throws -> Bool {
        guard let current else {
            let isNil = try base.decodeNil()
            if isNil { failed = [] }
            return isNil
        }
        let isNil = try current.singleValueContainer().decodeNil()
        if isNil { leaveElement() }
        return isNil
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let context = context
        return try attempt(type) { container in
            let kind = LeafKind(type, context)
            if kind == .scalar { return try container.readWhole(type) { try $0.decode(type) } }
            if kind == .collection { return try container.collection(type, context) }
            let element = try container.element()
            if kind.hasReader {
                let source = WholeSource(container: try element.singleValueContainer())
                return try LeafReader.read(kind, type, from: source, context)
            }
            return try context.build(type, from: element, in: container.decoder)
        }
    }

    /// A collection that the coder reads by itself; else element by element.
    @inline(never)
    private mutating func collection<Value: Decodable>(_ type: Value.Type, _ context: FormatContext) throws -> Value {
        if let whole = LeafReader.whole({ try readWhole(type) { try $0.decode(type) } }) { return whole }
        return try context.build(type, from: element(), in: decoder)
    }

    mutating func decode(_ type: Double.Type) throws -> Double { try number(type) { try $0.decode(type) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try number(type) { try $0.decode(type) } }

    private mutating func number<Value: BinaryFloatingPoint & Decodable>(
        _ type: Value.Type, _ read: (inout any UnkeyedDecodingContainer) throws -> Value
    ) throws -> Value {
        guard context.format.nonFinite != nil else { return try leaf(type, read) }
        let context = context
        if context.scalars != nil { return try leaf(type, read) }
        return try attempt(type) { container in
            let source = WholeSource(container: try container.element().singleValueContainer())
            do {
                return try source.read(type)
            } catch {
                return try LeafReader.nonFinite(error, as: type, from: source, context)
            }
        }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let context = context
        return try attempt(KeyedDecodingContainer<NestedKey>.self) { container in
            try ProxyDecoder(base: container.element(), context: context, around: container.decoder).container(
                keyedBy: type)
        }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let context = context
        return try attempt((any UnkeyedDecodingContainer).self) { container in
            try ProxyDecoder(base: container.element(), context: context, around: container.decoder).unkeyedContainer()
        }
    }

    mutating func superDecoder() throws -> any Decoder {
        let element = try element()
        leaveElement()
        return ProxyDecoder(base: element, context: context, around: decoder)
    }
}
