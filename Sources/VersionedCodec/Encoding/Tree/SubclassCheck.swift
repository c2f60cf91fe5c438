/// Finds a subclass whose own members were not written.
///
/// Swift synthesises no `encode(to:)` for a subclass: it inherits its base's, which knows only the base's members,
/// without a warning. A class that has stored properties of its own, and whose object holds only keys that are declared
/// in its superclasses, is such a subclass.
enum SubclassCheck {
    /// The error for a subclass whose own members are not in what it wrote.
    static func unwritten(_ value: Any, _ model: Any.Type, keyTypes: [any CodingKey.Type]) -> String? {
        guard let own = unheld(value, model, keyTypes: keyTypes) else { return nil }
        return "\(model) inherits encode(to:) from its superclass, which does not write "
            + own.map { "\"\($0)\"" }.joined(separator: ", ") + "; \(advice)"
    }

    /// Advice on the problem.
    static let advice =
        "override encode(to:) and init(from:), let the class adopt InheritsCoding,"
        + " or say VersionFormat(checksSubclasses: false)"

    /// The stored properties of a subclass that only its superclasses have read or written; `nil` if it is not such a
    /// subclass.
    static func unheld(_ value: Any, _ model: Any.Type, keyTypes: [any CodingKey.Type]) -> [String]? {
        if model is any InheritsCoding.Type { return nil }
        let mirror = Mirror(reflecting: value)
        guard !keyTypes.isEmpty, mirror.displayStyle == .class, var superclass = mirror.superclassMirror,
            !mirror.children.isEmpty
        else { return nil }
        var names = [String(reflecting: superclass.subjectType) + "."]
        while let next = superclass.superclassMirror {
            superclass = next
            names.append(String(reflecting: next.subjectType) + ".")
        }
        let areAllInherited = keyTypes.allSatisfy { type in
            let name = String(reflecting: type)
            return names.contains { name.hasPrefix($0) }
        }
        return areAllInherited ? mirror.children.compactMap(\.label) : nil
    }
}
