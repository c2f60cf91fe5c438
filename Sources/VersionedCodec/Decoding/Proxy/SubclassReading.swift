/// The keyed containers that a class has asked for while it was read, to find one that inherits `init(from:)` and
/// leaves its own members unread.
final class AskedKeyTypes {
    /// The object that is read.
    let node: UInt32
    private(set) var types: [any CodingKey.Type] = []

    init(node: UInt32 = 0) { self.node = node }

    func note(_ type: any CodingKey.Type) {
        if !types.contains(where: { $0 == type }) { types.append(type) }
    }
}

extension FormatContext {
    /// Whether a class is to be looked at while it is read: not one that reads its own members.
    @inline(__always)
    func checksReading<Value>(_ type: Value.Type) -> Bool {
        // The cast is slow, and a class instance always has the size of a reference.
        guard MemoryLayout<Value>.size == MemoryLayout<AnyObject>.size, format.checksSubclasses else { return false }
        return type is AnyObject.Type && !isChecked(type)
    }

    /// Whether a class has read its own members; true where it always does.
    ///
    /// - `has`: Whether the payload has a member of a name.
    /// - Throws: `DecodingError` if the payload has a member for a property that the class has not read.
    func checkReading<Value>(
        _ value: Value, _ type: Value.Type, _ asked: AskedKeyTypes, _ path: @autoclosure () -> [any CodingKey],
        has: (String) -> Bool
    ) throws -> Bool {
        guard let own = SubclassCheck.unheld(value, type, keyTypes: asked.types) else {
            noteChecked(type)
            return true
        }
        for property in own where has(property) || has(format.keys.spelling(of: property)) {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: path(),
                    debugDescription: "\(type) inherits init(from:) from its superclass, which does not read"
                        + " \(JSONValue.string(property).text()); " + SubclassCheck.advice))
        }
        return false
    }
}

extension ProxyDecoder {
    /// Builds a value by its own code from this decoder.
    func made<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard context.checksReading(type) else { return try make(type) }
        return try checked(type) { try type.init(from: $0) }
    }

    /// The same with code that runs in the place of the type's own.
    func made<Value: Decodable>(_ type: Value.Type, by code: (ProxyDecoder) throws -> Value) throws -> Value {
        guard context.checksReading(type) else { return try make(type, by: code) }
        return try checked(type, by: code)
    }

    @inline(never)
    private func checked<Value: Decodable>(
        _ type: Value.Type, by code: (ProxyDecoder) throws -> Value
    ) throws -> Value {
        let asked = AskedKeyTypes()
        askedKeys = asked
        let value = try make(type, by: code)
        // A value that is not an object has no such members.
        let members = try? object.own()
        _ = try context.checkReading(value, type, asked, codingPath) { members?.contains(PayloadKey($0)) == true }
        return value
    }
}

extension DecodingSession {
    /// Reads an instance of a class whose subclasses may leave their own members unread.
    @inline(never)
    func object<Value: Decodable>(_ type: Value.Type, at node: UInt32) throws -> Value {
        try object(type, at: node) { try type.init(from: $0) }
    }

    /// The same with code that runs in the place of the type's own.
    func object<Value: Decodable>(
        _ type: Value.Type, at node: UInt32, by code: (IndexDecoder) throws -> Value
    ) throws -> Value {
        let decoder = IndexDecoder(session: self, node: node, isHeld: hasEnded, model: type)
        guard let context else { return try code(decoder) }
        let asked = AskedKeyTypes(node: node)
        let (outer, wasPlain) = (opened.asked, keysArePlain)
        // Containers are then asked for by the way on which their key types are noted.
        (opened.asked, keysArePlain) = (asked, false)
        defer {
            opened.asked = outer
            if wasPlain { renewPlainKeys(context) }
        }
        let value = try code(decoder)
        let path = { self.codingPath(of: node) }
        let isObject = nodes[Int(node)].isObject
        if try context.checkReading(
            value, type, asked, path(), has: { isObject && member($0, of: node) != Self.nothing })
        {
            types.note(type, .model)
        }
        return value
    }
}
