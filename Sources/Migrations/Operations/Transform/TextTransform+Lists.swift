import VersionedCodec

/// Transforms of arrays.
extension TextTransform {
    static func texts(of value: JSONValue) -> [String]? {
        guard let array = value.array else { return nil }
        let texts = array.compactMap(\.string)
        return texts.count == array.count ? texts : nil
    }

    /// The elements without those of which an earlier one has the same. O(elements)
    static func unique(_ array: JSONArray, by places: [JSONPointer]) -> [JSONValue] {
        var seen: Set<[ByteKey?]> = []
        return array.filter { element in
            if places.isEmpty { return seen.insert([LookupCache.name(of: element)]).inserted }
            let key = places.map { element[at: $0].map(LookupCache.name) }
            return key.allSatisfy { $0 == nil } || seen.insert(key).inserted
        }
    }

    /// The sum, with as many digits after the point as the number that has the most; `nil` if an element is not a
    /// number, or is out of range.
    static func sum(of array: JSONArray) -> JSONNumber? {
        var (sum, digits) = (ExactDecimal.zero, 0)
        for element in array {
            guard let number = element.number, let decimal = ExactDecimal(number) else { return nil }
            sum = sum.plus(decimal)
            digits = Swift.max(digits, fractionDigits(of: number))
        }
        return JSONNumber(text: sum.text(fractionDigits: digits))
    }

    /// The digits after the point, as the number is written; of one with an exponent, none.
    private static func fractionDigits(of number: JSONNumber) -> Int {
        let bytes = Array(number.text.utf8)
        guard !bytes.contains(where: { $0 == 0x65 || $0 == 0x45 }), let point = bytes.firstIndex(of: 0x2E) else {
            return 0
        }
        return bytes.count - point - 1
    }

    /// The least or greatest element, the first of several; `nil` if there is none, or they are neither all numbers
    /// nor all strings.
    static func extreme(of array: JSONArray, isLeast: Bool) -> JSONValue? {
        var best: JSONValue?
        for element in array {
            guard element.number != nil || element.string != nil else { return nil }
            guard let known = best else {
                best = element
                continue
            }
            guard let isBelow = isBelow(element, known), let isAbove = Self.isBelow(known, element) else { return nil }
            if isLeast ? isBelow : isAbove { best = element }
        }
        return best
    }

    private static func isBelow(_ left: JSONValue, _ right: JSONValue) -> Bool? {
        if let left = left.number, let right = right.number { return left.isLess(than: right) }
        guard let left = left.string, let right = right.string else { return nil }
        return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}

/// Transforms that look at more than the value.
extension TextTransform {
    /// Whether only the values of an object are in the result.
    var dropsKeys: Bool {
        switch self {
        case .map, .everywhere: true
        default: false
        }
    }

    /// The changed value, or `nil` if the change is for another one.
    ///
    /// - `scope`: The place at which paths of arguments begin.
    func applied(
        to subject: Subject, at scope: NodeID, in context: OperationContext
    ) throws(MigrationError) -> Subject? {
        if context.mayLackMembers, needsAllMembers(of: subject.value) {
            throw context.notAllMembers(of: subject.value, at: .root, toTell: "what becomes of it")
        }
        if context.mayLackMembers, case .take(let pointer) = self, subject.value.mayHave(pointer) {
            throw context.undecided(without: pointer, of: subject.value)
        }
        return switch self {
        case .dropPrefix(let argument):
            TextTransform.dropPrefix(try argument.text(at: scope, in: context)).applied(to: subject)
        case .dropSuffix(let argument):
            TextTransform.dropSuffix(try argument.text(at: scope, in: context)).applied(to: subject)
        case .addPrefix(let argument):
            TextTransform.addPrefix(try argument.text(at: scope, in: context)).applied(to: subject)
        case .addSuffix(let argument):
            TextTransform.addSuffix(try argument.text(at: scope, in: context)).applied(to: subject)
        case .filter(let condition):
            try subject.value.array.map { (array) throws(MigrationError) in
                Subject.value(.array(JSONArray(try Self.filter(array, condition, context))))
            }
        case .map(let transforms):
            try Self.map(subject.value, transforms, at: scope, context).map { Subject.value(.array(JSONArray($0))) }
        case .everywhere(let condition):
            .value(.array(JSONArray(try Self.objects(in: subject.value, condition, context))))
        default: applied(to: subject)
        }
    }

