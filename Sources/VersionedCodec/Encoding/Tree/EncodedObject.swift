/// The members of an object, in their order, each with the key that wrote it.
struct EncodedObject {
    typealias Member = (name: String, value: EncodedValue, origin: KeyOrigin?)

    private(set) var members: [Member] = []

    /// The places of the members, from so many on that a look at each is slower.
    private var table: [ByteKey: Int]?

    private static let tableThreshold = 16

    /// How names were spelled between quotes that came from a payload, if that is not as an encoder spells them.
    private var spellings: [ByteKey: String] = [:]

    /// How a name was spelled in the payload that it came from; `nil` if the encoder spells it.
    func spelling(of name: String) -> String? { spellings.isEmpty ? nil : spellings[ByteKey(name)] }

    init(capacity: Int = 1) { members.reserveCapacity(capacity) }

    func index(of name: String) -> Int? {
        if let table { return table[ByteKey(name)] }
        return members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }

    mutating func append(_ name: String, _ value: EncodedValue, origin: KeyOrigin?, spelling: String? = nil) {
        if let spelling { spellings[ByteKey(name)] = spelling }
        table?[ByteKey(name)] = members.count
        members.append((name, value, origin))
        if table == nil, members.count >= Self.tableThreshold { makeTable() }
    }

    mutating func prepend(_ name: String, _ value: EncodedValue) {
        members.insert((name, value, nil), at: 0)
        if table != nil { makeTable() }
    }

    mutating func update(_ index: Int, _ change: (inout EncodedValue) throws -> Void) rethrows {
        try change(&members[index].value)
    }

    private mutating func makeTable() {
        var table: [ByteKey: Int] = [:]
        for (index, member) in members.enumerated() { table[ByteKey(member.name)] = index }
        self.table = table
    }
}
