/// The layout of a key type, resolved for one version: a resolved key for each key that has been asked for.
///
/// Immutable, and shared by all documents of the version. A key that has not been asked for before is learnt by the
/// ``LayoutRegistry``, which then has a new resolved layout.
package final class ResolvedLayout: Sendable {
    /// The declared layout of the keys.
    package let declared: KeyLayout?

    /// Whether the keys are data: those of a dictionary.
    package let isRaw: Bool

    /// The style of the keys that are not listed.
    package let style: KeyStyle

    /// Whether each key is the key in the payload, without rules: then there are no slots.
    package let keepsKeys: Bool

    /// Whether that is so if the keys are not the cases of an enum: the style of a format is not for those.
    private let keepsOtherKeys: Bool

    /// Whether each key is a member of the model's object, and no rule holds for any: only spellings differ.
    let isPlain: Bool

    /// Whether the keys are cases of an enum; `nil` if none has been seen yet.
    let isEnum: Bool?

    let keyType: any CodingKey.Type
    var keyTypeName: String { TypeName.short(keyType) }
    let format: VersionFormat

    /// The fault of keys that can be listed, which every use of the layout throws.
    private let collision: KeyLayout.CollisionError?

    /// The slots by the tags of keys, and by names where keys have no tags.
    private let tagged: [ResolvedKey?]
    private let named: [ByteKey: ResolvedKey]

    /// The keys that are in places.
    private let readers: [MemberPath: String]

    init<Key: CodingKey>(declared: KeyLayout?, keys: Key.Type, format: VersionFormat) {
        self.declared = declared
        self.format = format
        keyType = keys
        isRaw = declared == nil && RawDictionaryKey.isRaw(keys)
        style = declared?.style ?? (isRaw ? .asDeclared : format.keys)
        let cases = Key.listed
        isEnum = cases?.first?.isEnumCase
        let hasNoRules =
            declared?.list.isEmpty != false && declared?.discriminator == nil && declared?.conversions == nil
            && format.nilForms == .usual
        keepsKeys = isRaw || hasNoRules && style == .asDeclared
        keepsOtherKeys = hasNoRules && declared?.style == nil
        tagged = []
        var named: [ByteKey: ResolvedKey] = [:]
        var readers: [MemberPath: String] = [:]
        for (name, place) in declared?.list ?? [] {
            let isSpelled = declared?.style != nil || Key(stringValue: name)?.isEnumCase == true
            let spelling = isSpelled ? style.spelling(of: name) : name
            let resolvedKey = ResolvedKey(
                name: name, spelling: spelling, place: place, layout: declared, format: format)
            named[ByteKey(name)] = resolvedKey
            for path in Self.places(of: resolvedKey) { readers[path] = name }
        }
        self.named = named
        self.readers = readers
        isPlain =
            format.nilForms == .usual && declared?.discriminator == nil && declared?.inSubclasses == nil
            && declared?.superclass == nil && declared?.conversions == nil && named.values.allSatisfy(\.isPlain)
        do throws(KeyLayout.CollisionError) {
            let layout = KeyLayout(declared, keys, style: style)
            if !isRaw { try layout.checkCases(keys, style) }
            collision = nil
        } catch {
            collision = error
        }
    }

    private init(
        _ layout: ResolvedLayout, tagged: [ResolvedKey?], named: [ByteKey: ResolvedKey], readers: [MemberPath: String],
        isEnum: Bool
    ) {
        declared = layout.declared
        isRaw = layout.isRaw
        style = layout.style
        keepsOtherKeys = layout.keepsOtherKeys
        keepsKeys = layout.keepsKeys || !isEnum && keepsOtherKeys
        isPlain = layout.isPlain
        keyType = layout.keyType
        format = layout.format
        collision = layout.collision
        self.isEnum = isEnum
        self.tagged = tagged
        self.named = named
        self.readers = readers
    }

    /// Where a resolved key is found: in its places on reading, or, of a case, under its names.
    private static func places(of resolvedKey: ResolvedKey) -> [MemberPath] {
        if !resolvedKey.tags.isEmpty { return resolvedKey.tags.map { MemberPath(member: $0) } }
        return resolvedKey.isFlattened ? [] : resolvedKey.reading
    }

    // MARK: Slots

    /// The resolved key of a key; `nil` if it is to be learnt.
    @inline(__always)
    package func resolvedKey<Key: CodingKey>(of key: Key) -> ResolvedKey? {
        if let tag = KeyTag.tag(of: key), tag < tagged.count, let resolvedKey = tagged[tag] { return resolvedKey }
        return named.isEmpty || collision != nil ? nil : named[ByteKey(key.stringValue)]
    }

    /// The resolved key of a key that has not been asked for, and the layout that knows it then; itself where the
    /// layout learns no more names.
    ///
    /// - Throws: ``KeyLayout/CollisionError`` if another key of the type is there too.
    func learning<Key: CodingKey>(_ key: Key) throws(KeyLayout.CollisionError) -> (
        resolvedKey: ResolvedKey, layout: ResolvedLayout
    ) {
        if let collision { throw collision }
        let name = key.stringValue
        let isEnum = isEnum ?? key.isEnumCase
        let isSpelled = declared?.style != nil || (isEnum && !isRaw)
        let spelling = isSpelled ? style.spelling(of: name) : name
        let known = named[ByteKey(name)]
        let resolvedKey =
            known
            ?? ResolvedKey(
                name: name, spelling: spelling, place: declared?.places[ByteKey(name)], layout: declared, format: format
            )
        var readers = readers
        for path in Self.places(of: resolvedKey) {
            guard let owner = readers.updateValue(name, forKey: path), ByteKey(owner) != ByteKey(name) else { continue }
            throw KeyLayout.CollisionError(keyType: keyTypeName, keys: [owner, name], place: path.pointer)
        }
        var (tagged, named) = (tagged, named)
        if isEnum, let tag = KeyTag.tag(of: key) {
            tagged += Array(repeating: nil, count: max(0, tag + 1 - tagged.count))
            tagged[tag] = resolvedKey
        } else if named.count < Self.nameLimit {
            named[ByteKey(name)] = resolvedKey
        } else {
            return (resolvedKey, self)  // Keys without end are data; they are spelled each time.
        }
        return (resolvedKey, ResolvedLayout(self, tagged: tagged, named: named, readers: readers, isEnum: isEnum))
    }

    /// How many names are kept of keys that have no tags.
    private static let nameLimit = 1024

    /// Where the name of the case is, if the keys are the cases of an enum.
    package var discriminator: Discriminator? { declared?.discriminator }

    /// The keys of values whose members are among those of the model.
    var flattenedKeys: [String] { declared?.list.compactMap { $0.place.isFlattened ? $0.key : nil } ?? [] }

    /// Whether there are several of them.
    var flattensSeveral: Bool { flattenedKeys.count > 1 }

    /// The resolved key of a key that is the key in the payload; it is not kept.
    func keptSlot(of key: some CodingKey) -> ResolvedKey {
        ResolvedKey(name: key.stringValue, spelling: key.stringValue, place: nil, layout: nil, format: format)
    }

    // MARK: From payloads to keys

    /// The key for a member of a payload, or a case for its name; `nil` if the type has none.
    package func key<Key: CodingKey>(for member: String, as type: Key.Type) -> Key? {
        if keepsKeys { return Key(stringValue: member) }
        if let owner = readers[MemberPath(member: member)] { return Key(stringValue: owner) }
        if isRaw { return Key(stringValue: member) }
        if let listed = Key.listed {
            return listed.first { key in
                let isSpelled = declared?.style != nil || key.isEnumCase
                let spelling = isSpelled ? style.spelling(of: key.stringValue) : key.stringValue
                return ByteKey(spelling) == ByteKey(member) && isUnplaced(key)
            }
        }
        for candidate in style.candidates(for: member) {
            guard let key = Key(stringValue: candidate), isUnplaced(key) else { continue }
            if !key.isEnumCase, declared?.style == nil { return Key(stringValue: member) }
            if ByteKey(style.spelling(of: key.stringValue)) == ByteKey(member) { return key }
        }
        return nil
    }

    /// Whether a member of the model's object belongs to one of the keys: it is one, or on the way to one.
    package func owns<Key: CodingKey>(_ member: String, as type: Key.Type) -> Bool {
        if let key = discriminator?.key, ByteKey(key) == ByteKey(member) { return true }
        let isOnAWay = readers.keys.contains { $0.steps.first == .member(member) }
        return isOnAWay || key(for: member, as: type) != nil
    }

    /// The key that is in a place; `nil` if none is known.
    func reader(of place: MemberPath) -> String? { readers[place] }

    /// Whether a place is on the way to one of the keys, of those whose names are meant.
    func leadsOn(through place: MemberPath, to isMeant: (String) -> Bool) -> Bool {
        readers.contains { path, name in
            path.steps.count > place.steps.count && path.steps.starts(with: place.steps) && isMeant(name)
        }
    }

    /// Whether the object of a superclass does not have all keys.
    var keepsKeysOutside: Bool { declared?.list.contains(where: \.place.staysOutside) == true }

    /// Whether a key stays outside of the object of a superclass.
    func staysOutside(_ name: String) -> Bool { declared?.places[ByteKey(name)]?.staysOutside == true }

    /// Whether a layout gives a key no other place.
    private func isUnplaced(_ key: some CodingKey) -> Bool {
        declared?.places[ByteKey(key.stringValue)]?.path == nil
    }

    /// The listed keys that are found elsewhere than among the model's own members.
    ///
    /// - `flattened`: Whether keys of flattened values are among them.
    package func keysElsewhere<Key: CodingKey>(as type: Key.Type, flattened: Bool = true) -> [Key] {
        (declared?.list ?? []).compactMap { name, place in
            if place.isFlattened, !flattened { return nil }
            let paths = (place.path.map { [$0] } ?? []) + place.aliases
            return paths.contains { $0.member == nil } ? Key(stringValue: name) : nil
        }
    }

    /// The names of all cases, where they can be listed, for errors.
    func caseNames<Key: CodingKey>(_ type: Key.Type) -> [String]? {
        (Key.listed ?? EnumCases.all(of: Key.self))?.map { key in
            declared?.places[ByteKey(key.stringValue)]?.path?.member ?? style.spelling(of: key.stringValue)
        }
    }
}

extension KeyLayout {
    /// Two coding keys of one type that a style or a layout puts in the same place.
    public struct CollisionError: DiagnosableError, Equatable {
        /// The coding-key type, or both of them.
        public let keyType: String

        /// The two keys.
        public let keys: [String]

        /// The common place, in the whole payload.
        public internal(set) var place: JSONPointer

        /// The same error, of keys in an object at a coding path.
        func below(_ codingPath: [any CodingKey]) -> KeyLayout.CollisionError {
            var error = self
            error.place = JSONPointer(codingPath: codingPath).appending(place)
            return error
        }

        /// The parts of the error.
        public var diagnostic: Diagnostic {
            let names = keys.map { "\"\($0)\"" }.joined(separator: " and ")
            return Diagnostic(message: "the keys \(names) of \(keyType) use the same key", path: place)
        }
    }
}
