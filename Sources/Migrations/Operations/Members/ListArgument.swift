import VersionedCodec

/// What a `use` gives for a parameter of its list.
struct ListArgument {
    let value: JSONValue

    /// The value as JSON, written once: it may be large, and in many places.
    let text: [UInt8]

    init(_ value: JSONValue) {
        self.value = value
        self.text = value.bytes(in: WritingStyle(keepsEscapes: true))
    }
}
