/// The casts of this library, each guarded.
enum Cast {
    /// Nil, where the type is an optional.
    static func absent<Target>(as type: Target.Type) -> Target? {
        (type as? any NilRepresentable.Type)?.absent as? Target
    }

    /// A value that is known to be of a type, because the type was compared before.
    static func known<Target>(_ value: some Any, as type: Target.Type, at path: [any CodingKey]) throws -> Target {
        guard let target = value as? Target else {
            throw DecodingError.typeMismatch(
                type, .init(codingPath: path, debugDescription: "expected \(type), found \(Swift.type(of: value))"))
        }
        return target
    }
}

/// An optional, whatever it holds.
private protocol NilRepresentable {
    static var absent: Self { get }
}

extension Optional: NilRepresentable {
    fileprivate static var absent: Wrapped? { nil }
}
