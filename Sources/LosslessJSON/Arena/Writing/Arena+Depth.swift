/// The depth of the output, against that which may be read again.
///
/// Text that is copied is seldom deep, so only a depth near the limit is looked at.
extension Arena {
    /// Whether the output is nested deeper than it may be.
    package var isTooDeep: Bool { state.pointee.isTooDeep }

    func startWatchingDepth() {
        let limit = state.pointee.maximumDepth
        let isDeep = (document?.buffer ?? state.pointee.buffer).isDeep
        state.pointee.isTooDeep = false
        state.pointee.safeDepth = limit == .max ? .max : isDeep ? -1 : limit - IndexScanner.shallowDepth
    }

    /// Whether a value with so many containers around it is to be looked at.
    @inline(__always)
    func mayBeTooDeep(_ depth: Int) -> Bool { depth > state.pointee.safeDepth }

    /// Notes whether a value is nested deeper than it may be; each child of an opened container is looked at as it is
    /// written.
    ///
    /// - `depth`: How many containers are around it.
    @inline(never)
    func checkDepth(_ depth: Int, of node: NodeID) {
        // The next document of the shape may be another depth here.
        giveUpRecording()
        let value = self[node]
        let rest = state.pointee.maximumDepth - depth
        let isCopied = value.form == .indexed || value.form == .open && !value.isDirty
        if isCopied, value.isContainer, value.source != ArenaNode.noPlace {
            if depthInIndex(of: value.source, upTo: rest) > rest { state.pointee.isTooDeep = true }
        } else if value.isContainer, rest < 1 {
            state.pointee.isTooDeep = true
        }
    }

    /// How many containers are in each other in a value of the text; any greater number than the limit, if it is more.
    private func depthInIndex(of source: UInt32, upTo limit: Int) -> Int {
        let index = state.pointee.index
        // Each container has at least two brackets.
        if index[Int(source)].span.count < 2 * limit { return 0 }
        var (ends, deepest) = ([UInt32](), 0)
        var node = source
        while node < index[Int(source)].next, deepest <= limit {
            while let end = ends.last, end <= node { ends.removeLast() }
            if index[Int(node)].isContainer {
                ends.append(index[Int(node)].next)
                deepest = max(deepest, ends.count)
            }
            node += 1
        }
        return deepest
    }

    /// Notes whether the text of a new value is nested deeper than it may be.
    ///
    /// - `depth`: How many containers are around it.
    func checkDepth(_ depth: Int, of json: UnsafeBufferPointer<UInt8>) {
        let limit = state.pointee.maximumDepth
        if limit == .max { return }
        let rest = max(limit - depth, 0)
        // Each container has at least two brackets.
        guard json.count >= 2 * (rest + 1), let first = json.first, first == 0x7B || first == 0x5B else { return }
        let options = JSONParsingOptions(maximumDepth: rest, tolerating: .json5, duplicateKeys: .keep)
        if rest == 0 || !IndexScanner(options: options, buffer: IndexBuffer()).scan(json) {
            state.pointee.isTooDeep = true
        }
    }
}
