/// One comparison: the same work done by this library and by a baseline.
///
/// Each side does its work `units` times in one call and returns a number that depends on the results, so that no work
/// can be left out by the optimizer; a row may ask that both numbers agree.
struct Row {
    /// `scan …`, `migrate …`, `decode …`, `encode …`, `date …`, `layer …`.
    let name: String
    /// How many dates, documents or records one call handles.
    let units: Int
    /// Bytes of input for one unit, for rows that report a throughput; nil for others.
    var bytes: Int?
    /// What the ratio ought to be at least; shown beside it.
    var target: Double?
    /// How many times as much input ours gets as the baseline, where that would take minutes; times are made
    /// comparable.
    var baselineScale = 1.0
    let ours: () throws -> Int
    let baseline: () throws -> Int
}

/// A group of rows, made only when one of its names is asked for.
struct RowGroup {
    let names: [String]
    let make: () throws -> [Row]
}
