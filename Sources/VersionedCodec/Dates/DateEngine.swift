/// What a format is made of.
enum DateEngine: Sendable, Hashable {
    case pattern(DateProgram)
    case iso8601(ISO8601Reader, DateProgram)
    case mail(DateProgram)
    case http(DateProgram)
    case number(NumberDate)
    case dotNet
    case custom(AnyCustomDateFormat)

    /// Whether an offset from GMT stands in the text.
    var showsOffset: Bool {
        switch self {
        case .pattern(let program), .iso8601(_, let program): program.contains([.offset, .zoneName, .longZoneName])
        case .mail, .dotNet: true
        case .http, .number: false
        case .custom(let format): format.base.showsOffset
        }
    }

    var notation: DateNotation {
        switch self {
        case .number(let number): number.isText ? .text : .number
        case .custom(let format): format.base.notation
        default: .text
        }
    }
}
