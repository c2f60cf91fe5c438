/// Checks a layout when it is built.
struct KeyLayoutCheck {
    let layout: KeyLayout

    /// Whether the keys are the cases of an enum, whose places are names.
    let namesCases: Bool

    func run<Key: CodingKey>(_ keys: Key.Type) throws(KeyLayout.DeclarationError) {
        var names: Set<ByteKey> = []
        for (key, place) in layout.list {
            guard names.insert(ByteKey(key)).inserted else {
                throw error(.keyListedTwice, [key], at: place.path)
            }
            try check(place, of: key)
        }
        if let fault = layout.discriminator?.fault { throw error(.pathForAName, [], at: nil as JSONPointer?, fault) }
        if let discriminator = layout.discriminator, let key = discriminator.key, let payload = discriminator.payload,
            ByteKey(key) == ByteKey(payload)
        {
            throw error(.discriminatorTaken, [], at: MemberPath(member: key))
        }
        try checkTaking(on: { [$0.path].compactMap(\.self) + $0.aliases })
        try checkTaking(on: { ($0.written ?? $0.path).map { [$0] } ?? [] })
        guard let style = layout.style else { return }
        do throws(KeyLayout.CollisionError) {
            try layout.checkCases(keys, style)
        } catch {
            throw self.error(.placeTakenTwice, error.keys, at: error.place)
        }
    }

    private func check(_ place: KeyPlace, of key: String) throws(KeyLayout.DeclarationError) {
        // A case may have any name.
        if let fault = place.faults.first(where: { !namesCases || $0.code != .pathForAName }) {
            throw error(fault.code, [key], at: nil as JSONPointer?, fault.reason)
        }
        if let dates = place.values.dates?.list.first(where: { !$0.readsWhatItWrites }) {
            throw error(.unreadableDates, [key], at: place.path?.pointer, dates.zonelessFault)
        }
        let paths = [place.path, place.written].compactMap(\.self) + place.aliases
        if place.isFlattened {
            let hasMore =
                !place.aliases.isEmpty || place.written != nil || place.nilForms != nil || place.nilMembers != nil
                || place.fallback != nil || place.values.scalars != nil
            if hasMore { throw error(.flattenedMember, [key], at: .object) }
            if namesCases { throw error(.caseWithAPlace, [key], at: .object) }
            return
        }
        if paths.contains(.object) { throw error(.placeIsTheObject, [key], at: .object) }
        guard namesCases else { return }
        let isMore =
            paths.contains { $0.member == nil } || place.values != ValueRules() || place.nilForms != nil
            || place.nilMembers != nil || place.fallback != nil || place.staysOutside
        if isMore { throw error(.caseWithAPlace, [key], at: place.path) }
    }

    /// No place twice, and none that is an array for one key and an object for another.
    private func checkTaking(on paths: (KeyPlace) -> [MemberPath]) throws(KeyLayout.DeclarationError) {
        var owners: [MemberPath: String] = [:]
        var holders: [MemberPath: (key: String, isArray: Bool)] = [:]
        for (key, place) in layout.list where !place.isFlattened {
            for path in paths(place) {
                if let other = owners.updateValue(key, forKey: path) {
                    throw error(
                        .placeTakenTwice, ByteKey(other) == ByteKey(key) ? [key] : [other, key], at: path)
                }
                for (depth, step) in path.steps.enumerated() {
                    let holder = MemberPath(Array(path.steps[..<depth]))
                    let isArray = if case .element = step { true } else { false }
                    let known = holders[holder] ?? (key, isArray)
                    holders[holder] = known
                    if known.isArray != isArray { throw error(.arrayAndObject, [known.key, key], at: holder) }
                }
            }
        }
    }

    private func error(_ code: KeyLayout.DeclarationError.Code, _ keys: [String], at path: MemberPath?)
        -> KeyLayout.DeclarationError
    {
        error(code, keys, at: path?.pointer)
    }

    private func error(
        _ code: KeyLayout.DeclarationError.Code, _ keys: [String], at place: JSONPointer?, _ detail: String? = nil
    ) -> KeyLayout.DeclarationError {
        KeyLayout.DeclarationError(code: code, keyType: layout.keyTypeName, keys: keys, place: place, detail: detail)
    }
}

extension KeyLayout {
    /// Checks that the keys that a type can list have different places under a style.
    ///
    /// - Throws: ``KeyLayout/CollisionError`` with the two keys.
    func checkCases<Key: CodingKey>(_ keys: Key.Type, _ style: KeyStyle) throws(KeyLayout.CollisionError) {
        guard let cases = Key.listed else { return }
        var readers: [MemberPath: String] = [:]
        var writers: [MemberPath: String] = [:]
        for key in cases {
            let name = key.stringValue
            let listed = places[ByteKey(name)] ?? .kept
            if listed.isFlattened { continue }
            let isSpelled = self.style != nil || key.isEnumCase
            let place = listed.path ?? MemberPath(member: isSpelled ? style.spelling(of: name) : name)
            for path in [place] + listed.aliases { try take(path, name, &readers) }
            try take(listed.written ?? place, name, &writers)
        }
    }

    private func take(
        _ path: MemberPath, _ name: String, _ owners: inout [MemberPath: String]
    ) throws(KeyLayout.CollisionError) {
        guard let other = owners.updateValue(name, forKey: path), ByteKey(other) != ByteKey(name) else { return }
        throw KeyLayout.CollisionError(keyType: keyTypeName, keys: [other, name], place: path.pointer)
    }
}

extension CodingKey {
    /// All keys of a type that can list them.
    static var listed: [Self]? {
        func cases<Listed: CaseIterable>(_ type: Listed.Type) -> [Self] { type.allCases.compactMap { $0 as? Self } }
        return (self as? any CaseIterable.Type).map { cases($0) }
    }
}
