import VersionedCodec

/// One value of a document that does not come back.
struct LostValue {
    let path: JSONPointer
    let value: JSONValue

    /// What came back in its place; `nil` where nothing did.
    var after: JSONValue?

    /// Whether it stands in its place still in the other version, and the way back changes it.
    var isKept = false

    /// Whether it is the order of the elements that changed, and none of them.
    var isOrder = false
}

extension LostValue {
    /// The values of a document that another one, which was made of it, does not have: the same place, kind and text.
    /// Each is the largest value all of
    /// which is lost.
    ///
    /// Members may have any order. Elements are compared with what came of them, wherever that is now; a changed
    /// order is one loss. Values that do not come
    /// from the payload are never lost.
    ///
    /// - `orderSaysNothing`: The offsets of arrays whose order the plan declares to say nothing.
    /// - Complexity: O(values that steps have touched)
    static func between(
        _ before: JSONValue, _ after: JSONValue, orderSaysNothing: Set<Int> = []
    ) -> [LostValue] {
        var comparison = Comparison(orderSaysNothing: orderSaysNothing)
        comparison.run(before, after)
        return comparison.lost
    }

    /// Not a recursion: no depth of nesting can overflow the stack.
    private struct Comparison {
        let orderSaysNothing: Set<Int>
        var lost: [LostValue] = []
        private var places = PlaceChain()
        private var pending: [(before: JSONValue, after: JSONValue?, place: Int)] = []

        init(orderSaysNothing: Set<Int>) { self.orderSaysNothing = orderSaysNothing }

        mutating func run(_ before: JSONValue, _ after: JSONValue) {
            pending = [(before, after, PlaceChain.root)]
            while let (before, after, place) = pending.popLast() {
                if let after, before.isContainer, before.kind == after.kind {
                    compareChildren(before, after, place)
                } else if after.map({ !before.isContainer && before == $0 }) != true {
                    lose(before, after, place)
                }
            }
        }

        private mutating func lose(_ before: JSONValue, _ after: JSONValue?, _ place: Int) {
            guard before.sourceOffset == nil else {
                lost.append(LostValue(path: places.pointer(to: place), value: before, after: after))
                return
            }
            // What a step has made is not lost, but what it has put into that may be.
            compareChildren(before, after ?? .null, place)
        }

        private mutating func compareChildren(_ before: JSONValue, _ after: JSONValue, _ place: Int) {
            if let (index, node) = before.source, let other = after.source, index === other.index, node == other.node {
                return
            }
            var children: [(JSONValue, JSONValue?, Int)] = []
            if let object = before.object {
                let other = after.object
                for member in object {
                    children.append((member.value, other?[member.key], places.child(.key(member.key), of: place)))
                }
            } else if let array = before.array {
                let other = after.array ?? []
                let partners = Difference.partners(of: array, in: other)
                let taken = partners.compactMap { $0 }
                if zip(taken, taken.dropFirst()).contains(where: { $0 > $1 }) { loseOrder(before, after, place) }
                for index in array.indices {
                    let partner = partners[index].map { other[$0] }
                    children.append((array[index], partner, places.child(.index(index), of: place)))
                }
            }
            pending += children.reversed()
        }

        private mutating func loseOrder(_ before: JSONValue, _ after: JSONValue, _ place: Int) {
            guard let offset = before.sourceOffset, !orderSaysNothing.contains(offset) else { return }
            lost.append(
                LostValue(path: places.pointer(to: place), value: before, after: after, isOrder: true))
        }
    }
}

extension JSONValue {
    /// Whether another value is the same, as a loss is judged: kinds, texts of strings and numbers, elements in their
    /// order, members in any order.
    func isRestored(by other: JSONValue) -> Bool {
        isContainer ? LostValue.between(self, other).isEmpty : self == other
    }
}

/// The places on the way through a document; one becomes a pointer only when that is asked for.
struct PlaceChain {
    enum Token {
        case key(String)
        case index(Int)
    }

    static let root = -1
    private var places: [(parent: Int, token: Token)] = []

    mutating func child(_ token: Token, of parent: Int) -> Int {
        places.append((parent, token))
        return places.count - 1
    }

    func pointer(to place: Int) -> JSONPointer {
        var (tokens, place) = ([String](), place)
        while place != Self.root {
            switch places[place].token {
            case .key(let key): tokens.append(key)
            case .index(let index): tokens.append(String(index))
            }
            place = places[place].parent
        }
        return JSONPointer(tokens.reversed())
    }
}
