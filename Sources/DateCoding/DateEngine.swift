/// The parts of a format.
enum DateEngine: Sendable, Hashable {
    case pattern(DateProgram)
    case iso8601(ISO8601Reader, DateProgram)
    case mail(DateProgram)
    case http(DateProgram)
    case number(NumberDate)
    case dotNet
    case custom(AnyCustomDateFormat)
}
