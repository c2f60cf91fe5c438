/// How a value is related to some places in its document.
enum PlaceShare {
    /// None of them is in it.
    case none
    /// It leads on to one of them, and may hold other values too.
    case leadsOn
    /// It is at one of them.
    case whole
}
