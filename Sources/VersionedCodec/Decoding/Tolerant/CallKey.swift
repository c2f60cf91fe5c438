/// Identifies one container call of an `init(from:)` in every attempt.
struct CallKey: Hashable {
    /// The kind of call.
    enum Kind: UInt8 {
        case decode, ifPresent, keyed, unkeyed, single, container, superclass
    }

    let kind: Kind

    /// The value, or the object in which it is looked for.
    let place: Place

    /// The key of a member, or the index of an element.
    let name: String

    /// The type that is asked for, or the key type of a container.
    let type: ObjectIdentifier

    /// Where a container is.
    enum Place: Hashable {
        case node(UInt32)
        case path(JSONPointer)

        init(_ decoder: any Decoder) {
            if let native = decoder.asNative ?? decoder.asProxy?.base.asNative {
                self = .node(native.node)
            } else {
                self = .path(JSONPointer(codingPath: decoder.codingPath))
            }
        }
    }
}
