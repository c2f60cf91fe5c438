/// Use it to read a value deep in a document, step by step, without a model.
///
/// ```swift
/// let document = try JSONDocument(parsing: #"{"items": [{"values": [{"name": "Ann"}]}]}"#)
/// try document["items"][0]["values"][0]["name"].value(as: String.self)     // "Ann"
/// try document["items"][0]["size"].value(as: Int?.self)                    // nil: there is no such member
/// try document["items"][1]["name"].value(as: String.self)
/// // throws: line 1, column 11, at "/items": the array has no element 1: it has 1
/// ```
///
/// The steps are followed when a value is requested. Keys are those of the payload, compared by their bytes.
public struct JSONLookup: Sendable {
    private let document: JSONDocument
    private let steps: [LookupStep]

    fileprivate init(_ document: JSONDocument, _ steps: [LookupStep]) {
        (self.document, self.steps) = (document, steps)
    }

    /// A member of the object.
    public subscript(key: String) -> JSONLookup { JSONLookup(document, steps + [.member(key)]) }

    /// An element of the array.
    public subscript(index: Int) -> JSONLookup { JSONLookup(document, steps + [.element(index)]) }

    /// The value as JSON, or `nil` if a step finds nothing.
    public var json: JSONValue? {
        var value = document.root
        for step in steps {
            guard let next = Self.follow(step, from: value) else { return nil }
            value = next
        }
        return value
    }

    /// The value as any `Decodable` type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - decoder: The decoder whose strategies, or whose version controller, read the value.
    /// - Throws: `DecodingError` with an underlying ``DecodingFault`` that names the first failing step with line and
    ///   column, or what is wrong with the value.
    /// - Complexity: O(steps), the search for each key, and the time for reading the value.
    public func value<Value: Decodable>(
        as type: Value.Type = Value.self, by decoder: VersionedJSONDecoder = VersionedJSONDecoder()
    ) throws -> Value {
        switch try find() {
        case .found(let value): return try read(type, value, decoder)
        case .absent(let error): throw error
        }
    }

    /// The value as any `Decodable` type, or `nil` if the value or a step is absent or null.
    ///
    /// - Throws: `DecodingError` if a step leads into a value of another kind, or if the value does not have the type.
    public func value<Value: Decodable>(
        as type: Value?.Type, by decoder: VersionedJSONDecoder = VersionedJSONDecoder()
    ) throws -> Value? {
        guard case .found(let value) = try find(), !value.isNull else { return nil }
        return try read(Value.self, value, decoder)
    }

    private func read<Value: Decodable>(
        _ type: Value.Type, _ value: JSONValue, _ decoder: VersionedJSONDecoder
    ) throws -> Value {
        guard let (index, node) = value.source else { return try decoder.decode(type, from: value) }
        return try decoder.run(type, index, DocumentIndex.root) { session, _ in try session.value(type, at: node) }
    }

    // MARK: Steps

    private static func follow(_ step: LookupStep, from value: JSONValue) -> JSONValue? {
        switch step {
        case .member(let name): value[name]
        case .element(let index): value[index]
        }
    }

    private func find() throws -> LookupResult<JSONValue> {
        var value = document.root
        for (depth, step) in steps.enumerated() {
            if let next = Self.follow(step, from: value) {
                value = next
                continue
            }
            let isObject = if case .member = step { true } else { false }
            if value.isNull {
                return .absent(
                    .valueNotFound(Any.self, context(kindPhrase(isObject) + ", found null", value, depth, nil)))
            }
            guard value.kind == (isObject ? .object : .array) else {
                let text = kindPhrase(isObject) + ", found \(value.kind.phrase)"
                throw isObject
                    ? DecodingError.typeMismatch([String: Any].self, context(text, value, depth, nil))
                    : DecodingError.typeMismatch([Any].self, context(text, value, depth, nil))
            }
            let text = LookupFault.missing(step, count: value.array?.count)
            return .absent(LookupFault.error(step, context(text, value, depth, step)))
        }
        return .found(value)
    }

    private func kindPhrase(_ isObject: Bool) -> String { "expected \(isObject ? "an object" : "an array")" }

    /// - `missing`: The step that the coding path names, too: an element that is not there.
    private func context(
        _ text: String, _ value: JSONValue, _ depth: Int, _ missing: LookupStep?
    ) -> DecodingError.Context {
        let path = steps[..<depth].map(\.key)
        var codingPath: [any CodingKey] = path
        if case .element(let index)? = missing { codingPath.append(PayloadKey(index: index)) }
        let fault = DecodingFault(
            message: text, position: document.position(of: value), path: JSONPointer(codingPath: path),
            found: value.kind, version: nil, underlyingError: nil)
        return DecodingError.Context(codingPath: codingPath, debugDescription: text, underlyingError: fault)
    }
}

extension JSONDocument {
    /// A member of the root, as the first step; see ``JSONLookup``.
    public subscript(key: String) -> JSONLookup { JSONLookup(self, [.member(key)]) }

    /// An element of the root, as the first step; see ``JSONLookup``.
    public subscript(index: Int) -> JSONLookup { JSONLookup(self, [.element(index)]) }
}
