/// Use it for documents and for members without a model: one JSON value, ordered, lossless, copy on write, safe to
/// share between tasks.
///
/// A value keeps the original text: the order of the members, the text of each number (`1.0`, `1e3`, thirty digits),
/// and the escapes of each string. Nothing is rounded or merged until you ask for it.
///
/// ```swift
/// let song: JSONValue = ["title": "Yesterday", "seconds": 125]
/// song["title"]?.string          // "Yesterday"
/// song[at: "/seconds"]?.int      // 125
/// song.text()                    // {"title":"Yesterday","seconds":125}
/// ```
///
/// Equality (`==`) compares the JSON text: kinds, number texts, characters of strings, members in their order.
/// ``isEquivalent(to:)`` compares the meaning.
public struct JSONValue: Sendable {
    enum Storage: Sendable {
        case null
        case bool(Bool)
        case number(JSONNumber)
        case string(JSONText)
        case container(ContainerContents, isObject: Bool)
        case indexed(DocumentIndex, UInt32)
    }

    var storage: Storage

    /// Where the value begins in the bytes that it was read from, as an index has it; the greatest number where it was
    /// made in Swift.
    private var offset = UInt32.max

    init(_ storage: Storage) { self.storage = storage }

    init(_ storage: Storage, offset: Int) {
        self.storage = storage
        self.offset = UInt32(exactly: offset) ?? .max
    }

    init(_ storage: Storage, offset: UInt32) {
        self.storage = storage
        self.offset = offset
    }

    /// A value of a document, read when it is asked for.
    package init(_ index: DocumentIndex, _ node: UInt32) {
        storage = .indexed(index, node)
        offset = UInt32(truncatingIfNeeded: index.start(of: node))
    }

    /// Where the value is in a document, until it is changed.
    package var source: (index: DocumentIndex, node: UInt32)? {
        switch storage {
        case .indexed(let index, let node), .container(.indexed(let index, let node), _): (index, node)
        default: nil
        }
    }

    /// Whether both are one container: the same one of a document, or in the same memory.
    func isOneContainer(with other: JSONValue) -> Bool {
        guard let contents, let others = other.contents else { return false }
        return contents.isIdentical(to: others)
    }

    /// The byte offset of the value in the payload that it was read from, or `nil` for a value that was created in
    /// Swift.
    ///
    /// A value keeps it when it moves within a document, so an error can point to the original bytes.
    public var sourceOffset: Int? { offset == .max ? nil : Int(offset) }

    /// The value itself, remembered as one that came from the place of another: the result of a step that reads the
    /// other.
    package func comingFrom(_ other: JSONValue) -> JSONValue {
        var copy = self
        copy.offset = other.offset
        return copy
    }

    /// The value itself, remembered as one that begins at a byte of the payload, for readers that scan the text;
    /// without a place for `nil`.
    package func beginning(at offset: Int?) -> JSONValue {
        offset.map { JSONValue(storage, offset: $0) } ?? JSONValue(storage, offset: UInt32.max)
    }
}

// MARK: - Making values

extension JSONValue {
    /// `null`.
    public static let null = JSONValue(.null)

    /// `true` or `false`.
    public static func bool(_ value: Bool) -> JSONValue { JSONValue(.bool(value)) }

    /// A number, with its text as given.
    public static func number(_ number: JSONNumber) -> JSONValue { JSONValue(.number(number)) }

    /// A number that is an integer of any width.
    public static func integer(_ value: some BinaryInteger) -> JSONValue { JSONValue(.number(JSONNumber(value))) }

    /// A string.
    public static func string(_ text: String) -> JSONValue { JSONValue(.string(JSONText(text))) }

    /// A string that was spelled with escapes: what is between its quotes.
    package static func string(_ text: String, spelling: String) -> JSONValue {
        JSONValue(.string(JSONText(text, spelling: spelling)))
    }

    /// An array.
    public static func array(_ array: JSONArray) -> JSONValue { JSONValue(.container(array.contents, isObject: false)) }

    /// An object.
    public static func object(_ object: JSONObject) -> JSONValue {
        JSONValue(.container(object.contents, isObject: true))
    }
}

// MARK: - Kinds

extension JSONValue {
    /// The kind of the value. O(1)
    public var kind: JSONKind {
        switch storage {
        case .null: .null
        case .bool: .boolean
        case .number: .number
        case .string: .string
        case .container(_, let isObject): isObject ? .object : .array
        case .indexed(let index, let node): index[node].kind
        }
    }

    /// Whether the value is `null`.
    public var isNull: Bool { kind == .null }

    /// Whether the value is an array or an object.
    public var isContainer: Bool { kind == .array || kind == .object }

    /// The contents of a container.
    var contents: ContainerContents? {
        switch storage {
        case .container(let contents, _): contents
        case .indexed(let index, let node): index[node].isContainer ? .indexed(index, node) : nil
        default: nil
        }
    }

    /// The characters of a string, and how they were spelled.
    var jsonText: JSONText? {
        switch storage {
        case .string(let text): text
        case .indexed(let index, let node): index[node].isString ? JSONText(index, node) : nil
        default: nil
        }
    }
}

// MARK: - Contents

extension JSONValue {
    /// The boolean, or `nil` if the value is of another kind.
    public var bool: Bool? {
        switch storage {
        case .bool(let value): value
        case .indexed(let index, let node): index[node].bool
        default: nil
        }
    }

    /// The number, or `nil` if the value is of another kind.
    public var number: JSONNumber? {
        switch storage {
        case .number(let number): return number
        case .indexed(let index, let node):
            let found = index[node]
            return found.isNumber ? JSONNumber(checked: index.text(found.content)) : nil
        default: return nil
        }
    }

    /// The characters of the string with escapes resolved, or `nil` if the value is of another kind.
    public var string: String? { jsonText?.string }

    /// The integer, or `nil` if the value is not a number, is not whole, or does not fit. `1.0` and `1e2` are whole.
    public var int: Int? { number?.exactly(Int.self) }

    /// The array, or `nil` if the value is of another kind. It can be changed in place. Assigning `nil` makes an array
    /// `null`, and does not change a value of another kind.
    public var array: JSONArray? {
        get { kind == .array ? contents.map(JSONArray.init) : nil }
        _modify {
            var taken = array
            let wasTaken = taken != nil
            if wasTaken { storage = .null }
            defer {
                if let taken {
                    storage = .container(taken.contents, isObject: false)
                } else if wasTaken {
                    storage = .null
                }
            }
            yield &taken
        }
    }

    /// The object, or `nil` if the value is of another kind. It can be changed in place. Assigning `nil` makes an
    /// object `null`, and does not change a value of another kind.
    public var object: JSONObject? {
        get { kind == .object ? contents.map(JSONObject.init) : nil }
        _modify {
            var taken = object
            let wasTaken = taken != nil
            if wasTaken { storage = .null }
            defer {
                if let taken {
                    storage = .container(taken.contents, isObject: true)
                } else if wasTaken {
                    storage = .null
                }
            }
            yield &taken
        }
    }

    /// The value of a member, or `nil` if there is no such member or the value is not an object.
    public subscript(key: String) -> JSONValue? { object?[key] }

    /// An element, or `nil` if the index is out of range or the value is not an array. O(1)
    public subscript(index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}
