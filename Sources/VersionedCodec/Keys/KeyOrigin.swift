/// A coding key and its type: the writer of a member.
struct KeyOrigin: Hashable {
    private let keyType: (any CodingKey.Type)?
    private let name: String

    /// Whether it is the name of the key that is written, where the keys are cases.
    private let isName: Bool

    init<Key: CodingKey>(_ key: Key) {
        keyType = Key.self
        name = key.stringValue
        isName = false
    }

    /// The origin of a key whose type is not known here.
    init(any key: any CodingKey) {
        func origin(_ key: some CodingKey) -> KeyOrigin { KeyOrigin(key) }
        self = origin(key)
    }

    /// The model's key, where it has a name; else a key of the name alone.
    func key(named name: String) -> any CodingKey {
        guard let keyType, !isName, self.name.utf8.elementsEqual(name.utf8) else { return PayloadKey(name) }
        return keyType.init(stringValue: name) ?? PayloadKey(name)
    }

    /// The name of a case, which is written beside its value.
    init<Key: CodingKey>(nameOf key: Key) {
        keyType = Key.self
        name = key.stringValue
        isName = true
    }

    /// The name of a class, which is written beside its members.
    static let className = KeyOrigin(name: "class")

    /// The members of a class, if its name is beside all of them.
    static let classMembers = KeyOrigin(name: "members")

    /// The members of a superclass.
    static let superclass = KeyOrigin(name: "super")

    /// The version that is stamped.
    static let version = KeyOrigin(name: "version")

    private init(name: String) {
        keyType = nil
        self.name = name
        isName = false
    }

    static func == (lhs: KeyOrigin, rhs: KeyOrigin) -> Bool {
        lhs.keyType == rhs.keyType && lhs.isName == rhs.isName && lhs.name.utf8.elementsEqual(rhs.name.utf8)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(keyType.map { ObjectIdentifier($0) })
        hasher.combine(ByteKey(name))
    }

    var phrase: String {
        guard let keyType else {
            return self == .superclass
                ? "the superclass (\"super\")" : self == .className ? "the name of the class" : "the version"
        }
        return "\(isName ? "the name of " : "")\"\(name)\" of \(keyType)"
    }

    /// The phrase with the types around the key type: a class and its base may each have `CodingKeys`.
    var longPhrase: String {
        guard let keyType else { return phrase }
        let names = String(reflecting: keyType).split(separator: ".").filter { !$0.hasPrefix("(") }
        return "\(isName ? "the name of " : "")\"\(name)\" of \(names.dropFirst().joined(separator: "."))"
    }
}
