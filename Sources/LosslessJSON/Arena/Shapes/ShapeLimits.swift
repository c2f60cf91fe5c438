/// How many shapes a cache holds, and how long it goes on where they do not come again.
struct ShapeLimits {
    /// The maximum number of shapes of each layout, and of layouts that are compared with a text one after another.
    let most: Int
    /// Up to so many layouts are all compared with a text before it is scanned; of more, four are, and the others are
    /// found by their hash.
    var tried = 0
    /// The maximum number of layouts that are found by their hash; 0: all are compared.
    var mostFound = 0
    /// How many bytes all layouts and shapes may take, about.
    static let mostBytes = 8 << 20
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
        most: 64, tried: 16, mostFound: 4096, miss: 1, firstCredit: 16, mostCredit: 64, firstPause: 64, newLayouts: 32)

    /// The index of a child is there already, so a shape saves less, and the comparison with a layout is short. Of four
    /// optional members, children have 16 layouts; so more of them are learned. Of 40 that come equally often, 32
    /// misses bring as many hits, and the search goes on; of hundreds it ends there.
    static let children = ShapeLimits(
        most: 64, miss: 4, firstCredit: 128, mostCredit: 512, firstPause: 512, newLayouts: .max)
}
