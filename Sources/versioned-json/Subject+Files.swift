import Migrations
import VersionedCodec

extension SubjectArguments {
    /// The file that the command is about, and the streams that it writes.
    ///
    /// - `writesOutput`: Whether results go to standard output.
    func files(writesOutput: Bool = true) -> FileUses {
        var files = FileUses()
        files.read(PayloadInput(path), as: isSet ? "'--set'" : "'--plan'")
        if writesOutput { files.writeStandardOutput() }
        files.writeStandardError()
        return files
    }

    /// The same, with the plans of a set.
    func files(_ loaded: Subject) -> FileUses {
        var files = files()
        files.read(plansOf: loaded)
        return files
    }
}

extension FileUses {
    /// The plans that a set names.
    mutating func read(plansOf loaded: Subject) {
        guard case .set(let loaded) = loaded else { return }
        for (entity, path) in loaded.plans { read(PayloadInput(path), as: "the plan of '\(entity.name)'") }
    }

    mutating func read(inputs: [PayloadInput]) {
        for input in inputs { read(input, as: Self.input) }
    }

    mutating func read(context: StoredPath?) {
        if let context { read(PayloadInput(context), as: "'--context'") }
    }

    static let input = "the input"

    /// Fails with a usage error where a file that is written is another one too.
    func require() throws(UsageError) {
        do throws(FileConflict) {
            try requireDifferent()
        } catch {
            throw UsageError(error.description)
        }
    }
}
