import VersionedCodec

/// A text that is derived from another one by transforms that look at nothing else.
struct DerivedText: ScalarCombination, Equatable {
    let transforms: [TextTransform]

    func combine(
        _ scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)], to result: inout [UInt8]
    ) -> JSONKind? {
        guard let text = scalars.first.flatMap({ Self.text(of: $0, by: transforms) }) else { return nil }
        result += text.utf8
        return .string
    }

    fileprivate static func text(
        of scalar: (kind: JSONKind, characters: UnsafeBufferPointer<UInt8>), by transforms: [TextTransform]
    ) -> String? {
        guard scalar.kind == .string else { return nil }
        return TextTransform.text(String(decoding: scalar.characters, as: UTF8.self), changedBy: transforms)
    }

    /// Whether a text is what is derived from another one.
    struct Equality: ScalarFinding {
        let transforms: [TextTransform]

        func holds(for scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)]) -> Bool {
            guard scalars.count == 2, scalars[0].kind == .string else { return false }
            let derived = DerivedText.text(of: scalars[1], by: transforms)
            return derived?.utf8.elementsEqual(scalars[0].characters) == true
        }
    }

    /// Whether a derived text has all of its source.
    struct Wholeness: ScalarFinding {
        let transforms: [TextTransform]
        let isWhole: Bool

        func holds(for scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)]) -> Bool {
            guard let derived = scalars.first.flatMap({ DerivedText.text(of: $0, by: transforms) }) else {
                return false
            }
            let source = String(decoding: scalars[0].characters, as: UTF8.self)
            return DerivedText.isWhole(derived, of: source, by: transforms) == isWhole
        }
    }

    /// Whether a derived text has all of its source: it is the same, or the reverse of the transforms makes that of it.
    static func isWhole(_ derived: String, of source: String, by transforms: [TextTransform]) -> Bool {
        if derived.utf8.elementsEqual(source.utf8) { return true }
        guard let back = TransformOperation.reversed(transforms) else { return false }
        return TextTransform.text(derived, changedBy: back)?.utf8.elementsEqual(source.utf8) == true
    }
}

extension Derivation {
    /// A detached node of the text that is derived from a text, by transforms that look at nothing else, with what
    /// becomes of the source noted; `nil` where more is to be done.
    func makeText(of source: NodeID, in context: inout OperationContext) throws(MigrationError) -> NodeID? {
        let arena = context.arena
        guard let (text, original) = try text(of: source, in: context) else { return nil }
        if context.followsValues {
            let isWhole = DerivedText.isWhole(text, of: original, by: transforms)
            arena.note(DerivedText.Wholeness(transforms: transforms, isWhole: isWhole), of: [source])
            if !isWhole { context.divide(source, into: nil) }
        }
        var derived = text
        let combination = DerivedText(transforms: transforms)
        return derived.withUTF8 { arena.makeString($0, from: source, of: [source], by: combination) }
    }

    /// Whether a text is what is derived from another one, by transforms that look at nothing else; `false` where more
    /// is to be done to know it.
    func makesText(_ node: NodeID, in scope: NodeID, _ context: OperationContext) throws(MigrationError) -> Bool {
        let arena = context.arena
        let source = arena.find(from, from: scope)
        guard !source.isNone, arena.isString(node) else { return false }
        if arena.isMade(node, of: source, where: { ($0 as? DerivedText)?.transforms == transforms }) { return true }
        guard let (text, _) = try text(of: source, in: context),
            arena.withCharacters(of: node, { text.utf8.elementsEqual($0) }) == true
        else { return false }
        arena.note(DerivedText.Equality(transforms: transforms), of: [node, source])
        return true
    }

    /// What is derived from a text, and that text; nothing of it is noted.
    private func text(
        of source: NodeID, in context: OperationContext
    ) throws(MigrationError) -> (derived: String, original: String)? {
        guard !transforms.isEmpty, context.arena.isString(source),
            try Self.choose(from: source, transforms[...], context) == nil
        else { return nil }
        let original = context.arena.withoutRecording { context.arena.string(of: source) ?? "" }
        return TextTransform.text(original, changedBy: transforms).map { ($0, original) }
    }
}
