import VersionedCodec

/// Changes a document in one place at random, as somebody would who knows nothing of carried data.
struct RandomEdit {
    var random: SeededRandom
    /// Members at the root that stay as they are.
    let left: Set<String>

    init(seed: Int, leaving left: Set<String>) {
        random = SeededRandom(state: UInt64(seed))
        self.left = left
    }

    mutating func edited(_ document: JSONValue) -> JSONValue {
        guard var root = document.object else { return document }
        guard let key = root.map(\.key).filter({ !left.contains($0) }).randomElement(using: &random),
            let value = root[key]
        else { return document }
        root[key] = inner(value)
        return .object(root)
    }

    private mutating func inner(_ value: JSONValue) -> JSONValue {
        if var object = value.object, let key = object.map(\.key).randomElement(using: &random),
            let member = object[key]
        {
            if Int.random(in: 0..<8, using: &random) == 0 {
                _ = object.removeValue(forKey: key)
            } else {
                object[key] = inner(member)
            }
            return .object(object)
        }
        if let array = value.array, let index = array.indices.randomElement(using: &random) {
            var elements = Array(array)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: elements.remove(at: index)
            case 1: elements.insert(elements[index], at: 0)
            case 2: elements.swapAt(0, index)
            default: elements[index] = inner(elements[index])
            }
            return .array(JSONArray(elements))
        }
        if let text = value.string { return .string(text + "~") }
        if let number = value.int { return .integer(number &+ 1) }
        return value
    }
}
