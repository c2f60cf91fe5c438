/// The text between the values of a document: brackets, keys, colons, commas and white space, and the kind of each
/// scalar.
///
/// A text of this layout is JSON where each scalar is one of its kind, so reading it so checks the whole grammar; UTF-8
/// is checked apart. A container that nothing has looked into may be a value, too.
///
/// Invariants: `fixed` and `values` point to memory that is written before the layout is used, and freed with it.
/// `fixed` holds the bytes before, between and after the values, in that order.
final class ShapeLayout {
    /// A scalar or a closed container that may differ, and the text before it.
    struct Value: Equatable {
        enum Kind {
            case string, number, boolean
            /// A string without escapes.
            case plainString
            /// Containers with any contents.
            case array, object
            /// No value: where a member begins, whose members may have any order.
            case start

            /// Whether a node of an index is a value of the kind.
            @inline(__always)
            func fits(_ node: IndexNode) -> Bool {
                switch self {
                case .string: node.isString
                case .plainString: node.isString && !node.isEscaped
                case .number: node.isNumber
                case .boolean: node.bool != nil
                case .array: node.isArray
                case .object: node.isObject
                case .start: false
                }
            }

            var isContainer: Bool { self == .array || self == .object }

            var jsonKind: JSONKind {
                switch self {
                case .string, .plainString: .string
                case .number: .number
                case .boolean: .boolean
                case .array: .array
                case .object: .object
                case .start: .null
                }
            }
        }

        let kind: Kind
        /// How many bytes of `fixed` are before it, from the value before on.
        let before: Int
        /// Its node in the index, counted from the first one.
        let node: UInt32
        /// How many containers are around it.
        let depth: UInt16
    }

    private let fixed: UnsafeMutableBufferPointer<UInt8>
    let values: UnsafeMutableBufferPointer<Value>
    /// The number of nodes in the index.
    private let nodes: Int
    /// The members that a document must have, if these may have any order; otherwise none.
    private let slots: [ShapeParts.Slot]
    /// The same without names: their values and fixed bytes; and the numbers of their names.
    private let slotParts: UnsafeMutableBufferPointer<(values: Range<Int>, fixed: Range<Int>)>
    let slotNames: UnsafeMutableBufferPointer<Int>

    init(_ parts: ShapeParts, nodes: Int, slotNames: [Int] = []) {
        (self.nodes, slots) = (nodes, parts.slots)
        slotParts = UnsafeMutableBufferPointer(copyOf: parts.slots.map { ($0.values, $0.fixed) })
        self.slotNames = UnsafeMutableBufferPointer(copyOf: slotNames)
        fixed = UnsafeMutableBufferPointer(copyOf: parts.fixed)
        values = UnsafeMutableBufferPointer(copyOf: parts.values)
    }

    deinit {
        fixed.deallocate()
        values.deallocate()
        slotParts.deallocate()
        slotNames.deallocate()
    }

    /// The slot that a name has; -1 if it has none.
    @inline(__always)
    func slot(of name: Int) -> Int {
        for slot in slotNames.indices where slotNames[slot] == name { return slot }
        return -1
    }

    /// How many bytes it takes, about.
    var bytes: Int { fixed.count + values.count * MemoryLayout<Value>.stride + 128 }

    /// Whether a document that has been split has the layout.
    func isSame(as parts: ShapeParts) -> Bool {
        fixed.count == parts.fixed.count && values.count == parts.values.count && slots.count == parts.slots.count
            && zip(slots, parts.slots).allSatisfy { $0.isSame(as: $1) }
            && parts.fixed.withUnsafeBufferPointer { $0.isSame(as: UnsafeBufferPointer(fixed)) }
            && values.elementsEqual(parts.values)
    }

    /// Whether a text has the layout. `ends` gets the start of the text, then where each value ends.
    ///
    /// - `containers`: Reads the containers that are values.
    func matches(
        _ text: UnsafeBufferPointer<UInt8>, _ ends: inout PlainBuffer<Int>, _ containers: inout ContainerReader
    ) -> Bool {
        ends.truncate(to: 0)
        ends.append(0)
        guard let start = text.baseAddress, text.count >= fixed.count, let known = UnsafePointer(fixed.baseAddress)
        else { return false }
        let end = start + text.count
        guard let rest = match(values.indices, known, start, end, text, &containers, { ends.append($0 - start) }) else {
            return false
        }
        let count = known + fixed.count - rest.known
        return end - rest.here == count && Self.isEqual(rest.here, rest.known, count) && UTF8Check.isValid(text)
    }

