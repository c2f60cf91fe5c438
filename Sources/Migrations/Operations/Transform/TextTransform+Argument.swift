public import VersionedCodec

extension TextTransform {
    /// A text in the plan, or the text of another member.
    public enum Argument: Sendable, Equatable {
        /// This text.
        case text(String)
        /// The text at a path. The path begins where those of the operation begin, at the root of the document, or at
        /// the root of the context.
        case member(JSONPointer, in: JSONOperation.PathOrigin = .here)
    }
}

extension TextTransform.Argument {
    /// The text; of a member, as it is now.
    ///
    /// - Throws: Where there is no such member, or it is not a string.
    func text(at scope: NodeID, in context: OperationContext) throws(MigrationError) -> String {
        switch self {
        case .text(let text): return text
        case .member(let pointer, let origin):
            // For an absent member, the error names the place.
            guard let found = try context.value(at: pointer, in: origin, of: scope, Rules()) else {
                if context.isPartial {
                    throw context.tooPartial(without: pointer, tells: "what this becomes", found: scope)
                }
                throw context.error(.absent, "there is no \(pointer.shown)", at: .root)
            }
            if let text = found.string { return text }
            throw context.wrongKind(expected: "a string", found: found, at: origin == .here ? pointer : .root)
        }
    }

    /// The argument as a plan file has it.
    var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .member(let pointer, .here): ["path": .string(pointer.description)]
        case .member(let pointer, let origin): ["in": .string(origin.rawValue), "path": .string(pointer.description)]
        }
    }
}
