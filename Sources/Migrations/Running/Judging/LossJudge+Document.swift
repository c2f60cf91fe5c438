import VersionedCodec

extension LossJudge {
    /// A document as it was given.
    enum Document {
        case value(JSONValue)
        /// The document that an arena has read, without the changes that were made there.
        case read(by: Arena)
        /// A value that an arena has read in another document, by its node in the index.
        case part(of: Arena, UInt32)

        func begin(in arena: Arena) {
            switch self {
            case .value(let value): arena.begin(value)
            case .read(let reader): arena.begin(asReadBy: reader)
            case .part(let reader, let source): arena.begin(asReadBy: reader, at: source)
            }
        }

        /// The whole document.
        var root: JSONValue {
            switch self {
            case .value(let value): value
            case .read(let reader): reader.documentValue
            case .part(let reader, let source): reader.valueAsRead(at: source)
            }
        }
    }
}
