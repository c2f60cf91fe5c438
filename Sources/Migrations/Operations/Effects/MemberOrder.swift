/// What an operation does to the order of members, and whether its result depends on that.
struct MemberOrder: OptionSet {
    let rawValue: UInt8

    /// The members that were there before have the same order afterwards, and no others have come.
    static let keeps = MemberOrder(rawValue: 1)
    /// Members may be in another place afterwards.
    static let moves = MemberOrder(rawValue: 2)
    /// What the operation makes depends on the order of members.
    static let shows = MemberOrder(rawValue: 4)
    /// That is the order within the places that it writes.
    static let showsOwn = MemberOrder(rawValue: 8)
    /// Elements have got a member before the others, which may have been behind them.
    static let putsFirst = MemberOrder(rawValue: 16)
}
