import VersionedCodec

extension LossJudge {
    /// The losses of a value in a document that an arena has read, as a document by itself, and what its way there has
    /// recorded.
    ///
    /// - `source`: Its node in the index.
    func losses(
        ofPart source: UInt32, readBy reader: Arena
    ) throws(MigrationError) -> (losses: [Loss], records: LossRecords) {
        let memory = ArenaPool.shared.take()
        memory.arena.begin(asReadBy: reader, at: source)
        var state = MigrationState(in: memory, plan: plan, environment)
        defer { state.finish() }
        state.record(for: self)
        for step in wayThere.steps { try state.run(step.step, step) }
        try state.leaveOutUnknown(for: path.to, from: path.from)
        let result = try state.memory(path.to).arena
        return (losses(ofRun: .part(of: reader, source), becoming: result, state.records), state.records)
    }
}
