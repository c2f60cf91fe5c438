#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How keys are spelled.
extension EncodingScope {
    /// The table of a key type.
    func table<Key: CodingKey>(of type: Key.Type) -> KeyTable {
        tables.table(of: type) {
            guard isVersioned, let layout = context?.layouts.resolved(for: type) else {
                return KeyTable(type, needsTree: false, renames: false)
            }
            return KeyTable(type, needsTree: !layout.isPlain, renames: layout.renames)
        }
    }

    /// Whether the name of a key is the same wherever it stands, so that it can be kept.
    var keepsNames: Bool {
        if case .custom = keys, !isVersioned { false } else { true }
    }

    /// The name of a key in its object.
    ///
    /// - `codingPath`: The path of the object; asked for only where code of somebody else wants it.
    func name(of key: some CodingKey, _ table: KeyTable, codingPath: () -> [any CodingKey]) throws -> String {
        if let context, isVersioned { return try context.name(of: key, codingPath: codingPath) }
        if table.isDictionary { return key.stringValue }
        return keys.name(of: key, codingPath: codingPath) ?? key.stringValue
    }
}

extension VersionedJSONEncoder.KeyEncodingStrategy.Kind {
    /// The name that the strategy gives a key; `nil` for its own.
    func name(of key: some CodingKey, codingPath: () -> [any CodingKey]) -> String? {
        switch self {
        case .declared: nil
        case .snakeCase: FoundationSnakeCase.spelling(of: key.stringValue)
        case .custom(let name): name(codingPath() + [key]).stringValue
        }
    }
}

extension FormatContext {
    /// The name of a key whose layout is plain.
    fileprivate func name<Key: CodingKey>(of key: Key, codingPath: () -> [any CodingKey]) throws -> String {
        do throws(KeyCollisionError) {
            return try layouts.resolved(for: Key.self).place(of: key).path[0]
        } catch {
            let (path, error) = (codingPath(), error.below(codingPath()))
            throw EncodingError.invalidValue(
                key, .init(codingPath: path, debugDescription: error.description, underlyingError: error))
        }
    }
}

extension ResolvedLayout {
    /// Whether keys may be written as other names than their own.
    fileprivate var renames: Bool { style != .asDeclared || declared?.places.isEmpty == false }

    /// Whether each key is a member of the object itself, written with what the format says.
    fileprivate var isPlain: Bool {
        guard let declared else { return true }
        if let superclass = declared.inSubclasses, !superclass.path.isEmpty { return false }
        return declared.places.values.allSatisfy { $0.dateFormats == nil && $0.path?.count ?? 1 == 1 }
    }
}

/// Snake case as Foundation's coders make it.
enum FoundationSnakeCase {
    /// `myURLProperty` is `my_url_property`: a word begins at a capital, and the last of several capitals belongs to the next word.
    static func spelling(of key: String) -> String {
        guard !key.isEmpty else { return key }
        var words: [Range<String.Index>] = []
        var wordStart = key.startIndex
        var search = key.index(after: wordStart)
        while let upper = key[search...].firstIndex(where: \.isUppercase) {
            words.append(wordStart..<upper)
            guard let lower = key[upper...].firstIndex(where: \.isLowercase) else {
                // Only capitals and others from here on: one word.
                wordStart = upper
                break
            }
            let afterUpper = key.index(after: upper)
            if lower == afterUpper {
                wordStart = upper
            } else {
                // The capital before a small letter begins the next word.
                let beforeLower = key.index(before: lower)
                words.append(upper..<beforeLower)
                wordStart = beforeLower
            }
            search = key.index(after: lower)
        }
        words.append(wordStart..<key.endIndex)
        return words.map { key[$0].lowercased() }.joined(separator: "_")
    }
}
