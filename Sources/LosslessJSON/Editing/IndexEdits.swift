/// Edits over the index of one document after another: what is not edited is copied from the text when the document is written.
///
/// The same memory serves every document, so that a stream of lines costs no allocation a line.
///
/// Invariants: between `begin` and the end of `write` the caller keeps `text` where it is. `overlays` has one number for each
/// node of the document, 0 or one more than the place of its overlay. Nodes come from the index itself.
package struct IndexEdits: ~Copyable {
    package let vocabulary: EditVocabulary
    package let buffer = IndexBuffer(capacity: 256)
    private let scanner: IndexScanner
    let options: JSONParsingOptions

    var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    var nodes: UnsafeMutablePointer<IndexNode>
    var overlays = EditBuffer<Int32>(capacity: 64)
    var entries = EditBuffer<Overlay>(capacity: 16)
    var additions = EditBuffer<Addition>(capacity: 8)
    /// The containers on the way to where the operations are.
    var trail = EditBuffer<EditPlace>(capacity: 16)
    /// The document as it is written.
    var output = EditBuffer<UInt8>(capacity: 1024)
    /// The text of a document that is changed in its index, and what is new in it.
    var copy = EditBuffer<UInt8>(capacity: 1)
    let keys: UnsafeMutablePointer<EditVocabulary.Key>
    /// New values, as they are written.
    package var scratch: [UInt8] = []
    var styleOfText: WritingStyle?
    /// The style in which the document is written; `nil` for its own layout.
    var target: TargetStyle?
    /// Takes what has been written, so that it need not be kept; see `IndexEdits+Output`.
    var sink: EditSink?
    /// The line that is being written.
    var line = Line()
    /// The containers of a subtree that is being written in a style, and the keys of those whose members are sorted.
    var open = EditBuffer<OpenNode>(capacity: 16)
    var order = EditBuffer<UInt32>(capacity: 16)
    /// What a value by values has become, until it is written, which is at once.
    var made: JSONValue?
    /// The index as a document, for what is done by values.
    var document: DocumentIndex?
    /// The text as the array that it stands in.
    private var lent: [UInt8]?
    /// The first node of a scope in which a value was moved out of an array, and so of all that may be written out of order.
    private(set) var firstMoved = UInt32.max
    /// Whether written parts of the index are given up.
    package var givesUpWritten = true
    /// Whether one has been.
    var hasGivenUp = false

    /// What has been changed of a node, or of the member whose value it is.
    struct Overlay {
        let node: UInt32
        var isRemoved = false
        /// Whether something within the container has been changed.
        var isChanged = false
        var key: Int32 = -1
        var value = NewValue.none
        /// The additions to the container, in their order: the first, the last, and how many stand before all others.
        var firstAddition: Int32 = -1
        var lastAddition: Int32 = -1
        var leadingAddition: Int32 = -1
        var removedChildren: Int32 = 0
        /// Work that is put off until the value is written.
        var work: Int32 = -1
        var isWorkOfChildren = false
    }

    enum NewValue: Equatable {
        case none
        case literal(Int32)
        case scratch(start: UInt32, count: UInt32, kind: JSONKind)
        /// The value in `made`.
        case made
    }

    /// A member that an edit has added to an object.
    struct Addition {
        var key: Int32
        var value: Added
        var isRemoved = false
        var next: Int32 = -1
    }

    enum Added: Equatable {
        /// A value of the document, moved here with its edits.
        case node(UInt32)
        /// A scalar of the document as it was read, which is in its own place, too.
        case copied(UInt32)
        case new(NewValue)
        /// A new object, which holds additions only.
        case object(first: Int32, last: Int32)
    }

    /// Edits with the keys and values of a vocabulary.
    package init(_ vocabulary: EditVocabulary, options: JSONParsingOptions) {
        self.vocabulary = vocabulary
        self.options = options
        scanner = IndexScanner(options: options, buffer: buffer)
        nodes = buffer.base
        keys = vocabulary.keys
    }

    /// Scans a text; `false` where it is no JSON.
    package mutating func begin(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard scanner.scan(text) else { return false }
        self.text = text
        nodes = buffer.base
        entries.truncate(to: 0)
        additions.truncate(to: 0)
        trail.truncate(to: 0)
        if !scratch.isEmpty { scratch.removeAll(keepingCapacity: true) }
        if styleOfText != nil { styleOfText = nil }
        if document != nil { document = nil }
        if lent != nil { lent = nil }
        overlays.truncate(to: 0)
        firstMoved = .max
        hasGivenUp = false
        return true
    }

    /// Whether the memory is small enough to be kept for another document that may never come: about a megabyte.
    package var isSmall: Bool {
        buffer.capacity <= 1 << 15 && entries.count <= 1 << 13
            && copy.count + output.count + scratch.capacity <= 1 << 19
    }

    /// Makes ready for looking at the document and changing it; what a template does needs no more than the scan.
    package mutating func prepare() { overlays.fillWithZeros(buffer.count) }

    /// Whether the document is, byte for byte, some others.
    package func isText(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { IndexEdits.isEqual($0, text) }
    }

    /// Forgets all that has been changed, so that the same document can be edited anew; `false` where its index has to be made again.
    package mutating func startOver() -> Bool {
        if hasGivenUp { return false }
        entries.truncate(to: 0)
        additions.truncate(to: 0)
        trail.truncate(to: 0)
        scratch.removeAll(keepingCapacity: true)
        firstMoved = .max
        prepare()
        return true
    }

    /// Notes that a value is moved within a scope, out of an array that lies within that.
    package mutating func noteMove(within scope: EditPlace) {
        if case .node(let node) = scope { firstMoved = min(firstMoved, node) } else { firstMoved = 0 }
    }

    /// The text as the array that it stands in, for what is done by values; without it, those get a copy.
    package mutating func lend(_ bytes: [UInt8]) { lent = bytes }

    /// The index as a document.
    mutating func readDocument() -> DocumentIndex {
        if let document { return document }
        let new = DocumentIndex(bytes: lent ?? Array(text), buffer: buffer, options: options)
        document = new
        return new
    }

    /// Forgets the document; whether nobody else holds it, so that the memory of its index may serve another.
    package mutating func returnDocument() -> Bool {
        defer { (document, lent) = (nil, nil) }
        return document == nil || isKnownUniquelyReferenced(&document)
    }

    /// Whether nothing has been changed.
    package var isUnchanged: Bool { entries.count == 0 }

    /// Whether white space of the text breaks a line.
    package var breaksLines: Bool { buffer.breaksLines }

    @inline(__always)
    func overlay(_ node: UInt32) -> Overlay? {
        let place = overlays[Int(node)]
        return place == 0 ? nil : entries[Int(place) - 1]
    }

    /// Changes the overlay of a node, making one where there is none.
    @inline(__always)
    mutating func change(_ node: UInt32, _ body: (inout Overlay) -> Void) {
        if overlays[Int(node)] == 0 {
            entries.append(Overlay(node: node))
            overlays[Int(node)] = Int32(truncatingIfNeeded: entries.count)
        }
        body(&entries[Int(overlays[Int(node)]) - 1])
    }

    /// The style that something new is written in: the one asked for, or that of the text, found when it is needed.
    mutating func style() -> WritingStyle {
        if let target { return target.style }
        if let styleOfText { return styleOfText }
        let found = WritingStyle(detectedIn: text)
        styleOfText = found
        return found
    }
}
