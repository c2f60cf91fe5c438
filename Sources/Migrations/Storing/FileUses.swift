package import VersionedCodec

/// The files that a program will read and write, compared before it writes any of them.
///
/// ```swift
/// var files = FileUses()
/// files.read(PayloadInput("orders.json"), as: "the input")
/// files.write("plan.json", as: "--output")
/// files.read(PayloadInput("./plan.json"), as: "--plan")
/// try files.requireDifferent()
/// // --output and --plan name the same file: "plan.json" and "./plan.json"
/// ```
///
/// Files are compared by identity, through symbolic and hard links, and not by name. A file that does not exist yet is
/// compared by its folder and name. A file that is only read may be named several times, and so may files that are not
/// regular (`/dev/null`, a terminal, a pipe).
package struct FileUses: Sendable {
    private struct Use {
        /// The role of the file in the program, such as `--output`.
        let role: String
        /// Its name; `nil` for a stream of the process.
        let name: String?
        let identity: FileIdentity
        let isWritten: Bool
        /// The role of what the file may replace.
        var replaced: String?
        /// The open file that it is, where it is one.
        var descriptor: Int32?
    }

    private var uses: [Use] = []
    /// The roles of standard input, which can be read only once.
    private var standardInputs: [String] = []

    /// No files.
    package init() {}

    /// A file that is read.
    package mutating func read(_ input: PayloadInput, as role: String) {
        if input == PayloadInput("-") { standardInputs.append(role) }
        guard let identity = input.identity else { return }
        let name = input == PayloadInput("-") ? nil : input.name
        uses.append(Use(role: role, name: name, identity: identity, isWritten: false))
    }

    /// A file that is written.
    ///
    /// - `replaced`: The role of an input that may be the same file, because it is read before the new file replaces
    ///   it.
    package mutating func write(_ path: StoredPath, as role: String, replacing replaced: String? = nil) {
        guard let identity = FileIdentity(path) else { return }
        var use = Use(role: role, name: path.description, identity: identity, isWritten: true, replaced: replaced)
        // A file that is open already is not replaced, but written in place.
        if case .descriptor(let descriptor) = try? FileTarget(path) {
            (use.descriptor, use.replaced) = (descriptor, nil)
        }
        uses.append(use)
    }

    /// Standard output, which is written. It may be the same file as standard error.
    package mutating func writeStandardOutput() { write(.standardOutput, 1, as: "standard output") }

    /// Standard error, which is written. It may be the same file as standard output.
    package mutating func writeStandardError() { write(.standardError, 2, as: "standard error") }

    private mutating func write(_ file: SystemFile, _ descriptor: Int32, as role: String) {
        guard let identity = FileIdentity(descriptor: file) else { return }
        uses.append(Use(role: role, name: nil, identity: identity, isWritten: true, descriptor: descriptor))
    }

    /// Fails if a file that is written is also read, or is written in two roles, and if standard input is to be read
    /// twice.
    ///
    /// - Throws: ``FileConflict`` with the first two.
    /// - Complexity: O(files × written files)
    package func requireDifferent() throws(FileConflict) {
        if standardInputs.count > 1 {
            throw FileConflict(roles: Array(standardInputs.prefix(2)), names: [], isOfStandardInput: true)
        }
        for (place, written) in uses.enumerated() where written.isWritten {
            for (otherPlace, other) in uses.enumerated() where otherPlace > place || !other.isWritten {
                guard written.identity.mayBeSame(as: other.identity), !Self.mayBeOne(written, other) else { continue }
                throw FileConflict(roles: [written.role, other.role], names: [written.name, other.name])
            }
        }
    }

    private static func mayBeOne(_ first: Use, _ second: Use) -> Bool {
        if first.isWritten && second.isWritten {
            // Messages may go where results go, and `/dev/stderr` is where they go.
            let streams = [first, second].filter { $0.name == nil }
            return streams.count == 2 || first.descriptor == 2 && second.descriptor == 2
        }
        return first.replaced == second.role || second.replaced == first.role
    }
}

/// Two files of a program that are the same, at least one of which would be written, or both of which are standard
/// input.
package struct FileConflict: DiagnosableError, Equatable {
    /// The two roles of the file.
    package let roles: [String]

    /// Its two names; `nil` for a stream of the process.
    package let names: [String?]

    /// Whether standard input would be read twice.
    package var isOfStandardInput = false

    /// The parts of the error.
    package var diagnostic: Diagnostic {
        if isOfStandardInput {
            let uses = Set(roles).count == 1 ? "\(roles[0]) twice" : roles.joined(separator: " and ")
            return Diagnostic(message: "standard input can be read only once, and is named as \(uses)")
        }
        var shown: [String] = []
        for name in names.compactMap({ $0 }) where !shown.contains(name) { shown.append(name) }
        let files = shown.isEmpty ? "" : ": " + shown.map { "'\($0)'" }.joined(separator: " and ")
        return Diagnostic(message: "\(roles.joined(separator: " and ")) are the same file\(files)")
    }
}