    /// Whether a member of a text is that of a slot.
    ///
    /// - `ends`: Has room for where all values end; gets those of the slot.
    func matches(
        _ slot: Int, at member: Range<Int>, of text: UnsafeBufferPointer<UInt8>, _ ends: inout PlainBuffer<Int>,
        _ containers: inout ContainerReader
    ) -> Bool {
        let slot = slotParts[slot]
        guard let start = text.baseAddress, let fixed = UnsafePointer(fixed.baseAddress) else { return false }
        var value = slot.values.lowerBound + 1
        ends[value] = member.lowerBound
        let (end, known) = (start + member.upperBound, fixed + slot.fixed.lowerBound)
        let rest = match(value..<slot.values.upperBound, known, start + member.lowerBound, end, text, &containers) {
            value += 1
            ends[value] = $0 - start
        }
        guard let rest else { return false }
        let count = fixed + slot.fixed.upperBound - rest.known
        return end - rest.here == count && Self.isEqual(rest.here, rest.known, count)
    }

    /// Passes over values, and calls a function with the end of each; what comes behind the last one, in the text and
    /// in the layout. `nil` where one is another.
    @inline(__always)
    private func match(
        _ numbers: Range<Int>, _ known: UnsafePointer<UInt8>, _ here: UnsafePointer<UInt8>,
        _ end: UnsafePointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>, _ containers: inout ContainerReader,
        _ body: (UnsafePointer<UInt8>) -> Void
    ) -> (here: UnsafePointer<UInt8>, known: UnsafePointer<UInt8>)? {
        var (here, known) = (here, known)
        for number in numbers {
            let value = values[number]
            guard end - here > value.before, Self.isEqual(here, known, value.before) else { return nil }
            here += value.before
            known += value.before
            switch value.kind {
            case .string, .plainString:
                let string = IndexScanner.string(from: here, to: end, [])
                guard let quote = string.quote, value.kind == .string || !string.isEscaped else { return nil }
                here = quote
            case .number:
                guard here.pointee == UInt8(ascii: "-") || here.pointee &- 0x30 < 10,
                    let next = IndexScanner.number(from: here, to: end, []).end
                else { return nil }
                here = next
            case .boolean:
                guard let word = IndexScanner.word(from: here, to: end), word.kind != IndexNode.null else {
                    return nil
                }
                here += word.length
            case .array, .object:
                guard here.pointee == (value.kind == .array ? UInt8(ascii: "[") : UInt8(ascii: "{")),
                    let next = containers.end(of: here, in: text, depth: Int(value.depth))
                else { return nil }
                here = next
            case .start: break
            }
            body(here)
        }
        return (here, known)
    }

    /// Whether a value of a document that has an index has the layout: the text between its scalars is the same one,
    /// and so are their kinds.
    func matches(_ part: DocumentPart, _ ends: inout PlainBuffer<Int>) -> Bool {
        ends.truncate(to: 0)
        ends.append(0)
        guard part.nodes.count == nodes, let start = part.text.baseAddress, part.text.count >= fixed.count,
            var known = UnsafePointer(fixed.baseAddress)
        else { return false }
        let first = part.index + Int(part.nodes.lowerBound)
        var end = 0
        for value in values {
            let node = first[Int(value.node)]
            let place = Int(node.offset) &- part.start
            guard value.kind.fits(node), place &- end == value.before,
                Self.isEqual(start + end, known, value.before)
            else { return false }
            known += value.before
            end = place &+ Int(node.length)
            ends.append(end)
        }
        let rest = (UnsafePointer(fixed.baseAddress) ?? known) + fixed.count - known
        return part.text.count - end == rest && Self.isEqual(start + end, known, rest)
    }

    @inline(__always)
    private static func isEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        UnsafeBufferPointer(start: left, count: count).isSame(as: UnsafeBufferPointer(start: right, count: count))
    }

    /// Where a value begins, of a text whose values end so.
    @inline(__always)
    func start(of value: Int, _ ends: borrowing PlainBuffer<Int>) -> Int { ends[value] + values[value].before }
}

extension UnsafeMutableBufferPointer {
    /// New memory with some elements, which the owner deallocates.
    init(copyOf elements: [Element]) {
        self = .allocate(capacity: elements.count)
        _ = initialize(from: elements)
    }
}
