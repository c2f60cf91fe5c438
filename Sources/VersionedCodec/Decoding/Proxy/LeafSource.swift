/// A place of a payload from which one value can be read by the coder's own rules.
protocol LeafSource {
    var codingPath: [any CodingKey] { get }
    func read<Value: Decodable>(_ type: Value.Type) throws -> Value
    func isNull() throws -> Bool
}

/// A member of an object.
struct MemberSource: LeafSource {
    let container: KeyedDecodingContainer<PayloadKey>
    let key: PayloadKey

    var codingPath: [any CodingKey] { container.codingPath + [key] }
    func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try Located.run(codingPath) { try container.decode(type, forKey: key) }
    }
    func isNull() throws -> Bool { try container.decodeNil(forKey: key) }
}

/// A decoder's whole value.
struct WholeSource: LeafSource {
    let container: any SingleValueDecodingContainer

    var codingPath: [any CodingKey] { container.codingPath }
    func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try Located.run(codingPath) { try container.decode(type) }
    }
    func isNull() throws -> Bool { container.decodeNil() }
}

/// Gives the errors of a coder their place: Foundation throws some without one, and some of a private type.
enum Located {
    static func run<Value>(_ path: @autoclosure () -> [any CodingKey], _ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch {
            throw self.error(error, of: Value.self, at: path())
        }
    }

    /// The error of a coder, with the place where it was thrown.
    static func error<Value>(_ error: any Error, of type: Value.Type, at path: [any CodingKey]) -> DecodingError {
        if let error = error as? DecodingError { return relocated(error, path) }
        let text = Value.self is any Numeric.Type ? "the number does not fit \(Value.self)" : "\(error)"
        return .dataCorrupted(.init(codingPath: path, debugDescription: text, underlyingError: error))
    }

    private static func relocated(_ error: DecodingError, _ path: [any CodingKey]) -> DecodingError {
        error.mapContext { context in
            context.codingPath.count >= path.count
                ? context
                : .init(
                    codingPath: path, debugDescription: context.debugDescription,
                    underlyingError: context.underlyingError)
        }
    }
}
