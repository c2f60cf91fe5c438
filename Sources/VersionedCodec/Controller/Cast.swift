/// The casts of this library, each guarded.
enum Cast {
    /// Nil, where the type is an optional.
    static func absent<Target>(as type: Target.Type) -> Target? {
        (type as? any NilRepresentable.Type)?.absent as? Target
    }
}

/// An optional of any type.
private protocol NilRepresentable {
    static var absent: Self { get }
}

extension Optional: NilRepresentable {
    fileprivate static var absent: Wrapped? { nil }
}
