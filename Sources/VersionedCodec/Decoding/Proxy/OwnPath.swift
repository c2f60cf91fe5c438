/// A container or decoder over another coder's, which knows the model's keys on the way to its values; the coder knows
/// those of the payload.
protocol OwnPath: AnyObject {
    /// The path of the coder's that leads here or below, with the model's keys.
    func ownPath(_ path: [any CodingKey]) -> [any CodingKey]
}

extension OwnPath {
    /// Gives errors of the coder the path with the model's keys.
    @inline(__always)
    func owning<Value>(_ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch {
            throw owned(error)
        }
    }

    @inline(never)
    func owned(_ error: any Error) -> any Error {
        guard let error = error as? DecodingError else { return error }
        return error.mapContext { context in
            .init(
                codingPath: ownPath(context.codingPath), debugDescription: context.debugDescription,
                underlyingError: context.underlyingError)
        }
    }
}

extension ProxyDecoder: OwnPath {
    func ownPath(_ path: [any CodingKey]) -> [any CodingKey] { around?.ownPath(path) ?? path }
}

extension ProxyKeyedContainer: OwnPath {
    func ownPath(_ path: [any CodingKey]) -> [any CodingKey] {
        // The members may be deeper than the object that the decoder is of.
        let depth = members?.codingPath.count ?? decoder.base.codingPath.count + prefix.steps.count
        var path = decoder.ownPath(path)
        guard path.count > depth, path[depth] is PayloadKey,
            path[depth].stringValue != "Index \(path[depth].intValue ?? -1)"
        else { return path }
        if let key = context.ownKey(for: path[depth].stringValue, as: Key.self) { path[depth] = key }
        return path
    }
}
