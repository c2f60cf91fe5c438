import VersionedCodec

/// Finds out whether a way back may show that members have come back in another order.
///
/// The order of members is formatting, except where an operation makes a text or a list of them. If a change of the
/// order before that cannot be excluded, it counts.
struct ReorderedMembers {
    private var areReordered: Bool
    /// Where elements have got a member before the others, which may have been behind them.
    private var arrays: [JSONPointer] = []
    private(set) var areShown = false

    /// - Parameters:
    ///   - operations: The operations of the way back, in order.
    ///   - areReordered: Whether the members have another order before.
    init(_ operations: [JSONOperation], areReordered: Bool = false) {
        self.areReordered = areReordered
        run(operations)
    }

    private mutating func run(_ operations: [JSONOperation]) {
        for operation in operations where operation.runs && !areShown {
            let isAbove = arrays.contains { place in
                operation.written.contains { $0.isWithin(place) || place.isWithin($0) }
            }
            if operation.inner.isEmpty {
                let hasMoved = isAbove || !arrays.isEmpty && !operation.showsOrderOfItsPlace
                areShown = operation.showsOrderOfMembers && (areReordered || hasMoved)
                areReordered = areReordered || !operation.keepsOrderOfMembers || isAbove && operation.movesMembers
                if operation.body is ObjectToArrayOperation { arrays += operation.written }
            } else {
                areReordered = areReordered || isAbove
                let outer = arrays
                arrays = []
                run(operation.inner)
                // Objects may be in others, for which the operations run later.
                if operation.body is EverywhereScope || operation.body is NamedScope { run(operation.inner) }
                arrays = outer + (arrays.isEmpty ? [] : operation.written)
            }
        }
    }
}

extension JSONOperation {
    /// Whether what the operation makes depends on the order of members.
    fileprivate var showsOrderOfMembers: Bool {
        switch body {
        case is ObjectToArrayOperation, is PrintJSONOperation, is GenerateOperation: true
        // Of two members that get one key, the rule takes the first one or the last.
        case let rename as RenameKeysOperation: rename.rules.exists != .error
        case let reference as IndexToKeyOperation: reference.list.key == nil
        case let reference as KeyToIndexOperation: reference.list.key == nil
        case let derive as DeriveOperation: derive.derivation.transforms.contains(where: \.showsOrderOfMembers)
        case let transform as TransformOperation: transform.transforms.contains(where: \.showsOrderOfMembers)
        default: false
        }
    }

    /// Whether that is the order within the places that it writes.
    fileprivate var showsOrderOfItsPlace: Bool { body is ObjectToArrayOperation || body is PrintJSONOperation }

    /// Whether members may be in another place afterwards.
    fileprivate var movesMembers: Bool {
        body is RenameOperation || body is RenameKeysOperation || body is WrapOperation || body is UnwrapOperation
            || body is ArrayToObjectOperation || body is MembersToArrayOperation || body is MoveOperation
    }

    /// Whether the members that were there before have the same order afterwards, and no others have come.
    fileprivate var keepsOrderOfMembers: Bool {
        switch body {
        case is RenameOperation, is RenameKeysOperation, is RemoveOperation, is DropOperation, is PickOperation,
            is IntroduceOperation, is SetOperation, is MapValuesOperation, is ConvertOperation,
            is ReformatDateOperation, is ReformatDataOperation, is TransformOperation, is CalculateOperation,
            is RepeatTextOperation, is CountTextOperation, is IndexToKeyOperation, is KeyToIndexOperation,
            is ObjectToArrayOperation, is ArrayToObjectOperation, is PrintJSONOperation, is WrapOperation,
            is UnwrapOperation, is SortOperation,
            is MembersToArrayOperation, is RequireUniqueOperation, is RefuseOperation, is AgainOperation:
            true
        case let move as MoveOperation: move.from.parent == move.to.parent && move.before == nil
        default: false
        }
    }
}

extension TextTransform {
    fileprivate var showsOrderOfMembers: Bool {
        switch self {
        case .keys, .map, .everywhere: true
        default: false
        }
    }
}
