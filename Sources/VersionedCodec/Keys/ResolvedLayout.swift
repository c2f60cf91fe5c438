/// Where the keys of one type stand in one document; each key is worked out once.
final class ResolvedLayout {
    /// Where a key stands.
    enum Place {
        case member(PayloadKey)
        case nested([String])

        var path: [String] {
            switch self {
            case .member(let key): [key.stringValue]
            case .nested(let path): path
            }
        }
    }

    let declared: KeyLayout?
    private let keyType: any CodingKey.Type

    /// Whether the keys are data: those of a dictionary.
    let isRaw: Bool

    let style: KeyStyle
    private let hasExplicitPlaces: Bool
    private var isEnum: Bool?
    private var places: [String: Place] = [:]
    private var owners: [[String]: String] = [:]

    init(declared: KeyLayout?, style: KeyStyle, isRaw: Bool, keyType: any CodingKey.Type) {
        self.declared = declared
        self.style = style
        self.isRaw = isRaw
        self.keyType = keyType
        hasExplicitPlaces = declared?.places.isEmpty == false
        for (name, place) in declared?.places ?? [:] {
            guard let path = place.path else { continue }
            places[name] = path.count == 1 ? .member(PayloadKey(path[0])) : .nested(path)
            owners[path] = name
        }
    }

    /// Whether every key stands where it says.
    private func keepsKeys(_ key: some CodingKey) -> Bool {
        if hasExplicitPlaces { return false }
        if style == .asDeclared { return true }
        if declared?.style != nil { return false }
        if let isEnum { return !isEnum }
        let answer = key.isEnumCase
        isEnum = answer
        return !answer
    }

    /// Where a key stands.
    ///
    /// - Throws: ``KeyCollisionError`` where another key of the type stands there too.
    func place(of key: some CodingKey) throws(KeyCollisionError) -> Place {
        if keepsKeys(key) { return .member(PayloadKey(key)) }
        let name = key.stringValue
        if let place = places[name] { return place }
        let spelling = spelling(of: key)
        if let owner = owners.updateValue(name, forKey: [spelling]), owner != name {
            throw KeyCollisionError(keyType: "\(keyType)", keys: [owner, name], place: JSONPointer([spelling]))
        }
        let place = Place.member(spelling == name ? PayloadKey(key) : PayloadKey(spelling))
        places[name] = place
        return place
    }

    /// How a key is spelled that has no place of its own.
    private func spelling(of key: some CodingKey) -> String {
        declared?.style != nil || key.isEnumCase ? style.spelling(of: key.stringValue) : key.stringValue
    }

    /// The date formats that a layout names for a key.
    func dates(of key: some CodingKey) -> DateFormats? {
        hasExplicitPlaces ? declared?.places[key.stringValue]?.dateFormats : nil
    }

    /// The key that a member of a payload stands for, or `nil` where the type has none.
    func key<Key: CodingKey>(for member: String, as type: Key.Type) -> Key? {
        if hasExplicitPlaces, let owner = owners[[member]] { return Key(stringValue: owner) }
        if style == .asDeclared || isRaw { return unlisted(member) }
        if let listed = listedKeys(as: type) {
            return listed.first { spelling(of: $0) == member && declared?.places[$0.stringValue]?.path == nil }
        }
        for candidate in style.candidates(for: member) {
            guard let key: Key = unlisted(candidate) else { continue }
            if keepsKeys(key) { return unlisted(member) }
            if style.spelling(of: key.stringValue) == member { return key }
        }
        return nil
    }

    /// All keys of a type that can list them.
    private func listedKeys<Key: CodingKey>(as type: Key.Type) -> [Key]? {
        func cases<Listed: CaseIterable>(_ type: Listed.Type) -> [Key] { type.allCases.compactMap { $0 as? Key } }
        return (type as? any CaseIterable.Type).map { cases($0) }
    }

    /// A key that has no place of its own elsewhere.
    private func unlisted<Key: CodingKey>(_ name: String) -> Key? {
        guard let key = Key(stringValue: name), declared?.places[key.stringValue]?.path == nil else { return nil }
        return key
    }

    /// The listed keys that stand deeper than the model's own members.
    func nestedKeys<Key: CodingKey>(as type: Key.Type) -> [(key: Key, path: [String])] {
        guard hasExplicitPlaces else { return [] }
        return (declared?.places ?? [:]).compactMap { name, place in
            guard let path = place.path, path.count > 1 else { return nil }
            return Key(stringValue: name).map { ($0, path) }
        }
    }
}

extension KeyLayout {
    func with(style: KeyStyle) -> KeyLayout { KeyLayout(self, style: style) }
}

/// Two coding keys of one type that a style or a layout puts in one place.
public struct KeyCollisionError: DiagnosableError, Equatable {
    /// The coding-key type, or both of them.
    public let keyType: String

    /// The two keys.
    public let keys: [String]

    /// The place that both have, in the whole payload.
    public internal(set) var place: JSONPointer

    /// The same error, of keys in an object at a coding path.
    func below(_ codingPath: [any CodingKey]) -> KeyCollisionError {
        var error = self
        error.place = JSONPointer(codingPath: codingPath).appending(place)
        return error
    }

    /// The parts of the error, for one renderer.
    public var diagnostic: Diagnostic {
        let names = keys.map { "\"\($0)\"" }.joined(separator: " and ")
        return Diagnostic(message: "the keys \(names) of \(keyType) stand in one place", path: place)
    }
}
