public import VersionedCodec

extension PlanLock {
    /// A lock from the bytes of a lock file: `Data`, `[UInt8]`, or another sequence of bytes.
    ///
    /// - Throws: ``PlanFileError`` with line and column. A fingerprint that does not match its step is a mistake:
    ///   somebody edited the lock file.
    public init(lockFile bytes: some Sequence<UInt8>) throws(PlanFileError) {
        let document = try MemberReader.document(Array(bytes))
        var members = try MemberReader(document.root, at: .root, in: document, PlanFileEnvironment())
        let format = try members.requireFormat("lockFormat", 1...PlanLock.format, of: "lock files")
        let name = try members.text("plan")
        let steps = try members.lockedSteps()
        try members.finish()
        self.init(name: name, steps: steps, fileFormat: format)
    }

    /// A lock from the text of a lock file; see ``init(lockFile:)-(Sequence<UInt8>)``.
    public init(lockFile text: String) throws(PlanFileError) { try self.init(lockFile: text.utf8) }

    /// The lock as a lock file. Reading it gives an equal lock.
    public var file: JSONValue {
        let steps = steps.map { step -> JSONValue in
            [
                "from": .string(step.from), "to": .string(step.to), "fingerprint": .string(step.fingerprint),
                "step": step.content,
            ]
        }
        return [
            "lockFormat": .integer(fileFormat), "plan": .string(name ?? ""),
            "steps": .array(JSONArray(steps)),
        ]
    }
}

extension MemberReader {
    fileprivate mutating func lockedSteps() throws(PlanFileError) -> [PlanLock.Step] {
        let place = path.appending("steps")
        return try elements(try value("steps"), at: place) { (element, place) throws(PlanFileError) in
            var members = try reader(element, at: place)
            let step = PlanLock.Step(
                from: try members.text("from"), to: try members.text("to"), content: try members.value("step"))
            let fingerprint = try members.text("fingerprint")
            try members.finish()
            if fingerprint != step.fingerprint {
                throw members.error(
                    .invalidValue,
                    "the fingerprint is not that of the step \(step.from) → \(step.to) in this file, which is \(step.fingerprint): "
                        + "the lock file has been edited", at: place.appending("fingerprint"),
                    found: members.object["fingerprint"])
            }
            return step
        }
    }
}
