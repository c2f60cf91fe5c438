/// The layouts of one document: declared ones by coding-key type, and what they come to for each key.
///
/// One for each document that is read or written, so each model is asked once. Not for sharing between tasks.
final class KeyLayoutBook {
    private let format: VersionFormat
    private let version: (any APIVersion)?
    private var declared: [ObjectIdentifier: KeyLayout] = [:]
    private var resolved: [ObjectIdentifier: ResolvedLayout] = [:]
    private var asked: Set<ObjectIdentifier> = []

    /// The classes that are known to write their own members.
    var checkedClasses: Set<ObjectIdentifier> = []

    init(format: VersionFormat, version: (any APIVersion)?) {
        self.format = format
        self.version = version
        for layout in format.layouts { declared[layout.keyType] = layout }
    }

    /// How many key types have declared layouts so far.
    var declaredCount: Int { declared.count }

    /// Asks a model for its layouts, once; the format's own come first.
    func ask(_ model: Any.Type) throws {
        guard format.asksModels, asked.insert(ObjectIdentifier(model)).inserted,
            let model = model as? any VersionedKeys.Type
        else { return }
        for layout in try layouts(of: model) where declared[layout.keyType] == nil {
            declared[layout.keyType] = layout
            resolved[layout.keyType] = nil
        }
    }

    private func layouts<Model: VersionedKeys>(of model: Model.Type) throws -> [KeyLayout] {
        guard let version = version as? Model.Version else { return [] }
        return try model.keyLayouts(for: version)
    }

    /// The declared layout of a key type, if any.
    func declared<Key: CodingKey>(for keys: Key.Type) -> KeyLayout? {
        guard var layout = declared[ObjectIdentifier(keys)] else { return nil }
        if layout.style == nil { layout = layout.with(style: format.keys) }
        return layout
    }

    /// What the layout of a key type comes to.
    func resolved<Key: CodingKey>(for keys: Key.Type) -> ResolvedLayout {
        let id = ObjectIdentifier(keys)
        if let layout = resolved[id] { return layout }
        let declared = declared[id]
        let style = declared?.style ?? (RawDictionaryKey.isRaw(keys) ? .asDeclared : format.keys)
        let layout = ResolvedLayout(
            declared: declared, style: style, isRaw: declared == nil && RawDictionaryKey.isRaw(keys),
            keyType: keys)
        resolved[id] = layout
        return layout
    }
}
