import VersionedCodec

/// The members of a document that the models of the bridges on its way do not read.
///
/// It is looked for only when the document on the other side is needed, and is then put where it was. Whether a model
/// reads a member is found out by trying: it reads none whose value may be anything, and what the model is stays the
/// same.
struct UnreadMembers {
    /// One bridge that was crossed, and the model on its other side.
    struct Crossing {
        let wire: WireModel
        let model: any Encodable
        let label: String
        let step: String
        let bridge: String
    }

    private struct Member {
        let parent: JSONPointer
        let value: JSONObject.Member

        var path: JSONPointer { parent.appending(value.key) }
    }

    /// The document before the first bridge, and the model that it decodes as.
    private let document: JSONValue
    private let label: String
    private let wire: WireModel
    private let model: any Encodable
    private var crossings: [Crossing] = []

    init(document: JSONValue, label: String, wire: WireModel, model: any Encodable) {
        self.document = document
        self.label = label
        self.wire = wire
        self.model = model
    }

    mutating func cross(_ crossing: Crossing) { crossings.append(crossing) }

    /// Copies the members that no model reads into the document of the last model; members without a place in it are
    /// losses.
    func carry(into value: inout JSONValue, _ coder: WireCoder, except places: [JSONPointer]) throws -> [Loss] {
        var before = try coder.encode(model, label)
        var members = Self.members(of: document, missingIn: before).filter { !places.contains($0.path) }
        if members.isEmpty { return [] }
        let (unread, untold) = Self.pick(members) { isUnread($0, before, coder) }
        members = unread + untold
        let tooMany = Set(untold.map(\.path))
        var losses: [Loss] = []
        for (index, crossing) in crossings.enumerated() {
            let after = index == crossings.count - 1 ? value : try coder.encode(crossing.model, crossing.label)
            var elements: [JSONPointer: Bool] = [:]
            func lose(_ lost: [Member], _ reason: String) {
                losses += lost.map { member in
                    var loss = Loss(path: member.path, value: member.value.value, reason: reason, group: reason)
                    (loss.operation, loss.step, loss.offset) = (
                        crossing.bridge, crossing.step, member.value.value.sourceOffset
                    )
                    return loss
                }
            }
            let placed = members.filter { member in
                !tooMany.contains(member.path) && Self.hasPlace(member, before, after, &elements)
            }
            let places = Set(placed.map(\.path))
            lose(members.filter { !places.contains($0.path) }, "the models of the bridge leave no place for it")
            let left = Self.pick(placed) { crossing.isLeftAlone($0.map { ($0.parent, $0.value) }, after, coder) }.passed
            let kept = Set(left.map(\.path))
            lose(
                placed.filter { !kept.contains($0.path) }, "the model of version \(crossing.label) reads it as its own")
            (members, before) = (left, after)
        }
        for member in members { value.insert(member.value.value, forKey: member.value.key, into: member.parent) }
        return losses
    }

    // MARK: Finding

    /// The places of the members of a document that the other one, which a model made, has not.
    static func paths(of document: JSONValue, missingIn made: JSONValue) -> [JSONPointer] {
        members(of: document, missingIn: made).map(\.path)
    }

    /// The members of a document that the other one, which a model made, has not; in the order of the document.
    private static func members(of document: JSONValue, missingIn made: JSONValue) -> [Member] {
        // The way to each container is kept as a chain, so that only those of members become pointers.
        var chain: [(parent: Int, token: String)] = [(-1, "")]
        var pending: [(document: JSONValue, made: JSONValue, place: Int)] = [(document, made, 0)]
        var found: [Member] = []
        func pointer(_ place: Int) -> JSONPointer {
            var (tokens, place) = ([String](), place)
            while chain[place].parent >= 0 {
                tokens.append(chain[place].token)
                place = chain[place].parent
            }
            return JSONPointer(tokens.reversed())
        }
        while let (document, made, place) = pending.popLast() {
            var inner: [(JSONValue, JSONValue, Int)] = []
            func descend(_ token: String, _ value: JSONValue, _ other: JSONValue) {
                guard value.isContainer, value.kind == other.kind else { return }
                chain.append((place, token))
                inner.append((value, other, chain.count - 1))
            }
            if let object = document.object, let other = made.object {
                var parent: JSONPointer?
                for member in object {
                    if let value = other[member.key] {
                        descend(member.key, member.value, value)
                        continue
                    }
                    parent = parent ?? pointer(place)
                    found.append(Member(parent: parent ?? .root, value: member))
                }
            } else if let array = document.array, let other = made.array, array.count == other.count {
                for index in array.indices { descend(String(index), array[index], other[index]) }
            }
            pending += inner.reversed()
        }
        return found
    }

