/// One step to a value deep in a document.
enum LookupStep: Sendable {
    case member(String)
    case element(Int)

    var key: PayloadKey {
        switch self {
        case .member(let name): PayloadKey(name)
        case .element(let index): PayloadKey(index: index)
        }
    }
}

/// The value at a path of steps.
enum LookupResult<Place> {
    case found(Place)
    /// A member or element on the way is absent, or null where more steps follow.
    case absent(DecodingError)
}

/// The error of a step without a value.
enum LookupFault {
    static func missing(_ step: LookupStep, count: Int?) -> String {
        switch step {
        case .member(let name): "there is no member \(JSONValue.string(name).text())"
        case .element(let index):
            "the array has no element \(index)" + (count.map { ": it has \($0)" } ?? "")
        }
    }

    static func error(_ step: LookupStep, _ context: DecodingError.Context) -> DecodingError {
        switch step {
        case .member(let name): .keyNotFound(PayloadKey(name), context)
        case .element: .valueNotFound(Any.self, context)
        }
    }
}
