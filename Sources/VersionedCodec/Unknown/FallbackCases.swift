/// Declare them for the cases of a type that a version does not have, with what is written for them instead.
///
/// ```swift
/// enum Status: String, Codable { case open, closed, archived }
///
/// VersionFormat(fallbackCases: [FallbackCases([Status.archived: .closed])])    // the format of version 1
/// // Status.archived is "archived" in version 2, and "closed" in version 1
/// ```
///
/// It counts on encoding, for values at every depth, but not for the keys of dictionaries. Each use is a loss:
/// `Migrator.encode` returns it, and `Loss.collecting` of the library Migrations collects those of coders.
/// ``UnknownCase`` declares how unknown cases are read.
public struct FallbackCases: Sendable {
    let type: ObjectIdentifier
    private let substitute: @Sendable (Any) -> (any Encodable)?

    /// The substitute for each case that the version does not have.
    public init<Model: Encodable & Hashable & Sendable>(_ substitutes: [Model: Model]) {
        self.init(Model.self) { substitutes[$0] }
    }

    /// The substitute for values that the version does not have; `nil` for those that it has.
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

    /// The substitute for a value, if the version does not have it.
    func substitute(for value: Any) -> (any Encodable)? { substitute(value) }
}
