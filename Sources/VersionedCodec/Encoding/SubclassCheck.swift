/// Finds a subclass whose own members nobody wrote.
///
/// Swift synthesises no `encode(to:)` for a subclass: it inherits its base's, which knows only the base's members, and the
/// compiler says nothing. A class that has stored properties of its own, and whose object holds only keys that are declared
/// in its superclasses, is such a one.
enum SubclassCheck {
    /// The error for a subclass whose own members are not in what it wrote.
    static func unwritten(_ value: Any, _ model: Any.Type, keyTypes: [any CodingKey.Type]) -> String? {
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
        guard areAllInherited else { return nil }
        let own = mirror.children.compactMap(\.label).map { "\"\($0)\"" }.joined(separator: ", ")
        return "\(model) inherits encode(to:) from its superclass, which does not write \(own);"
            + " override encode(to:) and init(from:), or say VersionFormat(checksSubclasses: false)"
    }
}
