import VersionedCodec

/// Some of the members of an object: the named ones, all but the named ones, those with a prefix or a suffix, or all.
struct MemberSelection: Sendable, Equatable {
    let only: [String]?
    let except: [String]?
    /// The keys begin with it outside, and are without it inside.
    let prefix: String?
    /// They end with it outside, and are without it inside.
    let suffix: String?

    /// The named ones.
    private let names: TextTable

    /// Whether members have the same keys inside and outside.
    let keepsKeys: Bool

    /// Whether members may stay inside.
    var isLimited: Bool { only != nil || except != nil }

    /// The part of a key that the member has inside; `nil` if it is not selected.
    func inside(_ key: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        if keepsKeys { return isNamed(key) ? key : nil }
        let (before, after) = ((prefix ?? "").utf8, (suffix ?? "").utf8)
        guard key.count >= before.count + after.count, key.starts(with: before),
            key.suffix(after.count).elementsEqual(after)
        else { return nil }
        let name = UnsafeBufferPointer(rebasing: key[before.count..<key.count - after.count])
        return isNamed(name) ? name : nil
    }

    /// The key of a member that comes out.
    func outside(_ name: String) -> String { keepsKeys ? name : (prefix ?? "") + name + (suffix ?? "") }

    /// Whether a member within is one of those that move.
    func isNamed(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        if only != nil { return names.place(of: name) != nil }
        return except == nil || names.place(of: name) == nil
    }

    init(only: [String]? = nil, except: [String]? = nil, prefix: String? = nil, suffix: String? = nil) {
        self.only = only
        self.except = except
        self.prefix = prefix
        self.suffix = suffix
        names = TextTable(only ?? except ?? [])
        keepsKeys = (prefix ?? "").isEmpty && (suffix ?? "").isEmpty
    }

    static func == (lhs: MemberSelection, rhs: MemberSelection) -> Bool {
        lhs.only == rhs.only && lhs.except == rhs.except && lhs.prefix == rhs.prefix && lhs.suffix == rhs.suffix
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        let only = try members.optionalKeys("members")
        if only != nil { try members.exclude("except", because: "members") }
        let except = try members.optionalKeys("except")
        let prefix = try members.optionalText("prefix")
        self.init(only: only, except: except, prefix: prefix, suffix: try members.optionalText("suffix"))
    }

    func write(to members: inout MemberWriter) {
        members["members"] = only.map { .array(JSONArray($0.map(JSONValue.key))) }
        members["except"] = except.map { .array(JSONArray($0.map(JSONValue.key))) }
        members["prefix"] = prefix.map { .string($0) }
        members["suffix"] = suffix.map { .string($0) }
    }
}
