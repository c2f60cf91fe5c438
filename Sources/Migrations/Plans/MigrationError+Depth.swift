import VersionedCodec

extension MigrationError {
    /// Fails if a result is nested deeper than the options allow: it could not be read again. O(bytes)
    static func checkDepth(of result: [UInt8], _ options: JSONParsingOptions) throws(MigrationError) {
        // Each container has at least two brackets.
        guard result.count > 2 * min(options.maximumDepth, result.count) else { return }
        var limited = JSONParsingOptions(
            maximumDepth: options.maximumDepth, tolerating: options.tolerances.union(.json5), duplicateKeys: .keep)
        func canBeRead() -> Bool {
            result.withUnsafeBufferPointer { IndexScanner(options: limited, buffer: IndexBuffer()).scan($0) }
        }
        if canBeRead() { return }
        limited.maximumDepth = .max
        guard canBeRead() else { return }
        throw MigrationError(
            .tooDeep,
            "the result would be nested deeper than \(options.maximumDepth) levels, and could not be read"
                + " again; a greater maximum depth allows it", at: nil)
    }
}
