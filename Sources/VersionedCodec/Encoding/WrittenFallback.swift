import Synchronization

/// A value that was written for a case that a version does not have.
package struct WrittenFallback: Sendable {
    /// The coding keys that lead to the value.
    package let path: JSONPointer

    /// The value, as it is where it is known.
    package let value: JSONValue

    /// The type and the label of the version, for readers of the loss.
    package let type: String
    package let version: String

    /// The substitute that was written.
    package let substitute: JSONValue
}

/// Collects the fallbacks that coders write.
package final class FallbackLog: Sendable {
    @TaskLocal static var current: FallbackLog?

    private let written = Mutex<[WrittenFallback]>([])

    /// Runs coders, and collects what they write for cases that versions do not have.
    package static func collecting<Result>(
        _ body: () throws -> Result
    ) rethrows -> (result: Result, fallbacks: [WrittenFallback]) {
        let log = FallbackLog()
        let result = try $current.withValue(log) { try body() }
        return (result, log.written.withLock { $0 })
    }

    fileprivate func note(_ fallback: WrittenFallback) { written.withLock { $0.append(fallback) } }
}

extension FormatContext {
    /// The substitute that this version writes for a value that it does not have; `nil` if it has the value.
    func fallback<Value: Encodable>(
        for value: Value, at path: @autoclosure () -> [any CodingKey]
    ) throws -> (any Encodable)? {
        guard let rule = registry.format.fallbackCases.first(where: { $0.type == ObjectIdentifier(Value.self) }),
            let substitute = rule.substitute(for: value)
        else { return nil }
        if let log = FallbackLog.current {
            func json(_ value: some Encodable) throws -> JSONValue {
                // A fallback is written without one.
                try FallbackLog.$current.withValue(nil) {
                    try JSONDocument(parsing: [UInt8](VersionedJSONEncoder().encode([value])), options: .ofValues).root
                        .array?.first ?? .null
                }
            }
            log.note(
                WrittenFallback(
                    path: JSONPointer(codingPath: path()), value: try json(value), type: "\(Value.self)",
                    version: registry.label, substitute: try json(substitute)))
        }
        return substitute
    }
}

extension VersionController {
    /// Whether a version writes fallbacks.
    package var hasFallbackCases: Bool { versions.contains { !format(for: $0).fallbackCases.isEmpty } }
}
