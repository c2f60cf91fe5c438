import VersionedCodec

/// What plans and runs conclude from an operation; from one without traits, little.
struct OperationTraits: OptionSet, Sendable {
    let rawValue: UInt32

    /// The members that were there before have the same order afterwards, and no others have come.
    static let keepsOrder = OperationTraits(rawValue: 1)
    /// Members may be in another place afterwards.
    static let movesMembers = OperationTraits(rawValue: 1 << 1)
    /// What the operation makes depends on the order of members.
    static let showsOrder = OperationTraits(rawValue: 1 << 2)
    /// That is the order within the places that it writes.
    static let showsOwnOrder = OperationTraits(rawValue: 1 << 3)
    /// Elements have got a member before the others, which may have been behind them.
    static let putsFirst = OperationTraits(rawValue: 1 << 4)
    /// The operation declares that the order of elements is irrelevant. A `PlaceOperation` says so in its rules.
    static let setsOrderAside = OperationTraits(rawValue: 1 << 5)
    /// The operation leaves a value alone that is of another kind than it needs. A `PlaceOperation` says so in its
    /// rules.
    static let leavesWrongKinds = OperationTraits(rawValue: 1 << 6)
    /// A value may be in two places after it.
    static let mayCopy = OperationTraits(rawValue: 1 << 7)
    /// All values that go into it come out of it, unless it records otherwise, or an operation within it loses them: on
    /// a step without a way back, it loses nothing.
    static let carriesEverything = OperationTraits(rawValue: 1 << 8)
    /// The operations within a scope are applied, in every document, to the value that the scope is applied to.
    static let staysHere = OperationTraits(rawValue: 1 << 9)
    /// The operations within a scope also run on values within those that they have run on.
    static let runsAtManyDepths = OperationTraits(rawValue: 1 << 10)
    /// The operation changes nothing, and has no way back to lose anything on.
    static let onlyRefuses = OperationTraits(rawValue: 1 << 11)
    /// Of its places, one within another may change that.
    static let partsMayNest = OperationTraits(rawValue: 1 << 12)
    /// One of its places may be moved, or changed, by what happens to another.
    static let meetsItself = OperationTraits(rawValue: 1 << 13)
    /// The operation itself looks at the document beyond the scope that it is in.
    static let readsDocument = OperationTraits(rawValue: 1 << 14)
    /// The operation itself makes values if there are none.
    static let makesValues = OperationTraits(rawValue: 1 << 15)
    /// The operation itself removes values that are made again on the way back.
    static let removesMadeValues = OperationTraits(rawValue: 1 << 16)
    /// The operation takes back what its reverse does, though the reverse of that is another one.
    static let isRestoredByReverse = OperationTraits(rawValue: 1 << 17)
    /// On a way back, the operation adds no value that was not in the document.
    static let addsNothing = OperationTraits(rawValue: 1 << 18)
    /// The operation makes nothing but one value, and leaves one alone that is there.
    static let onlyMakesAbsent = OperationTraits(rawValue: 1 << 19)
    /// What it makes is the next text of a sequence.
    static let makesSequence = OperationTraits(rawValue: 1 << 20)
    /// What it makes is a random UUID, which is never made again.
    static let makesRandomUUID = OperationTraits(rawValue: 1 << 21)

    /// Those that a scope has if an operation within it has them.
    static let ofScopes: OperationTraits = [.readsDocument, .makesValues, .removesMadeValues, .mayCopy]
}

extension JSONOperation {
    /// Whether the operation, or one within it, looks at the document beyond the scope that it is in.
    var readsDocument: Bool { traitsWithInner.contains(.readsDocument) }

    /// Whether the operation, or one within it, makes values if there are none.
    var makesValues: Bool { traitsWithInner.contains(.makesValues) }

    /// Whether the operation, or one within it, removes values that are made again on the way back.
    var removesMadeValues: Bool { traitsWithInner.contains(.removesMadeValues) }

    /// Whether a value may be in two places after the operation, or one within it.
    var mayCopy: Bool { traitsWithInner.contains(.mayCopy) }

    /// The effects of the operation; of one that compares values with what another one makes again, those of both.
    var effectsOfParts: [PlaceEffect] { body.effectsOfParts ?? body.effects }

    /// The places where the operation, on a way back, may add a value that was not in the document.
    var placesThatMayBeAdded: [JSONPointer] { traits.contains(.addsNothing) ? [] : body.placesThatMayBeAdded }

    /// Whether the operation itself declares that the order of elements is irrelevant.
    var setsOrderAside: Bool { traits.contains(.setsOrderAside) || rulesOfPlace?.anyOrder == true }

    /// Whether the operation leaves a value alone that is of another kind than it needs.
    var leavesWrongKinds: Bool { traits.contains(.leavesWrongKinds) || rulesOfPlace?.wrongKind == .skip }

    private var rulesOfPlace: Rules? { (body as? any PlaceOperation)?.rules }

    /// Whether all values that go into it come out of it, unless it records otherwise.
    var carriesEverything: Bool {
        traits.contains(.carriesEverything) && inner.allSatisfy(\.carriesEverything)
    }

    /// Whether one of two places of the operation, or of one within it, may be moved, or changed, by what happens to
    /// the other: two elements of an array, or a removed value within that it is derived from.
    var mayMeetItself: Bool {
        inner.contains(where: \.mayMeetItself) || traits.contains(.meetsItself)
            || body.effects.haveElementsBeside(orNested: traits.contains(.partsMayNest))
    }
}
