import Migrations

/// The command line of `changelog`, `compare` and `explain`: a plan or a set, and two of its versions.
struct RangeArguments {
    let subject: SubjectArguments

    /// The version of `--from`.
    let from: String?

    /// The version of `--to`.
    let target: String?

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.requireNoOperands()
        subject = try SubjectArguments(arguments)
        (from, target) = (arguments["--from"], arguments["--to"])
    }

    /// The plan, or the set, which has the versions. Reports errors of their files.
    func loaded() throws -> Subject {
        let loaded = try subject.loaded()
        try subject.files(loaded).require()
        try Common.require(from, in: loaded.labels, option: "--from")
        try Common.require(target, in: loaded.labels, option: "--to")
        return loaded
    }
}
