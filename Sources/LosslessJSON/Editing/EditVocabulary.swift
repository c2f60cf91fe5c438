/// The keys and values that edits know by number: gathered once, when operations are compiled, and then never changed.
///
/// Invariants: `keys`, `literals`, `paths` and `pool` point to memory that is written before the vocabulary is shared and freed
/// with it; every range and number in them lies within them. `@unchecked Sendable` because nothing is written later.
package final class EditVocabulary: @unchecked Sendable {
    /// A key: its characters, and how it is written.
    struct Key {
        let characters: Range<Int>
        /// With its quotes.
        let written: Range<Int>
        let hash: UInt32
        /// The element that the key means in an array.
        let element: Int?
        /// Whether styles write it in different ways.
        let dependsOnStyle: Bool
    }

    /// A value that a plan writes.
    struct Literal {
        let written: Range<Int>
        let kind: JSONKind
        /// Whether styles write it in different ways.
        let dependsOnStyle: Bool
    }

    /// A list of keys.
    package struct Path: Sendable {
        package let start: Int32
        package let count: Int32

        /// The path to what holds the last key.
        package var parent: Path { Path(start: start, count: max(0, count - 1)) }
    }

    let keys: UnsafeMutablePointer<Key>
    let literals: UnsafeMutablePointer<Literal>
    let paths: UnsafeMutablePointer<Int32>
    let pool: UnsafeMutablePointer<UInt8>
    /// How many bytes the pool has.
    let poolCount: Int
    let values: [JSONValue]

    /// Gathers keys and values.
    package struct Builder {
        fileprivate var bytes: [UInt8] = []
        fileprivate var keys: [Key] = []
        fileprivate var literals: [Literal] = []
        fileprivate var values: [JSONValue] = []
        fileprivate var paths: [Int32] = []
        private var numbers: [ByteKey: Int32] = [:]

        package init() {}

        /// The number of a key.
        package mutating func key(_ text: String) -> Int32 {
            if let number = numbers[ByteKey(text)] { return number }
            let number = Int32(keys.count)
            numbers[ByteKey(text)] = number
            keys.append(
                Key(
                    characters: append(Array(text.utf8)), written: append(JSONValue.string(text).bytes()),
                    hash: KeyHash.hash(text), element: JSONPointer.index(of: text),
                    dependsOnStyle: EditVocabulary.dependsOnStyle(text)))
            return number
        }

        /// The keys of a pointer.
        package mutating func path(_ pointer: JSONPointer) -> Path {
            let keys = pointer.tokens.map { key($0) }
            defer { paths += keys }
            return Path(start: Int32(paths.count), count: Int32(keys.count))
        }

        /// The number of a value.
        package mutating func literal(_ value: JSONValue) -> Int32 {
            values.append(value)
            literals.append(
                Literal(
                    written: append(value.bytes()), kind: value.kind,
                    dependsOnStyle: value.isContainer || value.text?.spelling != nil
                        || value.string.map(EditVocabulary.dependsOnStyle) ?? false))
            return Int32(literals.count - 1)
        }

        private mutating func append(_ new: [UInt8]) -> Range<Int> {
            defer { bytes += new }
            return bytes.count..<bytes.count + new.count
        }
    }

    package init(_ builder: Builder) {
        keys = Self.memory(of: builder.keys)
        literals = Self.memory(of: builder.literals)
        paths = Self.memory(of: builder.paths)
        pool = Self.memory(of: builder.bytes)
        poolCount = builder.bytes.count
        values = builder.values
    }

    deinit {
        keys.deallocate()
        literals.deallocate()
        paths.deallocate()
        pool.deallocate()
    }

    private static func memory<Element>(of elements: [Element]) -> UnsafeMutablePointer<Element> {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
        memory.initialize(from: elements, count: elements.count)
        return memory
    }

    /// A key of a path.
    @inline(__always)
    package func key(_ place: Int32, of path: Path) -> Int32 { paths[Int(path.start &+ place)] }

    /// The last key of a path; `nil` for that of the root.
    package func lastKey(of path: Path) -> Int32? { path.count == 0 ? nil : key(path.count - 1, of: path) }

    @inline(__always)
    func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: pool + range.lowerBound, count: range.count)
    }

    /// Whether one style escapes what another does not.
    static func dependsOnStyle(_ text: String) -> Bool { text.utf8.contains { $0 == UInt8(ascii: "/") || $0 >= 0x80 } }
}
