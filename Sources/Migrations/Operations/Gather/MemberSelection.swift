import VersionedCodec

/// Some of the members of an object: the named ones, all but the named ones, those with a prefix or a suffix, or all.
struct MemberSelection: Sendable, Equatable {
    var only: [String]?
    var except: [String]?
    /// The keys begin with it outside, and are without it inside.
    var prefix: String?
    /// They end with it outside, and are without it inside.
    var suffix: String?

    /// The key of a member when it is inside; `nil` if it is not selected.
    func inside(_ key: String) -> String? {
        let (before, after) = ((prefix ?? "").utf8, (suffix ?? "").utf8)
        guard key.utf8.count >= before.count + after.count, key.utf8.starts(with: before),
            key.utf8.suffix(after.count).elementsEqual(after),
            let name = String(key.utf8.dropFirst(before.count).dropLast(after.count))
        else { return nil }
        return isNamed(name) ? name : nil
    }

    /// The key of a member that comes out; `nil` if it stays inside.
    func outside(_ name: String) -> String? { isNamed(name) ? (prefix ?? "") + name + (suffix ?? "") : nil }

    private func isNamed(_ name: String) -> Bool {
        if let only { return only.contains { $0.utf8.elementsEqual(name.utf8) } }
        return !(except ?? []).contains { $0.utf8.elementsEqual(name.utf8) }
    }

    init(only: [String]? = nil, except: [String]? = nil, prefix: String? = nil, suffix: String? = nil) {
        self.only = only
        self.except = except
        self.prefix = prefix
        self.suffix = suffix
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        only = try members.optionalKeys("members")
        if only != nil { try members.exclude("except", because: "members") }
        except = try members.optionalKeys("except")
        prefix = try members.optionalText("prefix")
        suffix = try members.optionalText("suffix")
    }

    func write(to members: inout MemberWriter) {
        members["members"] = only.map { .array(JSONArray($0.map(JSONValue.key))) }
        members["except"] = except.map { .array(JSONArray($0.map(JSONValue.key))) }
        members["prefix"] = prefix.map { .string($0) }
        members["suffix"] = suffix.map { .string($0) }
    }
}