    /// The members that pass a test, and the undecided ones. Many members are tested at once if one test can answer for
    /// all.
    private static func pick(
        _ members: [Member], _ test: ([Member]) -> Bool
    ) -> (passed: [Member], untold: [Member]) {
        var passed: [Member] = []
        var pending = [members[...]]
        var tests = 0
        while let some = pending.popLast() {
            if some.isEmpty { continue }
            // Each test decodes and encodes the whole document.
            if tests == 64 { return (passed, Array(some) + pending.reversed().flatMap { Array($0) }) }
            tests += 1
            if test(Array(some)) {
                passed += some
            } else if some.count > 1 {
                let middle = some.startIndex + some.count / 2
                pending += [some[middle...], some[..<middle]]
            }
        }
        return (passed, [])
    }

    /// A value that no model expects: where it changes nothing, it has not been read.
    fileprivate static let stranger: JSONValue = [[["": nil]]]

    /// Whether the first model stays the same for all values of the members.
    private func isUnread(_ members: [Member], _ made: JSONValue, _ coder: WireCoder) -> Bool {
        var other = document
        for member in members { other.update(at: member.path.tokens[...]) { $0 = Self.stranger } }
        // A model that refuses the stranger has read it: the error is the answer.
        guard let again = try? coder.decode(wire.type, other, label), let remade = try? coder.encode(again, label)
        else {
            return false
        }
        return remade.isEquivalent(to: made)
    }

    // MARK: Placing

    /// Whether a member may be where it was: in an object that is there and has no such member. An element of an
    /// array is reported to be the same one by the model having left it as it was.
    private static func hasPlace(
        _ member: Member, _ before: JSONValue, _ after: JSONValue, _ elements: inout [JSONPointer: Bool]
    ) -> Bool {
        var (old, new) = (before, after)
        for (depth, token) in member.parent.tokens.enumerated() {
            if let array = old.array {
                let element = JSONPointer(Array(member.parent.tokens.prefix(depth + 1)))
                if let known = elements[element] { return known }
                var isSame = false
                if let index = JSONPointer.index(of: token), let other = new.array, other.count == array.count,
                    array.indices.contains(index)
                {
                    isSame = array[index].isEquivalent(to: other[index])
                }
                elements[element] = isSame
                return isSame
            }
            guard let next = old[token], let otherNext = new[token] else { return false }
            (old, new) = (next, otherNext)
        }
        return new.object.map { $0[member.value.key] == nil } ?? false
    }
}

extension UnreadMembers.Crossing {
    /// Whether the model is the same with the members in the document, for all values of them.
    fileprivate func isLeftAlone(
        _ members: [(parent: JSONPointer, member: JSONObject.Member)], _ value: JSONValue, _ coder: WireCoder
    ) -> Bool {
        for isStrange in [true, false] {
            var more = value
            for (parent, member) in members {
                more.insert(isStrange ? UnreadMembers.stranger : member.value, forKey: member.key, into: parent)
            }
            // A model that refuses the members does not leave them alone: the error is the answer.
            guard let again = try? coder.decode(wire.type, more, label), let made = try? coder.encode(again, label),
                made.isEquivalent(to: value)
            else { return false }
        }
        return true
    }
}

extension JSONValue {
    fileprivate mutating func insert(_ value: JSONValue, forKey key: String, into parent: JSONPointer) {
        update(at: parent.tokens[...]) { $0.object?[key] = value }
    }
}
