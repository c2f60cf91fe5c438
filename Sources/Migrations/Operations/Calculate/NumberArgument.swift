public import VersionedCodec

extension JSONOperation {
    /// A number in the plan, or the number of another member.
    public enum NumberArgument: Sendable, Hashable {
        /// This number.
        case number(JSONNumber)
        /// The number at a path. The path begins where those of the operation begin, at the root of the document, or at
        /// the root of the context.
        case member(JSONPointer, in: JSONOperation.PathOrigin = .here)
    }
}

extension JSONOperation.NumberArgument: CustomStringConvertible {
    /// The number, or the path: `100`, `"/tax"`.
    public var description: String {
        switch self {
        case .number(let number): number.text
        case .member(let pointer, .here): pointer.shown
        case .member(let pointer, let origin): "\(pointer.shown) in the \(origin.rawValue)"
        }
    }

    /// The argument as a plan file has it.
    var json: JSONValue {
        switch self {
        case .number(let number): .number(number)
        case .member(let pointer, .here): ["path": .string(pointer.description)]
        case .member(let pointer, let origin): ["in": .string(origin.rawValue), "path": .string(pointer.description)]
        }
    }
}

extension MemberReader {
    /// A number, or the place of one: `{"path": "/tax"}`.
    mutating func optionalNumberArgument(_ name: String) throws(PlanFileError) -> JSONOperation.NumberArgument? {
        guard let value = try optionalValue(name) else { return nil }
        guard value.kind == .object else { return try optionalNumber(name).map { .number($0) } }
        var members = try reader(value, at: path.appending(name))
        let origin: JSONOperation.PathOrigin = try members.choice("in", default: .here)
        let pointer = try members.pointer("path", scratch: origin != .context, in: origin)
        try members.finish()
        return .member(pointer, in: origin)
    }
}
