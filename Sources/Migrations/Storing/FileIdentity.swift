/// The identity of the file at a path: two paths with one identity are one file.
enum FileIdentity: Hashable, Sendable {
    /// A regular file that is there.
    case file(FileStatus.Number)

    /// A file that is not there yet: its folder, and its name in it.
    case absent(folder: FileStatus.Number, name: StoredPath)

    /// The identity of a path; `nil` for what is not a regular file, and for what cannot be reached.
    init?(_ path: StoredPath) {
        if let status = FileStatus(at: path) {
            self.init(status)
            return
        }
        guard let target = try? FileTarget(path), case .entry(let folder, let name) = target,
            let status = folder.status
        else { return nil }
        self = .absent(folder: status.number, name: name)
    }

    /// The identity of an open file; `nil` for what is not a regular file, and for what is not open.
    init?(descriptor: SystemFile) {
        guard let status = descriptor.status else { return nil }
        self.init(status)
    }

    private init?(_ status: FileStatus) {
        guard status.isRegularFile else { return nil }
        self = .file(status.number)
    }

    /// Whether both may be one file: two names that are not there yet, and differ in upper and lower case only, are one
    /// on many disks.
    func mayBeSame(as other: FileIdentity) -> Bool {
        guard case .absent(let folder, let name) = self, case .absent(let otherFolder, let otherName) = other
        else { return self == other }
        return folder == otherFolder
            && name.description.lowercased() == otherName.description.lowercased()
    }
}
