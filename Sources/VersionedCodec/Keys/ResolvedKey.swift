/// The resolved form of one coding key in a layout: where its member is read and written, and the rules of the member.
///
/// Made once for each key, type of keys, and version; shared by all documents.
package final class ResolvedKey: Sendable {
    /// The coding key, as Swift declares it.
    package let name: String

    /// The key in the payload, in UTF-8 without gaps; of a place that is deeper, its first step.
    let member: PayloadKey

    /// Whether ``member`` is enough: a member of the model's object on reading and writing, without a rule.
    package let isPlain: Bool

    /// Where the member is looked for on reading, in order; where it is flattened, the object itself.
    package let reading: [MemberPath]

    /// Where the member is written.
    package let writing: MemberPath

    /// Whether the members of the value are in an object that others share.
    package let isFlattened: Bool

    /// Whether it stays in the object of a subclass where the other members of its class do not.
    package let staysOutside: Bool

    /// The rules for the values in the member; `nil` if there are none.
    package let values: ValueRules?

    /// The forms that mean nil when the member is read.
    package let nilForms: KeyPlace.NilForms

    /// How nil is written.
    package let nilMembers: VersionFormat.NilMembers

    /// The value of a member that is nil.
    package let fallback: MemberDefault?

    /// The names of a case, if the keys are the cases of an enum and a discriminator names the case; the first is
    /// written.
    package let tags: [String]

    init(name: String, spelling: String, place: KeyPlace?, layout: KeyLayout?, format: VersionFormat) {
        self.name = name
        let path = place?.path ?? MemberPath(member: spelling)
        staysOutside = place?.staysOutside ?? false
        var values = place?.values ?? ValueRules()
        values.conversions = values.conversions ?? layout?.conversions
        self.values = values.unlessEmpty
        nilForms = place?.nilForms ?? format.nilForms
        nilMembers = place?.nilMembers ?? format.nilMembers
        fallback = place?.fallback
        if let discriminator = layout?.discriminator {
            // The places of cases are names.
            tags = ([place?.written, path].compactMap(\.self) + (place?.aliases ?? [])).compactMap(\.member)
            isFlattened = discriminator.payload == nil
            let payload = MemberPath(members: discriminator.payload.map { [$0] } ?? [])
            reading = [payload]
            writing = payload
        } else {
            tags = []
            isFlattened = place?.isFlattened ?? false
            reading = [path] + (place?.aliases ?? [])
            writing = place?.written ?? path
        }
        var text = reading[0].steps.first?.token ?? spelling
        text.makeContiguousUTF8()
        member = PayloadKey(text)
        isPlain =
            reading.count == 1 && reading[0].steps.count == 1 && writing == reading[0] && !isFlattened && tags.isEmpty
            && !staysOutside && self.values == nil && nilForms == .usual && fallback == nil
            && nilMembers == format.nilMembers
    }
}

/// A small number for a key of an enum, so that what belongs to it is found without hashing its name.
enum KeyTag {
    /// The number of a key; `nil` if its type has none.
    ///
    /// Unsafe code, sound because of two things that are checked: a plain value (no references, copied by its bytes) of
    /// one byte or none has no padding, so equal bytes are equal values; and `stringValue` of an enum's case is a
    /// function of the value.
    @inline(__always)
    static func tag<Key: CodingKey>(of key: Key) -> Int? {
        guard MemoryLayout<Key>.size <= 1, _isPOD(Key.self) else { return nil }
        return withUnsafeBytes(of: key) { $0.isEmpty ? 0 : Int($0[0]) }
    }
}
