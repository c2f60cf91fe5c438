import Synchronization

/// The cases of a type that a version does not have, and what is written for them instead.
///
/// ```swift
/// enum Status: String, Codable { case open, closed, archived }
///
/// VersionFormat(fallbackCases: [FallbackCases([Status.archived: .closed])])    // the format of version 1
/// // Status.archived is "archived" in version 2, and "closed" in version 1
/// ```
///
/// It counts on encoding, for values at every depth, but not for the keys of dictionaries. Each use is a loss:
/// `Migrator.encode` returns it, and `Loss.collecting` of the library Migrations collects those of coders. How unknown
/// cases are read is said by ``UnknownCase``.
public struct FallbackCases: Sendable {
    let type: ObjectIdentifier
    private let substitute: @Sendable (Any) -> (any Encodable)?

    /// What is written for each case that the version does not have.
    public init<Model: Encodable & Hashable & Sendable>(_ substitutes: [Model: Model]) {
        self.init(Model.self) { substitutes[$0] }
    }

    /// What is written for values that the version does not have; `nil` for those that it has.
    ///
    /// ```swift
    /// FallbackCases(Media.self) { if case .video(let url) = $0 { .link(url) } else { nil } }
    /// ```
    public init<Model: Encodable & SendableMetatype>(
        _ type: Model.Type, _ substitute: @escaping @Sendable (Model) -> Model?
    ) {
        self.type = ObjectIdentifier(type)
        self.substitute = { ($0 as? Model).flatMap(substitute) }
    }

    /// What is written for a value, if the version does not have it.
    func substitute(for value: Any) -> (any Encodable)? { substitute(value) }
}

/// A value that was written for a case that a version does not have.
package struct WrittenFallback: Sendable {
    /// The coding keys that lead to the value.
    package let path: JSONPointer

    /// The value, as it is where it is known.
    package let value: JSONValue

    /// The type and the label of the version, for readers of the loss.
    package let type: String
    package let version: String

    /// What was written.
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
    /// What this version writes for a value that it does not have; `nil` if it has the value.
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
                    try JSONDocument(parsing: VersionedJSONEncoder().encode([value])).root.array?.first ?? .null
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
