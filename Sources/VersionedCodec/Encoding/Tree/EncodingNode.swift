/// A value that is being written: our own tree, in which nothing is settled before the end.
///
/// Values are written apart and attached when they succeed, so an error that a model catches leaves no trace.
final class EncodingNode {
    enum Content {
        /// Nothing has been written.
        case nothing
        case leaf(EncodedLeaf)
        case array([EncodedPart])
        case object(Assignments)
        /// A value with a version of its own, settled by the rules of that version.
        case settled(EncodedValue)
    }

    var content: Content = .nothing { didSet { changes &+= 1 } }

    /// How often the content has changed.
    private(set) var changes = 0

    /// The unknown members of the model, which are put among those that it writes.
    var unknownMembers: UnknownMembers?

    /// The keys of the property that holds them, which are not part of the payload.
    var seats: Set<ByteKey> = []

    /// The problem of how the value was written; thrown when the value is used.
    var fault: EncodingError?

    /// Takes the unknown members of the model that has been written.
    func keep(_ members: UnknownMembers?) {
        guard let members, !members.isEmpty else { return }
        if case .leaf(let leaf) = content, case .node(let opened) = EncodedPart.leaf(leaf).opened(nil) {
            content = opened.content
        }
        unknownMembers = members
    }

    /// Takes what another one holds.
    func take(_ other: EncodingNode) {
        (content, unknownMembers, seats) = (other.content, other.unknownMembers, other.seats)
    }

    /// Which code may write the value later; `nil` if a value was written as a whole.
    var writer: LateWriter?

    /// The value written for the same key after this one.
    private(set) var replacement: Replacement?

    /// The object, made if there is nothing yet; false where the value is of another kind. An object that was written
    /// as one value continues.
    func openObject() -> Bool {
        switch content {
        case .nothing: content = .object(Assignments())
        case .object: break
        case .leaf(.written(let text)):
            guard case .object(var assignments) = text.content(text.table) else { return false }
            assignments.setMerged()
            content = .object(assignments)
        case .settled(let value):
            guard let assignments = value.assignments else { return false }
            content = .object(assignments)
        case .leaf, .array: return false
        }
        return true
    }

    /// The array, made if there is nothing yet; false where the value is of another kind. An array that was written as
    /// one value continues.
    func openArray() -> Bool {
        switch content {
        case .nothing: content = .array([])
        case .array: break
        case .leaf(.written(let text)):
            guard case .array(let parts) = text.content(nil) else { return false }
            content = .array(parts)
        case .settled(.array(let elements)): content = .array(elements.map(\.asPart))
        case .leaf, .object, .settled: return false
        }
        return true
    }

    /// The node of a member that continues. One that is text already becomes a node, by the keys of a table.
    func openMember(_ origin: KeyOrigin, _ place: AssignedPlace, _ table: KeyTable?) -> EncodingNode? {
        guard case .object(var assignments) = content else { return nil }
        content = .nothing
        defer { content = .object(assignments) }
        return assignments.open(origin, place, table)
    }

    func setReplacement(_ new: Replacement?) { replacement = new }

    /// Whether the value is a dictionary, so that a member more would be read as data.
    var isDictionary: Bool {
        guard case .object(let assignments) = content, !assignments.keyTypes.isEmpty else { return false }
        return assignments.keyTypes.allSatisfy { RawDictionaryKey.isRaw($0) }
    }

    /// The kind of the value in errors.
    var phrase: String {
        switch content {
        case .nothing: "nothing"
        case .leaf: "a single value"
        case .array: "an array"
        case .object: "an object"
        case .settled: "a value with a version of its own"
        }
    }
}

/// A part of an object or array: most are leaves, which need no node.
enum EncodedPart {
    case leaf(EncodedLeaf)
    case node(EncodingNode)
}

extension EncodedPart {
    /// The same as a node, so that its members or elements can continue, by the keys of the table of its key type.
    func opened(_ table: KeyTable?) -> EncodedPart {
        guard case .leaf(.written(let text)) = self else { return self }
        let node = EncodingNode()
        node.content = text.content(table)
        return .node(node)
    }
}

/// Where a member goes, seen from the object of its model: most are members of the object itself.
enum AssignedPlace {
    case member(String)
    case path(MemberPath)

    /// The member of the object that it is, or is within; empty where the members of the value join those of the
    /// object.
    var first: String {
        switch self {
        case .member(let name): name
        case .path(let path): path.steps.first?.token ?? ""
        }
    }

    var steps: [PlaceStep] {
        switch self {
        case .member(let name): [.member(name)]
        case .path(let path): path.steps
        }
    }
}

