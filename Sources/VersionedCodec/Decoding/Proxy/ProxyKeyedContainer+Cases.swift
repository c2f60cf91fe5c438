/// The case of an enum that a payload names.
final class NamedCase<Key: CodingKey> {
    let key: Key
    let resolvedKey: ResolvedKey

    init(key: Key, resolvedKey: ResolvedKey) {
        self.key = key
        self.resolvedKey = resolvedKey
    }
}

extension ProxyKeyedContainer {
    /// Reads which case of an enum a payload names.
    ///
    /// - Throws: `DecodingError` if the name is missing, or is that of no case.
    func readCase(_ discriminator: Discriminator) throws {
        guard let key = discriminator.key else { return }
        decoder.context.noteName(.unknown(under: key))
        guard let members else { throw Self.missingName(key, at: codingPath) }
        let name = try ClassFamily.name(under: key, in: members, naming: "the case")
        decoder.flattening?.hasMembers = true
        guard let named = layout.key(for: name, as: Key.self) else {
            let known = layout.caseNames(Key.self)?.map { JSONValue.string($0).text() }.joined(separator: ", ")
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: members.codingPath + [PayloadKey(key)],
                    debugDescription: "\(JSONValue.string(name).text()) names no case of \(TypeName.ofEnum(Key.self))"
                        + (known.map { ": \($0)" } ?? "")))
        }
        if decoder.flattening != nil { try decoder.object.noteRead(MemberPath(member: key)) }
        decoder.context.noteName(.known(named.stringValue))
        namedCase = NamedCase(key: named, resolvedKey: try resolvedKey(of: named))
    }

    private static func missingName(_ key: String, at path: [any CodingKey]) -> DecodingError {
        .keyNotFound(
            PayloadKey(key),
            .init(
                codingPath: path,
                debugDescription: "there is no member \(JSONValue.string(key).text()), which names the case"))
    }
}
