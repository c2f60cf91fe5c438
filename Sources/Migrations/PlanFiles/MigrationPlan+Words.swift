import VersionedCodec

extension MigrationPlan {
    /// All keys, texts and tokens of paths in the plan. Keys that its steps add are among them, but for those that a
    /// rule, a bridge or code makes.
    ///
    /// - Complexity: O(plan)
    package var words: Set<String> {
        var words: Set<String> = []
        var pending = jsonParts
        while let value = pending.popLast() {
            if let object = value.object {
                for key in object.keys { words.formUnion(key.wordsOfPath) }
            } else if let string = value.string {
                words.formUnion(string.wordsOfPath)
            }
            pending += value.heldValues
        }
        return words
    }
}

extension String {
    /// The text itself, and the tokens of a path.
    fileprivate var wordsOfPath: [String] { [self] + ((try? JSONPointer(parsing: self))?.tokens ?? []) }
}
