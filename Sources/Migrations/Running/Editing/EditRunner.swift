import VersionedCodec

/// Migrates one document after another by edits over their index, in the same memory.
struct EditRunner: ~Copyable {
    var edits: IndexEdits
    private var execution: EditExecution
    /// From so many bytes on, a document is one whose memory counts: the work of its large containers is put off until they are written.
    var largeFrom = IndexEdits.large

    init(_ plan: PlanEdits, options: MigrationOptions) {
        edits = IndexEdits(plan.vocabulary, options: options.parsing)
        execution = EditExecution(plan, options: options)
    }

    /// What the last document has lost, in the order in which that came in operations.
    var losses: [Loss] { execution.losses.all }

    /// Takes facts from outside, and forgets the last document.
    mutating func begin(_ facts: JSONValue?) {
        execution.facts = facts
        execution.begin()
    }

    /// Forgets the last document; whether the memory may serve another.
    mutating func end() -> Bool {
        execution.begin()
        execution.facts = nil
        return edits.returnDocument()
    }

    /// The value that a path leads to from the root.
    func place(_ path: EditPath) -> EditPlace {
        var place = edits.root
        for index in 0..<path.count { place = edits.child(edits.vocabulary.key(index, of: path), of: place) }
        return place
    }

    // MARK: Whole documents

    /// What has become of a document.
    enum Outcome {
        case unchanged
        case written([UInt8])
        /// The sink has it.
        case handedOver
    }

    /// Migrates a document; `nil` where values must do it, or the sink has failed.
    ///
    /// - `payload`: The text as an array, where it is one.
    /// - `style`: The style of the version; `nil` for the layout that the document has.
    mutating func migrate(
        _ bytes: UnsafeBufferPointer<UInt8>, _ payload: [UInt8]?, _ plan: PlanEdits, to target: String,
        _ style: WritingStyle?, _ sink: EditSink? = nil
    ) -> (outcome: Outcome, version: (index: Int, isFound: Bool))? {
        guard begin(bytes, payload) else { return nil }
        do throws(EditLimit) {
            return try migrate(plan, to: target, style, sink, putsOff: bytes.count >= largeFrom)
        } catch {
            // Work that was put off may have been in the way of other operations.
            guard execution.hasPutOff, sink?.startOver() != false else { return nil }
        }
        do throws(EditLimit) {
            guard startOver() || begin(bytes, payload) else { return nil }
            return try migrate(plan, to: target, style, sink, putsOff: false)
        } catch {
            return nil
        }
    }

    private mutating func begin(_ bytes: UnsafeBufferPointer<UInt8>, _ payload: [UInt8]?) -> Bool {
        execution.begin()
        guard edits.begin(bytes) else { return false }
        if let payload { edits.lend(payload) }
        edits.prepare()
        return true
    }

    private mutating func startOver() -> Bool {
        execution.begin()
        return edits.startOver()
    }

    private mutating func migrate(
        _ plan: PlanEdits, to target: String, _ style: WritingStyle?, _ sink: EditSink?, putsOff: Bool
    ) throws(EditLimit) -> (outcome: Outcome, version: (index: Int, isFound: Bool)) {
        let (index, way, isFound) = try plan.version(of: self)
        let isAtTarget = plan.label(index) == target
        // What has the version, and is put into the form that it has today, gets no style where nothing changes.
        let isCompared = style != nil && isAtTarget
        execution.putOffFrom = putsOff && !isCompared ? largeFrom / 16 : .max
        defer { execution.putOffFrom = .max }
        try execution.run(way, &edits)
        if edits.isUnchanged, style == nil || isAtTarget { return (.unchanged, (index, isFound)) }
        if isCompared {
            edits.givesUpWritten = false
            defer { edits.givesUpWritten = true }
            var output: [UInt8] = []
            edits.setStyle(nil)
            try edits.write(to: &output, &execution)
            if edits.isText(output) { return (.unchanged, (index, isFound)) }
            guard startOver() else { throw EditLimit() }
            try execution.run(way, &edits)
        }
        edits.setStyle(style)
        defer { edits.setStyle(nil) }
        if let sink {
            try edits.write(to: sink, &execution)
            return (.handedOver, (index, isFound))
        }
        var output: [UInt8] = []
        try edits.write(to: &output, &execution)
        return (.written(output), (index, isFound))
    }

    // MARK: Decoding

    /// Runs the steps on a copy of a document, of which nothing is written; `nil` where values must do it.
    mutating func run(
        onCopyOf bytes: UnsafeBufferPointer<UInt8>, _ plan: PlanEdits
    ) -> (index: Int, isFound: Bool)? {
        execution.begin()
        guard edits.begin(copying: bytes) else { return nil }
        edits.prepare()
        do throws(EditLimit) {
            let (index, way, isFound) = try plan.version(of: self)
            try execution.run(way, &edits)
            return (index, isFound)
        } catch {
            return nil
        }
    }

    /// Appends the document that the steps have run on.
    mutating func write(to output: inout [UInt8]) throws(EditLimit) { try edits.write(to: &output, &execution) }
}
