public import VersionedCodec

extension JSONOperation {
    /// Changes a text or an array in place.
    ///
    /// ```swift
    /// .transform("/id", by: [.addPrefix("user-")])
    /// // {"id": "7"}  →  {"id": "user-7"}
    /// ```
    ///
    /// - `back`: The chain of the way back; by default the reverse of each transform. A value that the way back would
    ///   not restore is a loss.
    ///
    /// Loss class: exact if each transform has an exact reverse and no rule skips a wrong kind, otherwise captures.
    /// Reverse: transforms back, or nothing.
    public static func transform(
        _ path: JSONPointer, by transforms: [TextTransform], back: [TextTransform]? = nil,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(
            TransformOperation(
                path: path, transforms: transforms, back: back, rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind)))
    }
}

struct TransformOperation: OperationBody, LosingComputation {
    static let name = "transform"

    let path: JSONPointer
    let transforms: [TextTransform]
    let back: [TextTransform]?
    let rules: Rules
    private let wayBack: [TextTransform]?

    init(path: JSONPointer, transforms: [TextTransform], back: [TextTransform]?, rules: Rules) {
        (self.path, self.transforms, self.back, self.rules) = (path, transforms, back, rules)
        wayBack = back ?? Self.reversed(transforms)
    }

    var description: String { "transform \(path.shown)" }
    var written: [JSONPointer] { [path] }
    private var looksElsewhere: Bool {
        transforms.contains(where: \.readsDocument) || back?.contains(where: \.readsDocument) == true
    }
    var newWord: String? {
        if transforms.contains(where: \.isNewWord) { return "by" }
        return back?.contains(where: \.isNewWord) == true ? "back" : nil
    }

    var lossClass: LossClass {
        let isExact = transforms.allSatisfy {
            switch $0 {
            case .addPrefix(.text), .addSuffix(.text), .split, .reverse, .encodeBase64: true
            default: false
            }
        }
        return isExact && rules.wrongKind == .error && isBackReverse ? .exact : .captures
    }

    /// Whether the way back uses the reverse of each transform, declared or not.
    private var isBackReverse: Bool { back == nil || back == Self.reversed(transforms) }

    var droppedContents: DroppedContents { lossClass >= .captures ? .all : .none }

    static func reversed(_ transforms: [TextTransform]) -> [TextTransform]? {
        let reversed = transforms.reversed().compactMap(\.reversed)
        return reversed.count == transforms.count ? reversed : nil
    }

    func reversed() -> [JSONOperation] {
        guard let wayBack else { return [] }
        return [JSONOperation(TransformOperation(path: path, transforms: wayBack, back: transforms, rules: rules))]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let place = try context.find(path, in: scope, rules) else {
            return try context.needSubject(path, of: transforms, becoming: path, in: scope)
        }
        if context.arena.compute(place, by: self) || context.leavesAlone(place) { return }
        // Without a way back, `back` says nothing of what the result has.
        let ignoresBack = context.followsValues && back != nil
        if !ignoresBack, context.computeLosing(place, at: path, by: self) { return }
        let existing = context.value(place)
        let made: JSONValue?
        do throws(MigrationError) {
            made = try Derivation.transformed(existing, by: transforms, at: scope, in: context)
        } catch {
            guard rules.skip(error, context) else { throw error }
            return context.doubt()
        }
        guard var changed = made else {
            if rules.wrongKind == .skip {
                let restored = restored(existing, by: wayBack, at: scope, context)
                if let restored, restored != existing { context.doubt() }
                return
            }
            throw Derivation.misfit(of: existing, by: transforms, at: path, in: scope, context)
        }
        let isWhole = context.followsValues && hasAll(changed, of: existing, at: scope, context)
        let restored =
            isWhole ? existing : wayBack == nil ? changed : restored(changed, by: wayBack, at: scope, context)
        if restored != existing { noteLosses(of: existing, becoming: changed, restored, &context) }
        // On the way back, their source may be another value.
        if looksElsewhere || transforms.contains(where: { !$0.places.isEmpty }) { context.doubt() }
        if context.followsValues, transforms.first?.dropsKeys == true { giveUpKeys(of: place, in: changed, &context) }
        if context.followsValues, let parts = changed.parts(of: existing) {
            changed = parts.list
            if isWhole { context.divide(place, into: parts.texts) }
        }
        context.arena.set(place, to: changed)
    }

    /// Notes that only the values of an object are in a list, unless it is there itself.
    private func giveUpKeys(of place: NodeID, in list: JSONValue, _ context: inout OperationContext) {
        let arena = context.arena
        guard arena.isObject(place), let elements = list.array else { return }
        if elements.contains(where: { $0.sourceOffset == arena.origin(of: place) }) { return }
        for member in arena.children(of: place) { context.giveUpKey(of: member) }
    }

    /// Whether the result has all of a value, where no way back reads it: a list of nothing else, and what the reverse
    /// of the transforms would restore.
    private func hasAll(
        _ changed: JSONValue, of existing: JSONValue, at scope: NodeID, _ context: OperationContext
    ) -> Bool {
        if changed.array?.count == 1, changed.array?.first == existing { return true }
        return restored(changed, by: Self.reversed(transforms), at: scope, context) == existing
    }

