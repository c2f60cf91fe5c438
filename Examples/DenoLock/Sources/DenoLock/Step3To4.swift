import Migrations
import VersionedCodec

/// The step of deno.lock that a plan file cannot say: what a dependency is called depends on all packages of the lock.
enum DenoLock {
    /// Declarative operations and custom ones, in one list; its reverse leads back.
    static let step3To4 = Migration(
        from: "3", to: "4", "Packages are at the root; dependencies are lists, in the shortest form that is clear",
        operations: [
            .custom(ShortDependencies()),
            .custom(ShortSpecifiers()),
            .scatter("packages", .only(["specifiers", "jsr", "npm"]), ifAbsent: .skip),
        ])

    /// `npm:@scope/name@1.0.0_peer@2.0.0` in its parts: up to the name, and what follows the `@` behind it.
    static func parts(of id: String) -> (name: String, version: String?) {
        let start = id.firstIndex(of: ":").map(id.index(after:)) ?? id.startIndex
        let search = id[start...].dropFirst()  // A scope begins with an `@` of its own.
        guard let mark = search.firstIndex(of: "@") else { return (id, nil) }
        return (String(id[..<mark]), String(id[id.index(after: mark)...]))
    }

    /// The ids by their names.
    static func byName(_ ids: [String]) -> [String: [String]] { Dictionary(grouping: ids) { parts(of: $0).name } }
}

/// `{"b": "b@1.0.0", "other": "d@1.0.0"}` ⇄ `["b", "other@npm:d@1.0.0"]`: a dependency is a name where the lock has one
/// version of it.
struct ShortDependencies: CustomOperation {
    let name = "shortDependencies"
    var lossClass: LossClass { .exact }
    var places: [JSONPointer] { ["/packages/npm", "/packages/jsr"] }

    func forward(_ value: inout JSONValue, in context: inout CustomContext) throws {
        let packages = DenoLock.byName(value[at: "/packages/npm"]?.object?.keys ?? [])
        try change("/packages/npm", of: &value) { dependencies, place in
            guard let map = dependencies.object else {
                throw context.unexpected("expected an object of dependencies", at: place, found: dependencies)
            }
            var list: [String] = []
            for member in map {
                guard let id = member.value.string else {
                    throw context.unexpected(
                        "expected the id of a package", at: place.appending(member.key), found: member.value)
                }
                let name = DenoLock.parts(of: id).name
                if member.key != name {
                    list.append("\(member.key)@npm:\(id)")
                } else {
                    list.append((packages[name]?.count ?? 0) == 1 ? name : id)
                }
            }
            return .array(JSONArray(list.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map(JSONValue.string)))
        }
        let specifiers = DenoLock.byName(value[at: "/packages/specifiers"]?.object?.keys ?? [])
        try change("/packages/jsr", of: &value) { dependencies, place in
            try texts(dependencies, at: place, context) { requirement in
                let name = DenoLock.parts(of: requirement).name
                return specifiers[name]?.count == 1 ? name : requirement
            }
        }
    }

    func back(_ value: inout JSONValue, in context: inout CustomContext) throws {
        let packages = DenoLock.byName(value[at: "/packages/npm"]?.object?.keys ?? [])
        try change("/packages/npm", of: &value) { dependencies, place in
            guard let list = dependencies.array else {
                throw context.unexpected("expected a list of dependencies", at: place, found: dependencies)
            }
            var map = JSONObject()
            for (index, element) in list.enumerated() {
                guard let text = element.string else {
                    throw context.unexpected("expected a text", at: place.appending(index), found: element)
                }
                let parts = DenoLock.parts(of: text)
                if let mark = text.firstRange(of: "@npm:") {
                    map[String(text[..<mark.lowerBound])] = .string(String(text[mark.upperBound...]))
                } else if parts.version != nil {
                    map[parts.name] = .string(text)
                } else if let only = packages[text], only.count == 1 {
                    map[text] = .string(only[0])
                } else {
                    throw context.unexpected(
                        "the lock has not exactly one version of \(text)", at: place.appending(index), found: element)
                }
            }
            return .object(map)
        }
        let specifiers = DenoLock.byName(value[at: "/packages/specifiers"]?.object?.keys ?? [])
        try change("/packages/jsr", of: &value) { dependencies, place in
            try texts(dependencies, at: place, context) { name in
                DenoLock.parts(of: name).version == nil ? specifiers[name]?.first ?? name : name
            }
        }
    }

    /// Changes the dependencies of each package of a registry.
    private func change(
        _ registry: JSONPointer, of value: inout JSONValue,
        _ change: (JSONValue, JSONPointer) throws -> JSONValue
    ) throws {
        guard var packages = value[at: registry]?.object else { return }
        try packages.updateEachValue { (id, package) throws in
            guard let dependencies = package["dependencies"] else { return }
            let place = registry.appending(id).appending("dependencies")
            package.object?["dependencies"] = try change(dependencies, place)
        }
        value.object?["packages"]?.object?[registry.tokens[1]] = .object(packages)
    }

    private func texts(
        _ list: JSONValue, at place: JSONPointer, _ context: CustomContext, _ change: (String) -> String
    ) throws -> JSONValue {
        guard let array = list.array else {
            throw context.unexpected("expected a list of dependencies", at: place, found: list)
        }
        return .array(JSONArray(array.map { $0.string.map { .string(change($0)) } ?? $0 }))
    }
}

/// `{"npm:a": "npm:a@3.3.4"}` ⇄ `{"npm:a": "3.3.4"}`: what a specifier stands for is of the name that it has itself.
struct ShortSpecifiers: CustomOperation {
    let name = "shortSpecifiers"
    var lossClass: LossClass { .exact }
    var places: [JSONPointer] { ["/packages/specifiers"] }

    func forward(_ value: inout JSONValue, in context: inout CustomContext) throws {
        try change(&value) { key, text in
            let (name, version) = DenoLock.parts(of: text)
            guard let version, name == DenoLock.parts(of: key).name else {
                throw context.unexpected(
                    "expected a version of \(DenoLock.parts(of: key).name)", at: place(key), found: .string(text))
            }
            return version
        }
    }

    func back(_ value: inout JSONValue, in context: inout CustomContext) throws {
        try change(&value) { key, version in "\(DenoLock.parts(of: key).name)@\(version)" }
    }

    private func place(_ key: String) -> JSONPointer { JSONPointer(["packages", "specifiers", key]) }

    private func change(_ value: inout JSONValue, _ change: (String, String) throws -> String) throws {
        guard var specifiers = value[at: "/packages/specifiers"]?.object else { return }
        try specifiers.updateEachValue { (key, value) throws in
            if let text = value.string { value = .string(try change(key, text)) }
        }
        value.object?["packages"]?.object?["specifiers"] = .object(specifiers)
    }
}
