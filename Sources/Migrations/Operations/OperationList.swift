import VersionedCodec

/// A list of operations within a scope, and where a plan file has it.
struct OperationList {
    /// The member of the scope: `operations`.
    let member: String

    /// The member within that, if it is a table of lists.
    let key: String?

    let operations: [JSONOperation]

    /// The scope as which the list is among the operations within its own one, if it is not there by itself.
    let scope: JSONOperation?

    init(_ operations: [JSONOperation], in member: String, _ key: String? = nil, as scope: JSONOperation? = nil) {
        (self.operations, self.member, self.key, self.scope) = (operations, member, key, scope)
    }

    /// The tokens from the scope to the list in a plan file.
    var place: [String] { [member, key].compactMap(\.self) }

    /// Replaces the list in a scope of a plan file.
    func replace(in scope: inout JSONValue, with list: [JSONValue]) {
        let list = JSONValue.array(JSONArray(list))
        if let key { scope.object?[member]?.object?[key] = list } else { scope.object?[member] = list }
    }
}

/// The two lists of a scope of which one runs.
struct Alternatives {
    let condition: Condition

    /// The operations for values that satisfy the condition.
    let operations: [JSONOperation]

    /// The operations for other values.
    let otherwise: [JSONOperation]
}