    /// The value that transforms of the way back make; `nil` if they cannot.
    private func restored(
        _ value: JSONValue, by wayBack: [TextTransform]?, at scope: NodeID, _ context: OperationContext
    ) -> JSONValue? {
        guard let wayBack else { return nil }
        do throws(MigrationError) {
            return try Derivation.transformed(value, by: wayBack, at: scope, in: context)
        } catch {
            return nil  // A failure on the way back is reported as a loss.
        }
    }

    /// Records what does not come back: of an array, the elements that do not.
    private func noteLosses(
        of existing: JSONValue, becoming changed: JSONValue, _ restored: JSONValue?, _ context: inout OperationContext
    ) {
        guard let restored, existing.kind == .array, restored.kind == .array else {
            let words = Self.words(for: existing, becoming: changed, restored ?? .null)
            return context.lose(existing, at: path, words, lossTraits)
        }
        for difference in Loss.Difference.between(existing, restored, areOneDocument: true) {
            guard let before = difference.before else { continue }
            let place = path.appending(difference.path)
            if difference.isOrder {
                context.loseOrder(before, at: place)
            } else {
                let reason = lossReason
                context.lose(before, at: place, reason ?? "it does not come back", reason == nil ? .isAboutWayBack : [])
            }
        }
        context.doubt()
    }

    /// The reason why elements are lost, in spite of the way back.
    private var lossReason: String? {
        switch transforms.count == 1 ? transforms.first : nil {
        case .filter?: "it is filtered out"
        case .unique?: "an earlier element is the same"
        default: nil
        }
    }
}

extension TransformOperation {
    /// Changes a text by transforms that look at nothing else, where the way back gives the same text.
    func compute(
        _ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to result: inout [UInt8]
    ) -> JSONKind? {
        guard kind == .string, let (changed, restored) = thereAndBack(characters),
            restored.utf8.elementsEqual(characters)
        else { return nil }
        result += changed.utf8
        return .string
    }

    func computeLosing(
        _ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to result: inout [UInt8]
    ) -> JSONKind? {
        guard kind == .string, let (changed, restored) = thereAndBack(characters),
            !restored.utf8.elementsEqual(characters)
        else { return nil }
        result += changed.utf8
        return .string
    }

    var lossTraits: Loss.Traits { [.isAboutWayBack, .isChange] }

    func words(for lost: JSONValue, becoming made: JSONValue) -> LossWords {
        let restored = wayBack.map {
            TextTransform.text(made.string ?? "", changedBy: $0).map(JSONValue.string) ?? .null
        }
        return Self.words(for: lost, becoming: made, restored ?? made)
    }

    private static func words(
        for lost: JSONValue, becoming changed: JSONValue, _ restored: JSONValue
    ) -> LossWords {
        let text = changed.text()
        let change = text == lost.text() ? "it" : "it becomes \(Loss.shortened(text)), and"
        return LossWords(
            "it does not come back as it was", detail: ": \(change) comes back as \(Loss.shortened(restored.text()))")
    }

    /// A text by transforms that look at nothing else, and what the way back makes of it.
    private func thereAndBack(_ characters: UnsafeBufferPointer<UInt8>) -> (changed: String, restored: String)? {
        guard let changed = TextTransform.text(String(decoding: characters, as: UTF8.self), changedBy: transforms)
        else {
            return nil
        }
        guard let wayBack else { return (changed, changed) }
        return TextTransform.text(changed, changedBy: wayBack).map { (changed, $0) }
    }

    func undoes(_ other: any ScalarComputation) -> Bool {
        guard let other = other as? Self else { return false }
        return transforms == other.wayBack && wayBack == other.transforms
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        self.init(
            path: try members.pointer("path", scratch: true), transforms: try members.transforms("by"),
            back: try members.optionalTransforms("back"), rules: try members.rules([.absent, .wrongKind]))
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members["by"] = .array(JSONArray(transforms.map(\.json)))
        members["back"] = back.map { .array(JSONArray($0.map(\.json))) }
        members.write(rules)
    }
}

extension TransformOperation {
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] + transforms.effects(rules.absent) }

    var words: String {
        guard transforms.contains(where: \.isNewWord) else {
            return "\(Markdown.place(path)) is written in another way"
        }
        return "\(Markdown.place(path)) is changed: \(transforms.map(\.words).joined(separator: ", then "))"
    }

    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) }

    var traits: OperationTraits {
        [
            .keepsOrder, .addsNothing, transforms.contains(where: \.showsOrderOfMembers) ? .showsOrder : [],
            looksElsewhere ? .readsDocument : [], wayBack != nil && isBackReverse ? .isRestoredByReverse : [],
        ]
    }
}

extension JSONValue {
    /// A list of texts that were made of one, each of which comes from that; `nil` for another value.
    func parts(of whole: JSONValue) -> (list: JSONValue, texts: [String])? {
        guard whole.kind == .string, let array else { return nil }
        let texts = array.compactMap { $0.sourceOffset == nil ? $0.string : nil }
        guard texts.count == array.count, !texts.isEmpty else { return nil }
        let elements = texts.map { JSONValue.string($0).comingFrom(whole) }
        return (JSONValue.array(JSONArray(elements)).comingFrom(whole), texts)
    }
}
