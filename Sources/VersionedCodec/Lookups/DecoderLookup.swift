/// Use it in a hand-written `init(from:)` to read a value deep below a decoder, step by step.
///
/// ```swift
/// init(from decoder: any Decoder) throws {
///     name = try decoder["items"][0]["name"].value(as: String.self)
///     size = try decoder["items"][0]["size"].value(as: Int?.self)
/// }
/// ```
///
/// It works over any coder. A ``LookupDecoder`` has the same steps, but records problems and continues.
public struct DecoderLookup {
    let decoder: any Decoder
    let steps: [LookupStep]

    init(_ decoder: any Decoder, _ steps: [LookupStep]) { (self.decoder, self.steps) = (decoder, steps) }

    /// A member of the object.
    public subscript(key: String) -> DecoderLookup { DecoderLookup(decoder, steps + [.member(key)]) }

    /// An element of the array.
    public subscript(index: Int) -> DecoderLookup { DecoderLookup(decoder, steps + [.element(index)]) }

    /// The value at the end of the steps.
    ///
    /// - Throws: `DecodingError` with the first step that failed, or with what is wrong with the value. Our own decoder
    ///   adds line and column.
    /// - Complexity: O(steps), the search for each key, O(index) for an element, and the time for reading the value.
    public func value<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        switch try find() {
        case .found(let decoder): return try decoder.singleValueContainer().decode(type)
        case .absent(let error): throw error
        }
    }

    /// The value at the end of the steps, or `nil` if the value or a step is absent or null.
    ///
    /// - Throws: `DecodingError` if a step leads into a value of another kind, or if the value does not have the type.
    public func value<Value: Decodable>(as type: Value?.Type) throws -> Value? {
        guard case .found(let decoder) = try find() else { return nil }
        let container = try decoder.singleValueContainer()
        return container.decodeNil() ? nil : try container.decode(Value.self)
    }

    // MARK: Steps

    private func find() throws -> LookupResult<any Decoder> {
        var place = decoder
        for (depth, step) in steps.enumerated() {
            if depth > 0, try place.singleValueContainer().decodeNil() { return .absent(nullError(step, at: place)) }
            switch step {
            case .member(let name):
                let members = try place.container(keyedBy: PayloadKey.self)
                guard members.contains(PayloadKey(name)) else {
                    return .absent(error(step, in: members.codingPath, of: place))
                }
                place = try members.superDecoder(forKey: PayloadKey(name))
            case .element(let index):
                var elements = try place.unkeyedContainer()
                while !elements.isAtEnd, elements.currentIndex < index { _ = try elements.superDecoder() }
                guard index >= 0, !elements.isAtEnd else {
                    let path = elements.codingPath + [PayloadKey(index: index)]
                    return .absent(error(step, in: path, of: place, count: elements.count))
                }
                place = try elements.superDecoder()
            }
        }
        return .found(place)
    }

    private func nullError(_ step: LookupStep, at place: any Decoder) -> DecodingError {
        let isObject = if case .member = step { true } else { false }
        let text = "expected \(isObject ? "an object" : "an array"), found null"
        return .valueNotFound(Any.self, place.lookupContext(text, in: place.codingPath))
    }

    /// The error of a step without a value.
    private func error(
        _ step: LookupStep, in path: [any CodingKey], of place: any Decoder, count: Int? = nil
    ) -> DecodingError {
        let text = LookupFault.missing(step, count: count)
        return LookupFault.error(step, place.lookupContext(text, in: path))
    }
}

extension Decoder {
    /// A member of the value, as the first step; see ``DecoderLookup``.
    public subscript(key: String) -> DecoderLookup { DecoderLookup(self, [.member(key)]) }

    /// An element of the value, as the first step; see ``DecoderLookup``.
    public subscript(index: Int) -> DecoderLookup { DecoderLookup(self, [.element(index)]) }

    /// The context of an error at the decoder's value; with line and column where the decoder is ours.
    fileprivate func lookupContext(_ text: String, in path: [any CodingKey]) -> DecodingError.Context {
        let native = asNative ?? asProxy?.base.asNative
        let beneath = native.map { $0.session(around: self).errorContext(text, at: $0.node).underlyingError } ?? nil
        return .init(codingPath: path, debugDescription: text, underlyingError: beneath)
    }
}
