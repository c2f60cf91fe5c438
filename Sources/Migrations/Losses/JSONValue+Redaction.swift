package import VersionedCodec

extension JSONValue {
    /// The substitute for a value that must not be shown.
    package static let redacted = JSONValue.string(HiddenTexts.substitute)

    /// The value at a path without what must not be shown.
    ///
    /// Not a recursion: no depth of nesting can overflow the stack.
    ///
    /// - `hidden`: Texts that must not be shown anywhere.
    package func redacted(
        at path: JSONPointer, by redactions: [DecodingIssue.Redaction], hiding hidden: HiddenTexts? = nil
    ) -> JSONValue {
        if redactions.isEmpty { return self }
        // What is carried has paths of its own, in other versions.
        if redactions.contains(where: { $0.applies(to: path.tokens) }) || isCarriedData { return .redacted }
        guard var frame = RedactedContainer(self) else { return redactedScalar(hidden) }
        var place = RedactedPlace(path, redactions)
        var open: [RedactedContainer] = []
        while true {
            guard let (token, child) = frame.next else {
                let value = frame.value
                guard var outer = open.popLast() else { return value }
                outer.add(value, hidden)
                frame = outer
                place.leave()
                continue
            }
            if place.enter(token) || child.isCarriedData {
                frame.add(.redacted, hidden)
            } else if let inner = RedactedContainer(child) {
                open.append(frame)
                frame = inner
                continue
            } else {
                frame.add(child.redactedScalar(hidden), hidden)
            }
            place.leave()
        }
    }

    private func redactedScalar(_ hidden: HiddenTexts?) -> JSONValue {
        guard let hidden, let said = string ?? number.map({ _ in text() }) else { return self }
        return hidden.hide(said) ? .redacted : self
    }

    /// What a document has within and outside of what must not be shown.
    ///
    /// Not a recursion: no depth of nesting can overflow the stack.
    func parts(by redactions: [DecodingIssue.Redaction]) -> RedactedParts {
        var (parts, place) = (RedactedParts(), RedactedPlace(.root, redactions))
        if redactions.contains(where: { $0.applies(to: []) }) {
            parts.hide(self)
            return parts
        }
        var open = [RedactedContainer(self)].compactMap { $0 }
        while let last = open.indices.last {
            guard let (token, child) = open[last].next else {
                open.removeLast()
                place.leave()
                continue
            }
            open[last].done += 1
            parts.note(token, in: open[last])
            if place.enter(token) {
                parts.hide(child)
            } else if let inner = RedactedContainer(child) {
                open.append(inner)
                continue
            }
            place.leave()
        }
        return parts
    }

    /// Whether the value is carried data.
    private var isCarriedData: Bool { object?.isCarriedData == true }
}

extension JSONObject {
    /// Whether the object is carried data.
    package var isCarriedData: Bool { self["carriedFormat"] != nil && self["versions"] != nil }
}

/// What a document has within and outside of what must not be shown.
struct RedactedParts {
    /// The texts of all strings, numbers and keys within.
    private(set) var texts: Set<[UInt8]> = []

    /// The keys outside.
    private(set) var keys: Set<String> = []

    /// The number of elements of the longest array outside.
    private(set) var mostElements = 0

    fileprivate mutating func note(_ token: String, in container: RedactedContainer) {
        if container.isObject { keys.insert(token) } else { mostElements = max(mostElements, container.done) }
    }

    fileprivate mutating func hide(_ root: JSONValue) {
        var pending = [root]
        while let value = pending.popLast() {
            if let string = value.string {
                texts.insert(Array(string.utf8))
            } else if let object = value.object {
                texts.formUnion(object.map { Array($0.key.utf8) })
                pending += object.map(\.value)
            } else if let array = value.array {
                pending += array
            } else if let number = value.number {
                texts.insert(Array(number.text.utf8))
            }
        }
    }
}

/// The place of a walk over a document, at which nothing around it must be hidden.
private struct RedactedPlace {
    private var tokens: [String]
    private let redactions: [DecodingIssue.Redaction]

    init(_ path: JSONPointer, _ redactions: [DecodingIssue.Redaction]) {
        (tokens, self.redactions) = (path.tokens, redactions)
    }

    /// Enters a member or an element; returns whether it must be hidden.
    mutating func enter(_ token: String) -> Bool {
        tokens.append(token)
        return redactions.contains { $0.begins(at: tokens) }
    }

    /// Goes back to the place around it.
    mutating func leave() { _ = tokens.popLast() }
}

/// A container that is looked at child by child.
private struct RedactedContainer {
    private let object: JSONObject?
    private let keys: [String]
    private let children: [JSONValue]
    /// What is shown of an object, and of an array.
    private var members = JSONObject()
    private var elements: [JSONValue] = []
    /// The number of the last substitute for a key.
    private var substitutes = 0
    /// The number of children that were looked at.
    var done = 0

    /// `nil` for a scalar.
    init?(_ value: JSONValue) {
        guard value.isContainer else { return nil }
        object = value.object
        keys = object?.keys ?? []
        children = object?.map(\.value) ?? value.array.map { Array($0) } ?? []
    }

    var isObject: Bool { object != nil }

    /// The next child, with its key or index; `nil` if there is none left.
    var next: (token: String, value: JSONValue)? {
        guard done < children.count else { return nil }
        return (isObject ? keys[done] : String(done), children[done])
    }

    /// Adds what is shown of the next child.
    mutating func add(_ value: JSONValue, _ hidden: HiddenTexts?) {
        defer { done += 1 }
        guard let object else { return elements.append(value) }
        var key = keys[done]
        if hidden?.hide(key: key) == true {
            repeat {
                substitutes += 1
                key = substitutes == 1 ? HiddenTexts.substitute : "(redacted \(substitutes))"
            } while members[key] != nil || object[key] != nil
        }
        members[key] = value
    }

    /// The container with what was added.
    var value: JSONValue { isObject ? .object(members) : .array(JSONArray(elements)) }
}
