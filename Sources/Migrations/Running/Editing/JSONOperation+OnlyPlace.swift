import VersionedCodec

extension JSONOperation {
    /// The place of the one value that the operation looks at and changes, and what happens where it is absent; `nil` for an operation that
    /// looks at, or changes, anything else, or the value itself that it is applied to.
    ///
    /// So the value is all that the operation needs, however large the document around it is.
    var onlyPlace: (path: JSONPointer, rules: Rules)? {
        guard !readsDocument, let place = body.onlyPlace, !place.path.isRoot else { return nil }
        return place
    }
}

extension OperationBody {
    fileprivate var onlyPlace: (path: JSONPointer, rules: Rules)? {
        switch self {
        case let value as any ValueOperation: (value.path, value.rules)
        case let transform as TransformOperation: (transform.path, transform.rules)
        case let sort as SortOperation: (sort.path, sort.rules)
        case let wrap as WrapOperation: (wrap.path, wrap.rules)
        case let unwrap as UnwrapOperation: (unwrap.path, unwrap.rules)
        case let data as ReformatDataOperation: (data.path, data.rules)
        default: nil
        }
    }
}
