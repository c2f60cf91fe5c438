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

    /// The plan, or the set, which has the versions; an error has been reported.
    func loaded() throws -> Result<Subject, Reported> {
        let loaded = try subject.loaded()
        guard case .success(let found) = loaded else { return loaded }
        try subject.files(found).require()
        try Common.require(from, in: found.labels, option: "--from")
        try Common.require(target, in: found.labels, option: "--to")
        return loaded
    }
}
