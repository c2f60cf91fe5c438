/// The names of files that are written beside the place that they are to have: `.versioned-json-RUN-LABEL.tmp`.
///
/// One without a lock was left by a run that was killed, and is removed.
package enum TemporaryName {
    private static let prefix = ".versioned-json-"
    private static let suffix = ".tmp"

    package static func matches(_ name: StoredPath) -> Bool {
        name.bytes.first == UInt8(ascii: ".") && name.bytes.starts(with: prefix.utf8) && name.hasSuffix(suffix)
    }

    /// Whether it is the name of a file of a run, whose name begins so.
    package static func matches(_ name: StoredPath, run: some Collection<UInt8>) -> Bool {
        matches(name) && name.bytes.dropFirst(prefix.utf8.count).starts(with: run)
    }

    package static func name(run: some Collection<UInt8>, label: String) -> StoredPath {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(prefix.utf8.count + run.count + 1 + label.utf8.count + suffix.utf8.count)
        bytes += prefix.utf8
        bytes += run
        bytes.append(UInt8(ascii: "-"))
        bytes += label.utf8
        bytes += suffix.utf8
        return StoredPath(bytes: bytes)
    }

    /// Removes what a killed run has left; a file that is in use is left alone, and so is one that cannot be locked or
    /// removed.
    package static func removeLeftover(_ name: StoredPath, in folder: any StorageFolder) {
        guard let file = try? folder.open(name), let facts = file.facts, facts.kind == .file, file.lock() == .locked,
            // Its owner may have renamed it before it was locked here.
            folder.facts(of: name)?.number == facts.number
        else { return }
        // Another run may have removed it.
        try? folder.remove(name)
    }
}
