/// Facts of an output about a type: for a key type its table and its container, for a model that it has declared its
/// layouts.
///
/// Unsafe code: `Unmanaged<KeyTable>` holds no reference: the `KeyTables` of the rules own their tables, and the
/// output's scope owns the rules. A slot lies in memory of the output, which every container holds, so a pointer to it
/// is good as long as the container.
struct TypeInfo {
    /// The table of a key type. Not retained; `KeyTables` owns it.
    var table: Unmanaged<KeyTable>?

    /// The container of a key type, to be used again.
    var containerSlot: UnsafeMutablePointer<EncodingContainerSlot>?

    /// The type itself, where it is a dictionary that is written without containers.
    var dictionary: (any TextDictionary.Type)?

    /// Whether it writes itself, is not a class, and has been asked for its layouts.
    var isModel = false

    /// The work that a model needs besides a call of its own code, if that is known.
    var kind: ModelKind?
}

/// The types that an output knows while keys are written in one way.
final class TypeInfoCache {
    /// The way in which keys are written.
    private let tables: KeyTables
    private let escapes: StringEscapes

    let types = TypeTable(TypeInfo())

    /// How much the models of the version had declared when the tables were looked up.
    private var declarations: Int

    init(_ rules: EncodingRules) {
        (tables, escapes) = (rules.tables, rules.escapes)
        declarations = Self.declarations(for: rules)
    }

    deinit { types.deallocate() }

    /// Whether it is of the way in which these rules write keys.
    func suits(_ rules: EncodingRules) -> Bool { tables === rules.tables && escapes == rules.escapes }

    /// Forgets what it knows if models have declared more since.
    func renew(for rules: EncodingRules) {
        let now = Self.declarations(for: rules)
        guard now != declarations else { return }
        declarations = now
        forget()
    }

    private static func declarations(for rules: EncodingRules) -> Int { rules.version?.registry.declarationCount ?? 0 }

    /// Forgets what is known of all types, because models may have declared layouts for some of them; only their
    /// containers are kept.
    func forget() { types.update { ($0.table, $0.isModel) = (nil, false) } }
}
