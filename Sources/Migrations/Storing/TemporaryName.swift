/// The names of files that are written beside the place that they are to have: `.versioned-json-RUN-LABEL.tmp`.
///
/// One that nobody has locked was left by a run that was killed, and is removed.
package enum TemporaryName {
    private static let prefix = ".versioned-json-"
    private static let suffix = ".tmp"

    package static func matches(_ name: StoredPath) -> Bool {
        name.bytes.first == UInt8(ascii: ".") && name.bytes.starts(with: prefix.utf8) && name.hasSuffix(suffix)
    }

    package static func name(run: String, label: String) -> StoredPath {
        StoredPath("\(prefix)\(run)-\(label)\(suffix)")
    }

    /// Removes what a killed run has left; a file that is in use is left alone, and so is one that cannot be locked or
    /// removed.
    package static func removeLeftover(_ name: StoredPath, in folder: any StorageFolder) {
        guard let file = try? folder.open(name), let facts = file.facts, facts.kind == .file, file.lock() == .locked,
            // Whoever had it may have given it its name before it was locked here.
            folder.facts(of: name)?.number == facts.number
        else { return }
        // Another run may have removed it.
        try? folder.remove(name)
    }
}
