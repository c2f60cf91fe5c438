/// The names of types in errors.
enum TypeName {
    /// The name of a type; of coding keys with that of their model, which distinguishes one `CodingKeys` from another:
    /// `Account.CodingKeys`.
    static func short(_ type: Any.Type) -> String {
        let whole = String(reflecting: type)
        // The parts of a generic type have names, and dots, of their own.
        if whole.contains("<") || !String(describing: type).hasSuffix("CodingKeys") { return String(describing: type) }
        return names(in: whole).suffix(2).joined(separator: ".")
    }

    /// The name of the enum whose cases coding keys name: that of `Media` for `Media.CodingKeys`.
    static func ofEnum(_ keys: Any.Type) -> String {
        let names = short(keys).split(separator: ".")
        return names.count == 2 && names[1] == "CodingKeys" ? String(names[0]) : short(keys)
    }

    /// The names of types from the outermost one on. Swift writes `Module.Outer.(Private in _1A2B)` and
    /// `Module.(unknown context at $1f2e).Local`.
    private static func names(in whole: String) -> [String] {
        var names: [String] = []
        for part in whole.split(separator: ".").dropFirst() {
            if part.hasPrefix("(unknown context at ") { continue }
            let name = part.hasPrefix("(") ? part.dropFirst().prefix { $0 != " " } : part
            names.append(String(name))
        }
        return names
    }
}
