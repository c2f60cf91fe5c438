/// One step on the way to a member: into an object by its key, or into an array by an index.
package enum PlaceStep: Sendable {
    case member(String)
    case element(Int)

    /// The step as a token of a pointer.
    package var token: String {
        switch self {
        case .member(let name): name
        case .element(let index): String(index)
        }
    }

    /// The step as a key of a coding path.
    var key: PayloadKey {
        switch self {
        case .member(let name): PayloadKey(name)
        case .element(let index): PayloadKey(index: index)
        }
    }
}

// Keys are compared by their bytes.
extension PlaceStep: Hashable {
    package static func == (lhs: PlaceStep, rhs: PlaceStep) -> Bool {
        switch (lhs, rhs) {
        case (.member(let left), .member(let right)): ByteKey(left) == ByteKey(right)
        case (.element(let left), .element(let right)): left == right
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .member(let name): hasher.combine(ByteKey(name))
        case .element(let index): hasher.combine(index)
        }
    }
}

/// The way from the object of a model to one of its members; without steps the object itself.
package struct MemberPath: Sendable, Hashable {
    package let steps: [PlaceStep]

    package init(_ steps: [PlaceStep]) { self.steps = steps }

    /// A member of the object itself.
    init(member name: String) { steps = [.member(name)] }

    /// Objects within objects.
    package init(members names: [String]) { steps = names.map(PlaceStep.member) }

    /// The object of the model itself.
    static let object = MemberPath([])

    /// The way of a pointer: digits after the first token are indices of arrays.
    init(_ pointer: JSONPointer) {
        steps = pointer.tokens.enumerated().map { position, token in
            if position > 0, let index = JSONPointer.index(of: token) { .element(index) } else { .member(token) }
        }
    }

    /// The way as a pointer.
    package var pointer: JSONPointer { JSONPointer(steps.map(\.token)) }

    /// The key, where it is a member of the object itself.
    package var member: String? {
        guard steps.count == 1, case .member(let name) = steps[0] else { return nil }
        return name
    }

    /// The way to what holds the member.
    var holder: MemberPath { MemberPath(Array(steps.dropLast())) }

    /// Whether a step on the way leads into an array.
    package var entersArrays: Bool {
        steps.contains { if case .element = $0 { true } else { false } }
    }
}
