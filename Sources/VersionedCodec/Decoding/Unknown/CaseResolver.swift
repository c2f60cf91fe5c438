/// The keys of a dictionary that is decoded tolerantly, by the rule for names that are not cases.
final class CaseResolver<Key> {
    private let base: any Decoder
    private let resolve: ([String]) -> [ResolvedName<Key>]
    private var names: [ByteKey: ResolvedName<Key>] = [:]

    init(at base: any Decoder, _ resolve: @escaping ([String]) -> [ResolvedName<Key>]) {
        self.base = base
        self.resolve = resolve
    }

    /// Begins with the names of all members.
    func begin(_ all: [String]) {
        for (name, resolved) in zip(all, resolve(all)) { names[ByteKey(name)] = resolved }
    }

    /// The key of a member, and what is to be noted once its value has been read; `nil` if the member is left out.
    func key(of part: Part) -> (known: Key, note: (() -> Void)?)? {
        switch names[ByteKey(part.name)] {
        case .known(let key): return (key, nil)
        case .replaced(let key, let message): return (key, { self.note(message, part, .noted) })
        case .leftOut(let message):
            note(message, part, .skipped)
            return nil
        case .nothing, nil: return nil
        }
    }

    private func note(_ message: String, _ part: Part, _ effect: DecodingIssue.Effect) {
        if let (session, node) = part.native {
            return session.note(.unknownCase, message, at: node, expected: Key.self, effect: effect)
        }
        guard let context = base.asProxy?.context else { return }
        context.recorder.note(
            DecodingIssue(
                IssueFacts(
                    code: .unknownCase, message: message, path: JSONPointer(codingPath: part.decoder.codingPath),
                    effect: effect, version: context.registry.version.label, expected: ExpectedType(Key.self))))
    }
}