    /// Whether a member that is absent from the value would change the result.
    private func needsAllMembers(of value: JSONValue) -> Bool {
        switch self {
        case .count, .keys, .map: value.kind == .object
        case .digest, .everywhere: value.hasObject
        // An element that lacks one of the members, or may have more of them, may be another one.
        case .unique(let places):
            places.isEmpty
                ? value.hasObject
                : value.array?.contains { element in places.contains { element[at: $0] == nil } } == true
        default: false
        }
    }

    private static func filter(
        _ array: JSONArray, _ condition: Condition, _ context: OperationContext
    ) throws(MigrationError) -> [JSONValue] {
        var kept: [JSONValue] = []
        for element in array where try condition.holds(for: element, in: context) { kept.append(element) }
        return kept
    }

    private static func map(
        _ value: JSONValue, _ transforms: [TextTransform], at scope: NodeID, _ context: OperationContext
    ) throws(MigrationError) -> [JSONValue]? {
        guard let elements = value.array.map(Array.init) ?? value.object?.map(\.value) else { return nil }
        var changed: [JSONValue] = []
        for element in elements {
            guard let new = try Derivation.transformed(element, by: transforms, at: scope, in: context) else {
                return nil
            }
            changed.append(new)
        }
        return changed
    }

    /// The objects within a value for which a condition holds, each before those in it. Not a recursion: no depth of
    /// nesting can overflow the stack.
    private static func objects(
        in value: JSONValue, _ condition: Condition, _ context: OperationContext
    ) throws(MigrationError) -> [JSONValue] {
        var (found, pending) = ([JSONValue](), [value])
        while let value = pending.popLast() {
            if value.kind == .object, try condition.holds(for: value, in: context) { found.append(value) }
            if let array = value.array { pending += array.reversed().filter(\.isContainer) }
            if let object = value.object { pending += object.reversed().map(\.value).filter(\.isContainer) }
        }
        return found
    }
}

extension TextTransform {
    /// Whether the transform looks at the document beyond its scope.
    @inline(never)
    var readsDocument: Bool {
        switch self {
        case .dropPrefix(.member(_, .document)), .dropSuffix(.member(_, .document)), .addPrefix(.member(_, .document)),
            .addSuffix(.member(_, .document)):
            true
        case .filter(let condition), .everywhere(let condition): condition.readsDocument
        case .map(let transforms): transforms.contains(where: \.readsDocument)
        default: false
        }
    }

    /// The places beside the value that it looks at, from the scope of the operation on.
    @inline(never)
    var places: [JSONPointer] {
        switch self {
        case .dropPrefix(.member(let pointer, .here)), .dropSuffix(.member(let pointer, .here)),
            .addPrefix(.member(let pointer, .here)), .addSuffix(.member(let pointer, .here)):
            [pointer]
        case .map(let transforms): transforms.flatMap(\.places)
        default: []
        }
    }

    /// Whether the result implies nothing about its source: a count, a sum.
    var givesNumberOfItsOwn: Bool { self == .sum || self == .count }

    /// Whether plans of format 1 cannot express the transform.
    var isNewWord: Bool {
        switch self {
        case .dropPrefix(.member), .dropSuffix(.member), .addPrefix(.member), .addSuffix(.member): true
        case .replaceMatches, .splitMatches, .slug, .changeCase, .encodeBase64, .decodeBase64, .filter, .first, .last,
            .unique, .reverse, .map, .sum, .min, .max, .everywhere:
            true
        default: false
        }
    }
}

extension [TextTransform] {
    /// The effects of the chain on places other than the value.
    func effects(_ rule: JSONOperation.UnexpectedRule) -> [PlaceEffect] {
        let elsewhere: [PlaceEffect] =
            contains(where: \.readsDocument) ? [.readsElsewhere(.document, .root, .skip)] : []
        return flatMap(\.places).map { .reads($0, rule) } + elsewhere
    }
}
