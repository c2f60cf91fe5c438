import VersionedCodec

/// A whole text, its parts, and the rule between them: the common part of `split` and `join`.
struct TextParts: Sendable, Equatable {
    let whole: JSONPointer
    let parts: [JSONPointer]
    let separator: String
    let extra: JSONOperation.ExtraPartsRule

    /// Where the parts of a text are, as many as there are places; `nil` if the text does not have them.
    func ranges(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>]? {
        var separator = separator
        var all = separator.withUTF8 { TextTransform.ranges(in: text, between: $0) }
        let surplus = all.count - parts.count
        if surplus == 0 { return all }
        guard surplus > 0, let last = all.last else { return nil }
        switch extra {
        case .error: return nil
        case .first: all.replaceSubrange(...surplus, with: [all[0].lowerBound..<all[surplus].upperBound])
        case .last: all.replaceSubrange((parts.count - 1)..., with: [all[parts.count - 1].lowerBound..<last.upperBound])
        }
        return all
    }

    /// Where one of the parts is; the same as in `ranges(in:)`, without an array.
    func range(of part: Int, in text: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        if extra == .first { return ranges(in: text)?[part] }
        var separator = separator
        var (found, last, count): (Range<Int>?, Range<Int>, Int) = (nil, 0..<0, 0)
        separator.withUTF8 { mark in
            TextTransform.forEachRange(in: text, between: mark) { range in
                if count == part { found = range }
                last = range
                count += 1
            }
        }
        guard let found, count == parts.count || extra == .last && count > parts.count else { return nil }
        return part == parts.count - 1 ? found.lowerBound..<last.upperBound : found
    }

    /// Whether another rule takes each text apart as this one does, where this one can.
    func splits(as other: TextParts) -> Bool {
        parts.count == other.parts.count && separator == other.separator && (extra == other.extra || extra == .error)
    }

    /// Appends a part to a text, behind those before it.
    func append(_ part: UnsafeBufferPointer<UInt8>, to text: inout [UInt8], _ parts: inout [Range<Int>]) {
        if !parts.isEmpty { text += separator.utf8 }
        let start = text.count
        text += part
        parts.append(start..<text.count)
    }

    /// Whether a text is taken apart into these parts.
    func splits(_ text: [UInt8], into parts: [Range<Int>]) -> Bool {
        text.withUnsafeBufferPointer(ranges(in:)) == parts
    }

    /// The computation of one of the parts.
    func part(_ number: Int) -> TextPart { TextPart(places: self, number: number) }

    init(whole: JSONPointer, parts: [JSONPointer], separator: String, extra: JSONOperation.ExtraPartsRule) {
        self.whole = whole
        self.parts = parts
        self.separator = separator
        self.extra = extra
    }

    init(reading members: inout MemberReader, whole: String, parts: String) throws(PlanFileError) {
        self.whole = try members.pointer(whole, allowsRoot: false, puts: whole == "into", scratch: true)
        self.parts = try members.pointers(parts, puts: whole == "from", scratch: true)
        separator = try members.text("separator")
        if separator.isEmpty, whole == "from" { throw members.fault("must not be empty", in: "separator") }
        extra = try members.choice("extraParts", default: .error)
    }

    func write(to members: inout MemberWriter, whole: String, parts: String) {
        members[whole] = .string(self.whole.description)
        members[parts] = .array(JSONArray(self.parts.map { .string($0.description) }))
        members["separator"] = .string(separator)
        if extra != .error { members["extraParts"] = .string(extra.rawValue) }
    }
}

/// Makes one part of a text.
struct TextPart: ScalarComputation {
    let places: TextParts
    let number: Int

    func compute(
        _ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to result: inout [UInt8]
    ) -> JSONKind? {
        guard kind == .string, let range = places.range(of: number, in: characters) else { return nil }
        result.append(contentsOf: UnsafeBufferPointer(rebasing: characters[range]))
        return .string
    }
}

/// Makes a text of its parts, if taking it apart gives them back.
struct JoinedText: ScalarCombination {
    let places: TextParts

    func combine(
        _ scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)], to result: inout [UInt8]
    ) -> JSONKind? {
        var joined: [UInt8] = []
        var parts: [Range<Int>] = []
        for scalar in scalars {
            if scalar.kind != .string { return nil }
            places.append(scalar.characters, to: &joined, &parts)
        }
        guard places.splits(joined, into: parts) else { return nil }
        result += joined
        return .string
    }

    func scalar(madeAgainBy computation: any ScalarComputation) -> Int? {
        guard let part = computation as? TextPart, places.splits(as: part.places) else { return nil }
        return part.number
    }
}
