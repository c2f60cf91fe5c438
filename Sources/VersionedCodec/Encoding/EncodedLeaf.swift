#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A value without members or elements, as the coder at the end is to write it.
enum EncodedLeaf: Equatable {
    case null
    case bool(Bool)
    case string(String)
    case signed(Int64)
    case unsigned(UInt64)
    case wideSigned(Int128)
    case wideUnsigned(UInt128)
    case double(Double)
    case float(Float)

    // What Foundation's coders have a shape of their own for.
    case date(Date)
    case data(Data)
    case url(URL)
    case decimal(Decimal)

    /// An integer of any width, in the narrowest form, so that equal numbers are equal leaves.
    static func integer(_ value: some FixedWidthInteger) -> EncodedLeaf {
        if let value = Int64(exactly: value) { return .signed(value) }
        if let value = UInt64(exactly: value) { return .unsigned(value) }
        if let value = Int128(exactly: value) { return .wideSigned(value) }
        return .wideUnsigned(UInt128(truncatingIfNeeded: value))
    }

    var isNull: Bool { self == .null }
}

/// A value that is ready to be written: every key in its place, nothing left open.
indirect enum EncodedValue {
    case leaf(EncodedLeaf)
    case array([EncodedValue])
    case object(EncodedObject)

    static let emptyObject = EncodedValue.object(EncodedObject())
}

/// The members of an object, in their order, each with the key that wrote it.
struct EncodedObject {
    private(set) var members: [(name: String, value: EncodedValue, origin: KeyOrigin?)] = []
    private var table: [ByteKey: Int] = [:]

    func index(of name: String) -> Int? { table[ByteKey(name)] }

    mutating func append(_ name: String, _ value: EncodedValue, origin: KeyOrigin?) {
        table[ByteKey(name)] = members.count
        members.append((name, value, origin))
    }

    mutating func prepend(_ name: String, _ value: EncodedValue) {
        members.insert((name, value, nil), at: 0)
        table = [:]
        for (index, member) in members.enumerated() { table[ByteKey(member.name)] = index }
    }

    mutating func update(_ index: Int, _ change: (inout EncodedValue) throws -> Void) rethrows {
        try change(&members[index].value)
    }
}

/// A coding key and its type: who wrote a member.
struct KeyOrigin: Hashable {
    let keyType: ObjectIdentifier?
    let keyTypeName: String
    let name: String

    init<Key: CodingKey>(_ key: Key) {
        keyType = ObjectIdentifier(Key.self)
        keyTypeName = String(describing: Key.self)
        name = key.stringValue
    }

    /// What a superclass writes.
    static let superclass = KeyOrigin(keyType: nil, keyTypeName: "", name: "super")

    /// The version that is stamped.
    static let version = KeyOrigin(keyType: nil, keyTypeName: "", name: "version")

    private init(keyType: ObjectIdentifier?, keyTypeName: String, name: String) {
        self.keyType = keyType
        self.keyTypeName = keyTypeName
        self.name = name
    }

    static func == (lhs: KeyOrigin, rhs: KeyOrigin) -> Bool {
        lhs.keyType == rhs.keyType && lhs.name.utf8.elementsEqual(rhs.name.utf8)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(keyType)
        hasher.combine(ByteKey(name))
    }

    var phrase: String {
        switch self {
        case .superclass: "the superclass (\"super\")"
        case .version: "the version"
        default: "\"\(name)\" of \(keyTypeName)"
        }
    }
}
