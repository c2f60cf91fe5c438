/// The values of a document of a known shape that are computed again.
extension ShapeCache {
    /// From so many bytes on, what was computed for earlier documents is removed.
    private static var mostComputed: Int { 1 << 10 }

    /// Computes the values that are recomputed; whether all could be.
    mutating func compute(_ shape: LineShape, _ layout: ShapeLayout) -> Bool {
        if shape.computed.isEmpty { return true }
        // What was computed for earlier documents may stay a while: to remove it costs more than a short date.
        if computed.count > Self.mostComputed { computed.removeAll(keepingCapacity: true) }
        computedEnds.truncate(to: 0)
        computedEnds.append(computed.count)
        for one in shape.computed {
            let couldBeComputed = one._withUnsafeGuaranteedRef { one -> Bool in
                let isString = one.kind == .string
                if isString { computed.append(UInt8(ascii: "\"")) }
                let start = computed.count
                if let value = one.value {
                    let kind = layout.values[value].kind.jsonKind
                    guard one.compute(bytes(value, of: layout), of: kind, to: &computed) else { return false }
                } else if !combine(one, shape, layout) {
                    return false
                }
                if !isString { return true }
                if one.isWritten, !isComputedPlain(from: start), !escapeComputed(one, shape, from: start) {
                    return false
                }
                computed.append(UInt8(ascii: "\""))
                return true
            }
            if !couldBeComputed { return false }
            computedEnds.append(computed.count)
        }
        return true
    }

    /// Appends what is computed of several values, or of what has been computed; whether it could be.
    @inline(never)
    private mutating func combine(_ one: ComputedPiece, _ shape: LineShape, _ layout: ShapeLayout) -> Bool {
        var made = [UInt8]()
        swap(&made, &combined)
        defer { swap(&made, &combined) }
        made.removeAll(keepingCapacity: true)
        let isMade = withScalars(one.inputs, shape, layout) { one.compute($0, to: &made) }
        if isMade { computed += made }
        return isMade
    }

    /// Gives the last computed characters the escapes of the text, if the shape says so; whether it does.
    @inline(never)
    private mutating func escapeComputed(_ one: ComputedPiece, _ shape: LineShape, from start: Int) -> Bool {
        guard one.isEscaped, let escapes = source.map({ StringEscapes($0.arena.style) }) ?? shape.escapes else {
            return false
        }
        let characters = Array(computed[start...])
        computed.removeSubrange(start...)
        characters.withUnsafeBufferPointer { computed.appendCharacters($0, escapes) }
        return true
    }

    /// Whether the text writes the last computed characters as they are.
    private mutating func isComputedPlain(from start: Int) -> Bool {
        if computed.withUnsafeBufferPointer({ Arena.isPlain(UnsafeBufferPointer(rebasing: $0[start...])) }) {
            return true
        }
        let hasEscapes = textHasEscapes()
        return computed.withUnsafeBufferPointer {
            Arena.isPlain(UnsafeBufferPointer(rebasing: $0[start...]), inTextThat: { hasEscapes })
        }
    }

    /// Whether what was found of several scalars is found of those of this document.
    ///
    /// - `needsComputed`: Whether these are the findings of scalars that are computed first, or the others.
    @inline(__always)
    mutating func holdFindings(of shape: LineShape, _ layout: ShapeLayout, computed needsComputed: Bool) -> Bool {
        if shape.findings.isEmpty { return true }
        for finding in shape.findings {
            let holds = finding._withUnsafeGuaranteedRef { finding in
                if finding.needsComputed != needsComputed { return true }
                if needsComputed { return withScalars(finding.inputs, shape, layout) { finding.holds(for: $0) } }
                scalars.removeAll(keepingCapacity: true)
                for input in finding.inputs {
                    switch input {
                    case .value(let value):
                        scalars.append((layout.values[value].kind.jsonKind, bytes(value, of: layout)))
                    case .constant(let kind, let bytes): scalars.append((kind, UnsafeBufferPointer(bytes)))
                    case .computed: return false
                    }
                }
                return finding.holds(for: scalars)
            }
            if !holds { return false }
        }
        return true
    }

    /// Calls a function with scalars that others are made of; `false` where the characters of one are not known.
    private mutating func withScalars(
        _ inputs: [ScalarInput], _ shape: LineShape, _ layout: ShapeLayout,
        _ body: ([(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)]) -> Bool
    ) -> Bool {
        // Taken out, as a closure reads the rest.
        var scalars = [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)]()
        swap(&scalars, &self.scalars)
        defer { swap(&scalars, &self.scalars) }
        scalars.removeAll(keepingCapacity: true)
        return computed.withUnsafeBufferPointer { computed in
            for input in inputs {
                switch input {
                case .value(let value):
                    scalars.append((layout.values[value].kind.jsonKind, bytes(value, of: layout)))
                case .computed(let number, let kind):
                    let (start, end) = (computedEnds[number], computedEnds[number + 1])
                    let range = kind == .string ? start + 1..<end - 1 : start..<end
                    // The characters of one with escapes are others.
                    let isEscaped = shape.computed[number]._withUnsafeGuaranteedRef { $0.isEscaped }
                    if isEscaped, computed[range].contains(UInt8(ascii: "\\")) { return false }
                    scalars.append((kind, UnsafeBufferPointer(rebasing: computed[range])))
                case .constant(let kind, let bytes): scalars.append((kind, UnsafeBufferPointer(bytes)))
                }
            }
            return body(scalars)
        }
    }
}
