import VersionedCodec

/// The tree in the elements of a flat list: the roots, and the children of each element.
extension ListedTree {
    typealias Links = (roots: [Int], children: [[Int]])

    func links(of elements: [JSONValue], _ context: OperationContext) throws(MigrationError) -> Links {
        for (index, element) in elements.enumerated() where element.kind != .object {
            throw context.wrongKind(expected: "an object", found: element, at: JSONPointer([String(index)]))
        }
        return switch link {
        case .parent(let parent): try parentLinks(parent, of: elements, context)
        case .childIDs: try childLinks(of: elements, context)
        case .level(let level): try levelLinks(level, of: elements, context)
        }
    }

    private func parentLinks(
        _ parent: JSONPointer, of elements: [JSONValue], _ context: OperationContext
    ) throws(MigrationError) -> Links {
        let places = try places(of: elements, context)
        var links: Links = ([], [[Int]](repeating: [], count: elements.count))
        for (index, element) in elements.enumerated() {
            guard let parentID = element[at: parent], root.map({ !$0.isEquivalent(to: parentID) }) ?? true else {
                links.roots.append(index)
                continue
            }
            let place = JSONPointer([String(index)]).appending(parent)
            links.children[try indexOfElement(of: parentID, at: place, places, context)].append(index)
        }
        return links
    }

    private func childLinks(
        of elements: [JSONValue], _ context: OperationContext
    ) throws(MigrationError) -> Links {
        let places = try places(of: elements, context)
        var links: Links = ([], [[Int]](repeating: [], count: elements.count))
        var hasParent = [Bool](repeating: false, count: elements.count)
        for (index, element) in elements.enumerated() {
            guard let listed = element[children] else { continue }
            let place = JSONPointer([String(index), children])
            guard let ids = listed.array else {
                throw context.wrongKind(expected: "an array", found: listed, at: place)
            }
            for (number, id) in ids.enumerated() {
                let child = try indexOfElement(of: id, at: place.appending(number), places, context)
                if hasParent[child] {
                    throw context.error(
                        .duplicate, "\(id.text()) is a child of another element already", at: place.appending(number),
                        found: id)
                }
                hasParent[child] = true
                links.children[index].append(child)
            }
        }
        links.roots = elements.indices.filter { !hasParent[$0] }
        return links
    }

    private func levelLinks(
        _ level: JSONPointer, of elements: [JSONValue], _ context: OperationContext
    ) throws(MigrationError) -> Links {
        var links: Links = ([], [[Int]](repeating: [], count: elements.count))
        var ancestors: [Int] = []
        for (index, element) in elements.enumerated() {
            let place = JSONPointer([String(index)]).appending(level)
            guard let said = element[at: level] else {
                throw context.error(.absent, "there is no level", at: place, found: element)
            }
            guard let number = said.int else {
                throw context.wrongKind(expected: "a whole number", found: said, at: place)
            }
            guard number >= rootLevel, number - rootLevel <= ancestors.count else {
                let (least, most) = (rootLevel, rootLevel + ancestors.count)
                throw context.error(
                    .unexpectedValue,
                    least == most
                        ? "the level must be \(least) here, found \(number)"
                        : "the level must be from \(least) to \(most) here, found \(number)", at: place, found: said)
            }
            ancestors.removeLast(ancestors.count - (number - rootLevel))
            if let parent = ancestors.last { links.children[parent].append(index) } else { links.roots.append(index) }
            ancestors.append(index)
        }
        return links
    }

    /// The places of the elements, by their ids.
    private func places(
        of elements: [JSONValue], _ context: OperationContext
    ) throws(MigrationError) -> JSONObject {
        var places = JSONObject()
        for (index, element) in elements.enumerated() {
            let place = JSONPointer([String(index)])
            guard let id = element[at: id] else {
                throw context.error(.absent, "there is no id", at: place.appending(self.id), found: element)
            }
            guard let key = key(id) else {
                throw context.wrongKind(expected: "a string or a number", found: id, at: place.appending(self.id))
            }
            if let other = places[key]?.int {
                throw context.error(
                    .duplicate, "\(id.text()) is already the id of element \(other)", at: place.appending(self.id),
                    found: id)
            }
            places[key] = .integer(index)
        }
        return places
    }

    private func indexOfElement(
        of id: JSONValue, at place: JSONPointer, _ places: JSONObject, _ context: OperationContext
    ) throws(MigrationError) -> Int {
        if let key = key(id), let index = places[key]?.int { return index }
        throw context.error(
            .unexpectedValue, "there is no element of the id \(Loss.shortened(id.text()))", at: place, found: id)
    }
}
