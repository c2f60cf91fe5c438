#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The names of types in errors.
enum TypePhrase {
    /// A description of a type in a payload.
    static func of(_ type: Any.Type) -> String {
        // Asking whether a type conforms is slow; these are what payloads mostly have.
        if type == String.self { return "a string" }
        if type == Bool.self { return "a boolean" }
        if type == Int.self { return "an integer" }
        if type == Double.self { return "a number" }
        if type is any BinaryInteger.Type { return "an integer" }
        if type is any BinaryFloatingPoint.Type || type == Decimal.self { return "a number" }
        if type == Date.self { return "a date" }
        if type is any ObjectShaped.Type { return "an object" }
        if type is any ArrayShaped.Type { return "an array" }
        return "\(type)"
    }
}

private protocol ObjectShaped {}
extension Dictionary: ObjectShaped {}
private protocol ArrayShaped {}
extension Array: ArrayShaped {}
