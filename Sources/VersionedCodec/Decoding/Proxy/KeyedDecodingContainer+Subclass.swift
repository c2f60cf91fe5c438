extension KeyedDecodingContainer {
    /// Decodes a value of the very class that a metatype names, over any coder.
    ///
    /// `decode(_:forKey:)` builds the class that the compiler sees, not the one that the metatype names: the standard
    /// library passes on the static type.
    ///
    /// ```swift
    /// let type: Vehicle.Type = kind == "car" ? Car.self : Vehicle.self
    /// let vehicle = try container.decodeSubclass(type, forKey: .vehicle)    // a Car
    /// ```
    ///
    /// - Throws: What `superDecoder(forKey:)` and the class's `init(from:)` throw.
    public func decodeSubclass<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let decoder = try superDecoder(forKey: key)
        if let tolerant = decoder.asTolerant { return try tolerant.singleValueContainer().decode(type) }
        if let native = decoder.asNative { return try native.session.value(type, at: native.node) }
        guard let proxy = decoder.asProxy else { return try type.init(from: decoder) }
        return try proxy.build(type)
    }
}
