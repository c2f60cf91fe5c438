import VersionedCodec

extension MigrationPlan {
    /// All that decides about the results of the plan, without words for people. The code of bridges is not part of it.
    package var digestedParts: [String] {
        var lock = PlanLock()
        // Without a version, no version can be unknown.
        _ = try? lock.add(self)
        let versions = versions.map { version -> String in
            var writer = MemberWriter()
            writer.lock(version.normalizing, as: "normalize")
            var json = version.json
            json.object?["normalize"] = writer["normalize"]
            return json.text()
        }
        let routes = routes?.map { ([$0.from, $0.to] + $0.via).joined(separator: "\u{1F}") } ?? []
        return [name, detectionJSON?.text() ?? "", lock.file.text()] + versions + routes
    }
}

extension PlanSet {
    /// All that decides about the results of the set, without words for people; see ``MigrationPlan/digestedParts``.
    package var digestedParts: [String] {
        let pins = pins.map { pins in
            ([pins.label] + pins.versions.inOrder { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
                .joined(separator: "\u{1F}")
        }
        let entities = entities.flatMap { entity in
            [entity.name] + (entity.plan?.digestedParts ?? []) + entity.nested.map(\.contents)
        }
        return pins + entities
    }
}

extension NestedEntity {
    fileprivate var contents: String {
        var parts = entities + pointers.map(\.description) + ["\(isEach)"] + (versions ?? [])
        if let kinds {
            parts += [kinds.path.description, kinds.unknown.rawValue]
            parts += kinds.entities.inOrder { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
        }
        return parts.joined(separator: "\u{1F}")
    }
}