/// The values written into an object, key by key, in the order of first writing.
struct Assignments {
    struct Assignment {
        var origin: KeyOrigin
        /// Where it goes, seen from the object.
        let place: AssignedPlace
        /// Where all members of the key type go, if it is the key type of a superclass that shares the container.
        let superclass: SharedSuperclass?
        /// Whether it is a member of a model, not of a dictionary.
        let isMember: Bool
        /// Whether nil is left out.
        let leavesNilOut: Bool
        /// The value of elements of arrays on the way that no key writes.
        let gaps: KeyLayout.ArrayGaps
        var part: EncodedPart
        /// Whether it was written with the whole object, which a container then continues with: any key of its name
        /// replaces it.
        var isMerged = false

        init(
            origin: KeyOrigin, place: AssignedPlace, superclass: SharedSuperclass? = nil, isMember: Bool = true,
            leavesNilOut: Bool = false, gaps: KeyLayout.ArrayGaps = .fail, part: EncodedPart
        ) {
            self.origin = origin
            self.place = place
            self.superclass = superclass
            self.isMember = isMember
            self.leavesNilOut = leavesNilOut
            self.gaps = gaps
            self.part = part
        }
    }

    private(set) var list: [Assignment] = []
    private(set) var keyTypes: [any CodingKey.Type] = []

    /// The places of the keys, from so many on that a look at each is slower.
    private var table: [KeyOrigin: Int]?

    private static let tableThreshold = 16

    /// Whether there are members that were written with the whole object.
    private var hasMerged = false

    private func index(of origin: KeyOrigin) -> Int? {
        if let table { return table[origin] }
        return list.firstIndex { $0.origin == origin }
    }

    /// The place of a key that has been written; a member of its name that was written with the whole object is its own
    /// from now on.
    private mutating func claim(_ origin: KeyOrigin, _ place: AssignedPlace) -> Int? {
        if let index = index(of: origin) { return index }
        guard hasMerged, case .member(let name) = place else { return nil }
        let merged = list.firstIndex {
            guard $0.isMerged, case .member(let other) = $0.place else { return false }
            return other.utf8.elementsEqual(name.utf8)
        }
        guard let merged else { return nil }
        table?[list[merged].origin] = nil
        table?[origin] = merged
        (list[merged].origin, list[merged].isMerged) = (origin, false)
        return merged
    }

    /// Notes that all members were written as one value, which a container now continues.
    mutating func setMerged() {
        hasMerged = !list.isEmpty
        for index in list.indices { list[index].isMerged = true }
    }

    /// Writes a member. The same key of the same type written again replaces what it wrote.
    mutating func set(_ assignment: Assignment) {
        if let index = claim(assignment.origin, assignment.place) {
            list[index].part = list[index].part.replaced(by: assignment.part)
            return
        }
        table?[assignment.origin] = list.count
        list.append(assignment)
        if table == nil, list.count >= Self.tableThreshold { makeTable() }
    }

    /// Writes a member before all others.
    mutating func prepend(_ assignment: Assignment) {
        list.insert(assignment, at: 0)
        if table != nil { makeTable() }
    }

    private mutating func makeTable() {
        table = Dictionary(list.enumerated().map { ($1.origin, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The members in the order of writing; those of a dictionary, which has no order, by the bytes of their keys, so
    /// that writing twice gives the same bytes.
    var inStableOrder: [Assignment] {
        guard list.count > 1, list.allSatisfy({ !$0.isMember }) else { return list }
        return list.inOrder { $0.place.first.utf8.lexicographicallyPrecedes($1.place.first.utf8) }
    }

    /// The node of a key that has been written as one.
    func node(of origin: KeyOrigin) -> EncodingNode? {
        guard let index = index(of: origin), case .node(let node) = list[index].part else { return nil }
        return node
    }

    /// The same; a member that is text of an object or array becomes a node, by the keys of a table.
    mutating func open(_ origin: KeyOrigin, _ place: AssignedPlace, _ table: KeyTable?) -> EncodingNode? {
        guard let index = claim(origin, place) else { return nil }
        if case .node(let first) = list[index].part, first.replacement != nil { return first.openReplacement(table) }
        guard case .node(let node) = list[index].part.opened(table) else { return nil }
        if case .leaf = node.content { return nil }
        list[index].part = .node(node)
        return node
    }

    mutating func note(keyType: any CodingKey.Type) {
        if !keyTypes.contains(where: { $0 == keyType }) { keyTypes.append(keyType) }
    }
}

/// A key type whose members are elsewhere when a subclass shares its container with them.
struct SharedSuperclass {
    let keyType: any CodingKey.Type
    let path: MemberPath
    /// The class whose keys these are.
    let owner: AnyClass?
    /// Whether the model is a subclass; `nil` if the model is not known; then the key type of another class in the
    /// object decides, unless that class is above.
    let isSubclass: Bool?
}
