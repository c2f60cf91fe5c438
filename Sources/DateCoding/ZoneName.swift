/// The zone names that a date text may carry, all without daylight rules of their own.
///
/// GMT, UT and the North American names are those of RFC 5322 section 4.3; UTC is what programs print.
enum ZoneName: UInt8, Sendable, CaseIterable {
    case none, gmt, utc, ut, est, edt, cst, cdt, mst, mdt, pst, pdt

    /// The name as it is in a text; empty for `none`.
    var text: StaticString {
        switch self {
        case .none: ""
        case .gmt: "GMT"
        case .utc: "UTC"
        case .ut: "UT"
        case .est: "EST"
        case .edt: "EDT"
        case .cst: "CST"
        case .cdt: "CDT"
        case .mst: "MST"
        case .mdt: "MDT"
        case .pst: "PST"
        case .pdt: "PDT"
        }
    }

    /// Seconds to add to GMT, by RFC 5322 section 4.3.
    var secondsFromGMT: Int32 {
        switch self {
        case .none, .gmt, .utc, .ut: 0
        case .edt: -4 * 3600
        case .est, .cdt: -5 * 3600
        case .cst, .mdt: -6 * 3600
        case .mst, .pdt: -7 * 3600
        case .pst: -8 * 3600
        }
    }

    /// The name of three letters packed by ``packed(_:_:_:)``, or nil.
    @inline(__always)
    static func named(packed: UInt32) -> ZoneName? {
        switch packed {
        case 0x544D47: .gmt
        case 0x435455: .utc
        case 0x545345: .est
        case 0x544445: .edt
        case 0x545343: .cst
        case 0x544443: .cdt
        case 0x54534D: .mst
        case 0x54444D: .mdt
        case 0x545350: .pst
        case 0x544450: .pdt
        default: nil
        }
    }
}
