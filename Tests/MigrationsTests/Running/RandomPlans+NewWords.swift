import Testing

@testable import Migrations
@testable import VersionedCodec

/// The words of plan format 2.
extension RandomPlans {
    mutating func newWord(depth: Int) throws -> JSONOperation {
        switch next(depth < 2 ? 13 : 10) {
        case 0: return .introduce(pointer(), ifExists: pick([.keep, .keep, .error]))
        case 1: return .pick([key(), key(), key()], in: pick([.root, pointer()]), ifAbsent: .skip, ifWrongKind: .skip)
        case 2:
            return .move(
                pointer(), to: pointer(), before: key(), ifAbsent: .skip, ifWrongKind: .skip,
                ifExists: pick([.skip, .overwrite]))
        case 3:
            return .objectToArray(
                pointer(), id: "k", value: "v", default: literal(), ifAbsent: .skip, ifWrongKind: .skip)
        case 4:
            return .sort(
                pointer(), by: pick([.root, pointer()]), missing: pick([.first, .last]), mixed: next(2) == 0,
                ifAbsent: .skip, ifWrongKind: .skip)
        case 5: return try transforming()
        case 6:
            return .lookUp(
                pointer(), in: pointer(), by: pick([pointer(), .root]), match: pick([.first, .last, .range]),
                to: "/looked", ifUnknown: .skip,
                ifTableAbsent: .skip, ifAbsent: .skip, ifExists: pick([.skip, .overwrite]))
        case 7: return .printJSON(pointer(), escapingHTML: next(2) == 0, ifAbsent: .skip, ifWrongKind: rule())
        case 8: return .calculate("/a", .plus(.member("/b", in: .here)), ifAbsent: .skip, ifWrongKind: .skip)
        case 9:
            return .partition(
                "/d", into: [("/e", .present("/a")), ("/f", nil)], noEmptyLists: next(2) == 0, ifAbsent: .skip,
                ifWrongKind: .skip)
        case 10:
            let value = pick([JSONOperation.GeneratedValue.index(), .sequence("%a", restarting: true), .sequence("%d")])
            return .each(pointer(), [.generate("/n", value, ifAbsent: .skip)], ifAbsent: .skip, ifWrongKind: .skip)
        case 11:
            return .switch(
                on: pointer(), cases: ["x": [try operation(depth: depth + 1)], "y": []], ifUnknown: .skip,
                ifAbsent: .skip)
        default:
            let test = pick([Condition.ValueTest.keyOf(pointer(), in: .document), .elementOf(pointer(), in: .here)])
            return .when(.at(pointer(), test), [try operation(depth: depth + 1)])
        }
    }

    private mutating func transforming() throws -> JSONOperation {
        let lists: [[TextTransform]] = [
            [.filter(.at("", is: .number))], [.first], [.last], [.unique([])], [.reverse], [.map([.take("/a")])],
            [.sum], [.min], [.max], [.everywhere(.present("/a"))],
        ]
        let texts: [[TextTransform]] = [
            [.slug], [.changeCase(from: .snakeCase, to: .camelCase)], [.encodeBase64], [.decodeBase64], [.uppercase],
            [.addPrefix(.member(pointer(), in: .document))],
            [.replaceMatches(try TextPattern("(?<a>[0-9]+)"), with: try TextTemplate("<{a}>"))],
        ]
        let transforms = next(2) == 0 ? pick(lists) : pick(texts)
        if next(3) == 0 { return .transform(pointer(), by: transforms, back: [], ifAbsent: .skip, ifWrongKind: .skip) }
        return .transform(pointer(), by: transforms, ifAbsent: .skip, ifWrongKind: .skip)
    }
}
