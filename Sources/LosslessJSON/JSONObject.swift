/// The members of a JSON object, in their order: a collection with value semantics.
///
/// Keys are compared by their bytes, so `"\u{E9}"` and `"e\u{301}"` are two members. No key appears twice, except in
/// objects of a document that was read with `duplicateKeys: .keep`.
///
/// ```swift
/// var song: JSONObject = ["title": "Yesterday", "seconds": 125]
/// song["year"] = 1965                       // appended
/// song["title"] = "Help!"                   // replaced in place
/// song.rename("seconds", to: "duration")    // true; keeps its place
/// song.map(\.key)                           // ["title", "duration", "year"]
/// ```
public struct JSONObject: Sendable, ExpressibleByDictionaryLiteral {
    private(set) var contents: ContainerContents

    init(_ contents: ContainerContents) { self.contents = contents }

    /// An empty object.
    public init() { contents = .edited(ContainerStorage(values: [])) }

    /// `let object: JSONObject = ["a": 1]`; for a repeated key the last value is used.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init()
        for (key, value) in elements { self[key] = value }
    }
}

// MARK: - The members as a collection

extension JSONObject: RandomAccessCollection {
    /// One member: a key and its value.
    public struct Member: Sendable {
        let text: JSONText

        /// The value.
        public var value: JSONValue

        /// How the key was spelled in its document, where an encoder may spell it in another way.
        package var copiedSpelling: String? {
            if let spelling = text.spelling { return spelling }
            return text.source != nil && key.utf8.contains(UInt8(ascii: "/")) ? key : nil
        }

        /// The key, escapes resolved.
        public var key: String { text.string }
    }

    /// 0.
    public var startIndex: Int { 0 }

    /// The number of members.
    public var endIndex: Int { contents.count }

    /// The member at an index; an index out of range is a programmer error. O(1)
    public subscript(position: Int) -> Member {
        Member(text: contents.key(at: position), value: contents.value(at: position))
    }

    /// The keys, in their order.
    public var keys: [String] { contents.keys.map(\.string) }

    /// The members, first to last. O(members) for all steps together
    public func makeIterator() -> IndexingIterator<[Member]> {
        zip(contents.keys, contents.values).map { Member(text: $0, value: $1) }.makeIterator()
    }
}

// MARK: - Members by key

extension JSONObject {
    /// The value of a member. Assigning replaces it in place, appends a new member, or removes it (`nil`). O(1) from
    /// two dozen members on, otherwise O(members). Removing is O(members).
    public subscript(key: String) -> JSONValue? {
        get { contents.value(of: key) }
        _modify {
            let index = contents.place(of: key)
            var value: JSONValue?
            if let index {
                // The value leaves the object while it is changed, so that it is changed in place.
                contents.makeUnique()
                value = contents.unique.values[index]
                contents.unique.values[index] = .null
            }
            defer {
                switch (index, value) {
                case (let index?, let value?): contents.unique.values[index] = value
                case (nil, let value?):
                    contents.makeUnique()
                    contents.unique.append(value, key: JSONText(key))
                case (_?, nil): removeValue(forKey: key)
                case (nil, nil): break
                }
            }
            yield &value
        }
    }

    /// The index of a key, or `nil` if there is no such member.
    public func index(forKey key: String) -> Int? { contents.place(of: key) }

    /// Inserts a member at an index. Returns `false` and does nothing if the key exists already. O(members)
    @discardableResult
    public mutating func insert(_ value: JSONValue, forKey key: String, at index: Int) -> Bool {
        guard contents.place(of: key) == nil else { return false }
        contents.makeUnique()
        contents.unique.insert(value, key: JSONText(key), at: index)
        return true
    }

    /// Removes a member and returns its value, or `nil` if there is no such member. All members with the key are
    /// removed, if it was read more than once (`duplicateKeys: .keep`). O(members)
    @discardableResult
    public mutating func removeValue(forKey key: String) -> JSONValue? {
        guard let value = contents.value(of: key) else { return nil }
        contents.makeUnique()
        contents.unique.removeMembers(of: key)
        return value
    }

    /// Changes the key of a member in place, or of all members that have it. Returns `false` and does nothing if the
    /// old key is missing, or if the new one is that of another member.
    @discardableResult
    public mutating func rename(_ key: String, to newKey: String) -> Bool {
        guard let index = contents.place(of: key), [nil, index].contains(contents.place(of: newKey)) else {
            return false
        }
        contents.makeUnique()
        contents.unique.renameMembers(of: key, to: JSONText(newKey))
        return true
    }

    /// Removes the members that satisfy a condition. O(members)
    public mutating func removeAll(where isRemoved: (Member) throws -> Bool) rethrows {
        var kept: [Int] = []
        for (place, member) in enumerated() where try !isRemoved(member) { kept.append(place) }
        guard kept.count < count else { return }
        contents.makeUnique()
        contents.unique.keepMembers(at: kept)
    }

    /// Changes each value in place, in the order of the members.
    public mutating func updateEachValue<Failure: Error>(
        _ change: (String, inout JSONValue) throws(Failure) -> Void
    ) throws(Failure) {
        contents.makeUnique()
        let storage = contents.unique
        for index in storage.values.indices {
            try change(storage.keys[index].string, &storage.values[index])
        }
    }

    /// Changes the value of a member in place and returns the result of the closure, or `nil` if there is no such
    /// member.
    public mutating func updateValue<Result, Failure: Error>(
        forKey key: String, _ change: (inout JSONValue) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let index = contents.place(of: key) else { return nil }
        contents.makeUnique()
        return try change(&contents.unique.values[index])
    }
}

extension JSONObject: Equatable {
    /// Whether both have the same JSON text: the same members in the same order.
    public static func == (lhs: JSONObject, rhs: JSONObject) -> Bool { JSONValue.object(lhs) == .object(rhs) }
}
