import VersionedCodec

/// A token of a place in operations, before a document exists: a key, the elements of an `each`, or an object at any
/// depth.
enum PlaceToken: Hashable {
    /// A key, by its bytes.
    case key([UInt8])
    case each
    case anywhere
    /// The scratch values of the step.
    case scratch

    init(_ token: String) { self = .key(Array(token.utf8)) }

    /// The place as a text: a pointer with a `*` for each element, and `**` for an object at any depth.
    static func shown(_ place: [PlaceToken]) -> String {
        if place.isEmpty { return "the whole value" }
        if place.first == .scratch { return JSONPointer(tokens(place.dropFirst()), isScratch: true).shown }
        return JSONPointer(tokens(place[...])).shown
    }

    private static func tokens(_ place: ArraySlice<PlaceToken>) -> [String] {
        place.map { token in
            switch token {
            case .key(let bytes): String(decoding: bytes, as: UTF8.self)
            case .each: "*"
            case .anywhere: "**"
            case .scratch: "$"
            }
        }
    }
}

/// When each place was read and written last, and what is certain of it: a tree of places.
///
/// Moments are numbers that grow. Every question takes time for the length of the place, however much has been
/// recorded.
struct AccessLog {
    /// A certain fact about a place from a moment on, under conditions.
    struct Fact {
        let place: [PlaceToken]
        let operation: JSONOperation
        let moment: Int
        let guards: [PlaceGuard]
    }

    private struct Node {
        var children: [PlaceToken: Int] = [:]
        var touched = Moments()
        var read = Moments()
        var gone: Fact?
        var made: Fact?
        /// The last thing that was made at the place or below.
        var madeBelow: Fact?
    }

    /// The last moments at which something happened to a place, or to what is in it.
    private struct Moments {
        /// To the place itself, and so to all that is in it.
        var whole = 0
        /// To the place, or anything in it.
        var any = 0
        /// To one member or element that is named, or anything in that.
        var named = 0
    }

    private var nodes = [Node()]

    // MARK: Recording

    mutating func touch(_ place: [PlaceToken], at moment: Int) { record(moment, at: place, \.touched) }

    mutating func read(_ place: [PlaceToken], at moment: Int) { record(moment, at: place, \.read) }

    private mutating func record(
        _ moment: Int, at place: [PlaceToken], _ moments: WritableKeyPath<Node, Moments>
    ) {
        for (node, token) in zip(makeNodes(place), place.map(Optional.some) + [nil]) {
            nodes[node][keyPath: moments].any = moment
            guard let token else {
                nodes[node][keyPath: moments].whole = moment
                return
            }
            if token != .each { nodes[node][keyPath: moments].named = moment }
        }
    }

    mutating func recordGone(_ fact: Fact) {
        if let last = makeNodes(fact.place).last { nodes[last].gone = fact }
    }

    mutating func recordMade(_ fact: Fact) {
        let path = makeNodes(fact.place)
        for node in path { nodes[node].madeBelow = fact }
        if let last = path.last { nodes[last].made = fact }
    }

    /// The nodes from the root to a place, made where they are missing.
    private mutating func makeNodes(_ place: [PlaceToken]) -> [Int] {
        var path = [0]
        for token in place {
            let here = path[path.count - 1]
            if let next = nodes[here].children[token] {
                path.append(next)
            } else {
                nodes.append(Node())
                nodes[here].children[token] = nodes.count - 1
                path.append(nodes.count - 1)
            }
        }
        return path
    }

    // MARK: Asking

    /// The fact that nothing is at a place: an operation has removed it, or its container, and none has written there
    /// since.
    func gone(_ place: [PlaceToken]) -> Fact? {
        for length in 0...place.count {
            for node in nodes(at: place[..<length]) {
                guard let fact = nodes[node].gone, fact.moment >= lastTouched(fact.place) else { continue }
                return fact
            }
        }
        return nil
    }

    /// The fact that a value was made at a place, or in it, and that no operation has read it since.
    func made(atOrIn place: [PlaceToken]) -> Fact? {
        for node in nodes(at: place[...]) {
            for fact in [nodes[node].made, nodes[node].madeBelow].compactMap({ $0 }) where isUnread(fact) {
                return fact
            }
        }
        return nil
    }

    private func isUnread(_ fact: Fact) -> Bool {
        let replaced = last(at: fact.place, \.touched, below: \.whole)
        return fact.moment >= max(replaced, last(at: fact.place, \.read, below: \.any))
    }

    /// The last moment at which the place, a container of it, or a value in it was written.
    func lastTouched(_ place: [PlaceToken]) -> Int { last(at: place, \.touched, below: \.any) }

    private func last(
        at place: [PlaceToken], _ moments: KeyPath<Node, Moments>, below: KeyPath<Moments, Int>
    ) -> Int {
        var last = 0
        for length in 0...place.count {
            for node in nodes(at: place[..<length]) {
                let moments = nodes[node][keyPath: moments]
                last = max(last, moments.whole, length == place.count ? moments[keyPath: below] : 0)
                // Any element may be the one that was named.
                if length < place.count, place[length] == .each { last = max(last, moments.named) }
            }
        }
        return last
    }

    /// The nodes that speak of a place: by its keys, or by each element of what it is in.
    private func nodes(at place: ArraySlice<PlaceToken>) -> [Int] {
        var found = [0]
        for token in place {
            found = found.flatMap { node in
                let children = nodes[node].children
                return (token == .each ? [.each] : [token, .each]).compactMap { children[$0] }
            }
            if found.isEmpty { return [] }
        }
        return found
    }
}

/// A condition that an operation runs under: its test, its place, and its result.
struct PlaceGuard: Equatable {
    let scope: [PlaceToken]
    let condition: Condition
    let holds: Bool
    /// When what the condition looks at was written last: asked again later, it may answer otherwise.
    let moment: Int
}
