/// The document of a known shape.
///
/// Unsafe code: see ``ShapeCache``; ranges are those of the text that has matched.
extension ShapeCache {
    /// The data that the runner of operations stored with the matching shape.
    package var notes: AnyObject? { found?.notes }

    /// Appends the document.
    package func write(to result: inout [UInt8]) {
        result.append(room: most) { put(at: $0) }
    }

    /// How many bytes the document has at most.
    var most: Int {
        guard let lastFound else { return 0 }
        return lastFound._withUnsafeGuaranteedRef { shape in
            var size = text.count + shape.constants.count + computed.count
            for piece in shape.repeated { size += range(piece).count }
            return lastFoundMembers == nil ? size : size + (members?.mostCommas(shape) ?? 0)
        }
    }

    /// Writes the document to memory that has room for ``most`` bytes; how many it has.
    func put(at start: UnsafeMutablePointer<UInt8>) -> Int {
        guard let lastFound else { return 0 }
        return lastFound._withUnsafeGuaranteedRef { shape in
            if let lastFoundMembers { return putInAnyOrder(shape, lastFoundMembers, at: start) }
            return put(shape.pieces.indices, of: shape, at: start)
        }
    }

    /// Writes pieces; how many bytes they have.
    @inline(__always)
    func put(_ pieces: Range<Int>, of shape: LineShape, at start: UnsafeMutablePointer<UInt8>) -> Int {
        guard let text = text.baseAddress else { return 0 }
        var here = start
        computed.withUnsafeBufferPointer { computed in
            for number in pieces {
                let (piece, range) = (shape.pieces[number], range(shape.pieces[number]))
                let source: UnsafePointer<UInt8>? =
                    switch piece {
                    case .text: text
                    case .constant: UnsafePointer(shape.constants.baseAddress)
                    case .computed: computed.baseAddress
                    }
                if let source { here.copy(from: source + range.lowerBound, count: range.count) }
                here += range.count
            }
        }
        return here - start
    }

    /// The index of the document, which has been written, as a scan would make it; `nil` where it must be scanned.
    ///
    /// The next document of the shape gets the same memory.
    package func index(of written: UnsafeBufferPointer<UInt8>) -> IndexBuffer? {
        guard let found else { return nil }
        let index: ShapeIndex?
        if let known = found.index {
            index = known
        } else {
            index = variables(of: found).flatMap { ShapeIndex(written, $0) }
            found.index = .some(index)
        }
        return index?.index(of: written, ends, computedEnds)
    }

    /// What may differ in the results of a shape, with the ranges in this one; `nil` if that is more than scalars.
    private func variables(of shape: LineShape) -> [(variable: ShapeIndex.Variable, range: Range<Int>)]? {
        guard let layout = layouts.layout(of: shape),
            !layout.values.contains(where: \.kind.isContainer)
        else { return nil }
        var variables: [(variable: ShapeIndex.Variable, range: Range<Int>)] = []
        var here = 0
        func add(_ source: ShapeIndex.Variable.Source, at start: Int, _ count: Int) {
            variables.append((ShapeIndex.Variable(source: source, count: count), start..<start + count))
        }
        for piece in shape.pieces {
            let range = range(piece)
            switch piece {
            case .text(let start, let end):
                for value in start.value..<end.value {
                    let (first, before) = (layout.start(of: value, ends), layout.values[value].before)
                    add(.value(value, before: before), at: here + first - range.lowerBound, ends[value + 1] - first)
                }
            case .computed(let number): add(.computed(number), at: here, range.count)
            case .constant: break
            }
            here += range.count
        }
        return variables
    }

    /// The range of the bytes of a piece in its source.
    @inline(__always)
    private func range(_ piece: LineShape.Piece) -> Range<Int> {
        switch piece {
        case .text(let start, let end): range(start, end)
        case .constant(let start, let count): start..<start + count
        case .computed(let number): computedEnds[number]..<computedEnds[number + 1]
        }
    }

    @inline(__always)
    func range(_ start: LineShape.Edge, _ end: LineShape.Edge) -> Range<Int> {
        ends[start.value] + start.distance..<ends[end.value] + end.distance
    }

    /// How many bytes a computed value of the document has.
    func countOfComputed(_ number: Int) -> Int { computedEnds[number + 1] - computedEnds[number] }
}
