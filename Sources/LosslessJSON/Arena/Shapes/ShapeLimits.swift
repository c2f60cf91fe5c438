/// How long a cache of shapes goes on where these do not come again.
struct ShapeLimits {
    /// So many documents without a known shape are noted at once; of later ones only those whose layouts come again.
    let early: Int
    /// A miss costs so much credit; a document of a known shape gives 1. Without credit, the search pauses.
    let miss: Int
    let firstCredit: Int
    let mostCredit: Int
    /// The first pause, in documents. Each is twice as long as the one before, up to the longest.
    let firstPause: Int
    /// After so many new layouts, containers are tried that may differ.
    let newLayouts: Int

    var longestPause: Int { firstPause * 64 }

    /// Each shape of a line saves the index and the arena.
    static let lines = ShapeLimits(
        early: 8, miss: 1, firstCredit: 16, mostCredit: 64, firstPause: 64, newLayouts: 32)

    /// The index of a child is there already, so a shape saves less, and the comparison with a layout is short. Of four
    /// optional members, children have 16 layouts; so more of them are learned. Of 40 that come equally often, 32
    /// misses bring as many hits, and the search goes on; of hundreds it ends there.
    static let children = ShapeLimits(
        early: 16, miss: 4, firstCredit: 128, mostCredit: 512, firstPause: 512, newLayouts: 96)
}
