extension KeyedDecodingContainer {
    /// Decodes a value of the dynamic class of a metatype, over any coder.
    ///
    /// `decode(_:forKey:)` builds the static class that the compiler sees, not the class of the metatype.
    ///
    /// ```swift
    /// let type: Vehicle.Type = kind == "car" ? Car.self : Vehicle.self
    /// let vehicle = try container.decodeSubclass(type, forKey: .vehicle)    // a Car
    /// ```
    ///
    /// - Throws: The errors of `superDecoder(forKey:)` and of the class's `init(from:)`.
    public func decodeSubclass<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let decoder = try superDecoder(forKey: key)
        if let tolerant = decoder.asTolerant { return try tolerant.singleValueContainer().decode(type) }
        if let native = decoder.asNative { return try native.session.value(type, at: native.node) }
        guard let proxy = decoder.asProxy else { return try type.init(from: decoder) }
        return try proxy.build(type)
    }
}
