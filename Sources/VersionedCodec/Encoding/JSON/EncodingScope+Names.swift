#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How keys are spelled.
extension EncodingScope {
    /// The table of a key type.
    func table<Key: CodingKey>(of type: Key.Type) -> KeyTable {
        let layout = isVersioned ? context?.layout(for: type) : nil
        // A declaration never changes once it exists, so this distinguishes a table from one that was made before it.
        let isDeclared = layout?.declared != nil
        return rules.tables.table(of: type, isDeclared: isDeclared, rules.escapes) {
            KeyTable(
                type, isDeclared: isDeclared, rules.escapes, needsTree: layout?.writesMembersOnly == false,
                renames: layout.map { $0.isRaw ? false : $0.style != .asDeclared || isDeclared } ?? false)
        }
    }

    /// Whether the name of a key is the same in every place, so that it can be kept.
    var keepsNames: Bool {
        if case .custom = rules.keys, !isVersioned { false } else { true }
    }

    /// The name of a key in its object.
    ///
    /// - `codingPath`: The path of the object; computed only for a strategy of the user.
    func name(of key: some CodingKey, _ table: KeyTable, codingPath: () -> [any CodingKey]) throws -> String {
        if let context, isVersioned { return try context.name(of: key, codingPath: codingPath) }
        if table.isDictionary { return key.stringValue }
        return rules.keys.name(of: key, codingPath: codingPath) ?? key.stringValue
    }
}

extension VersionedJSONEncoder.KeyEncodingStrategy {
    /// Whether two keys may get one name.
    var changesNames: Bool { if case .useDefaultKeys = self { false } else { true } }

    /// The name that the strategy gives a key; `nil` for its own.
    func name(of key: some CodingKey, codingPath: () -> [any CodingKey]) -> String? {
        switch self {
        case .useDefaultKeys: nil
        case .convertToSnakeCase: FoundationSnakeCase.spelling(of: key.stringValue)
        case .custom(let name): name(codingPath() + [key]).stringValue
        }
    }
}

extension FormatContext {
    /// The name of a key whose layout is plain.
    fileprivate func name<Key: CodingKey>(of key: Key, codingPath: () -> [any CodingKey]) throws -> String {
        do throws(KeyLayout.CollisionError) {
            let layout = layout(for: Key.self)
            if layout.keepsKeys { return key.stringValue }
            return try resolvedKey(of: key, in: layout).writing.member ?? key.stringValue
        } catch {
            let (path, error) = (codingPath(), error.below(codingPath()))
            throw EncodingError.invalidValue(
                key, .init(codingPath: path, debugDescription: error.description, underlyingError: error))
        }
    }
}

extension ResolvedLayout {
    /// Whether each key is written as a member of the object itself, by the format; reading does not matter.
    fileprivate var writesMembersOnly: Bool {
        guard let declared else { return true }
        if let superclass = declared.inSubclasses, !superclass.path.isEmpty { return false }
        return declared.discriminator == nil
            && declared.list.allSatisfy { _, place in
                !place.values.changesWriting && place.nilMembers == nil && !place.isFlattened && !place.staysOutside
                    && (place.written ?? place.path).map { $0.member != nil } ?? true
            }
    }
}

/// Snake case as Foundation's coders make it.
enum FoundationSnakeCase {
    /// `myURLProperty` is `my_url_property`: a word begins at a capital, and the last of several capitals belongs to
    /// the next word.
    ///
    /// Capitals and small letters are those of Unicode's categories, scalar by scalar: `Ⅳ` is neither.
    static func spelling(of key: String) -> String {
        guard !key.isEmpty else { return key }
        let scalars = key.unicodeScalars
        var words: [Range<String.Index>] = []
        var wordStart = key.startIndex
        var search = key.index(after: wordStart)
        while let upper = scalars[search...].firstIndex(where: isCapital) {
            words.append(wordStart..<max(wordStart, upper))
            search = upper
            guard let lower = scalars[upper...].firstIndex(where: { $0.properties.generalCategory == .lowercaseLetter })
            else {
                // Only capitals and others from here on: one word.
                wordStart = upper
                break
            }
            let beforeLower = key.index(before: lower)
            // A character that joins the next letter may begin before the capital.
            if lower == key.index(after: upper) || beforeLower < upper {
                wordStart = upper
            } else {
                // The capital before a small letter begins the next word.
                words.append(upper..<beforeLower)
                wordStart = beforeLower
            }
            search = scalars.index(after: lower)
        }
        words.append(wordStart..<key.endIndex)
        return words.map { key[$0].lowercased() }.joined(separator: "_")
    }

    private static func isCapital(_ scalar: Unicode.Scalar) -> Bool {
        let category = scalar.properties.generalCategory
        return category == .uppercaseLetter || category == .titlecaseLetter
    }
}
