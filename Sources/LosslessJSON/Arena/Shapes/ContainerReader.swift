/// Reads the containers of a line that its shape says nothing about: each may be any that the options accept.
///
/// Unsafe code: places are those of the text that ``begin()`` was called for, which the caller keeps until the next
/// one.
struct ContainerReader: ~Copyable {
    private let options: JSONParsingOptions
    private let buffer = IndexBuffer()
    /// The containers of the text that were read for other layouts, which begin at ascending places; `nil` where one is
    /// not right.
    private var known: [(start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>?)] = []

    init(_ options: JSONParsingOptions) { self.options = options }

    /// Forgets the text before.
    mutating func begin() {
        if !known.isEmpty { known.removeAll(keepingCapacity: true) }
    }

    /// Where the container ends that begins at a place of a text on one line; `nil` if it is not right.
    ///
    /// - `depth`: How many containers are around it.
    @inline(never)
    mutating func end(
        of start: UnsafePointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, depth: Int
    ) -> UnsafePointer<UInt8>? {
        let place = known.partitioningIndex { $0.start >= start }
        if place < known.count, known[place].start == start { return known[place].end }
        var end: UnsafePointer<UInt8>?
        // A shape says nothing about the depth of its result, so its lines are not deep.
        var inner = options
        inner.maximumDepth = min(options.maximumDepth, IndexScanner.shallowDepth) - depth
        if let base = text.baseAddress, inner.maximumDepth > 0 {
            buffer.count = 0
            let scanner = IndexScanner(options: inner, buffer: buffer)
            end = scanner.scanValue(base, from: start, to: base + text.count)
            if buffer.breaksLines { end = nil }
        }
        known.insert((start, end), at: place)
        return end
    }
}
