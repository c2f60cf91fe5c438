/// How scalars are read in a place: in which form, and from which other kinds.
package struct ScalarRule: Hashable {
    package var form: KeyPlace.ScalarForm?
    package var conversions: ValueConversions

    package init(form: KeyPlace.ScalarForm?, conversions: ValueConversions) {
        (self.form, self.conversions) = (form, conversions)
    }

    enum Outcome<Leaf> {
        /// A value in the declared form.
        case value(Leaf)
        /// A value of another kind, which a declared conversion has read.
        case converted(Leaf)
        /// A number that the type cannot hold.
        case misfit
        /// A value that cannot be read as the type.
        case mismatch
    }

    /// Reads a scalar as a type.
    func read<Leaf: ScalarLeaf>(_ type: Leaf.Type, from found: FoundScalar) -> Outcome<Leaf> {
        let kind = type.scalarClass
        let written = written(kind)
        switch found {
        case .text(let text) where written == .text:
            return value(type, inText: text).map(Outcome.value) ?? none(type, text)
        case .number(let text) where written == .number:
            return type.value(ofNumber: text).map(Outcome.value) ?? misfit(type)
        case .boolean(let flag) where written == .boolean:
            return type.value(ofBoolean: flag).map(Outcome.value) ?? .mismatch
        case .text(let text) where converts(.text, to: kind):
            return value(type, inText: text).map(Outcome.converted) ?? none(type, text)
        case .number(let text) where converts(.number, to: kind):
            return type.value(ofNumber: text).map(Outcome.converted) ?? misfit(type)
        default: return .mismatch
        }
    }

    /// The kind in which a scalar is written.
    package func written(_ kind: ScalarClass) -> ScalarClass { form?.written(kind) ?? kind }

    /// Whether a value of a kind in which a scalar is not written is read too.
    package func converts(_ found: ScalarClass, to kind: ScalarClass) -> Bool {
        switch (found, kind) {
        case (.text, .text), (.text, .number): conversions.contains(.numberFromText)
        case (.text, .boolean): conversions.contains(.boolFromText)
        case (.number, .text): conversions.contains(.textFromNumber)
        // If the form declares a text for the number, a number in the payload represents a text.
        case (.number, .number): written(kind) == .text && conversions.contains(.textFromNumber)
        case (.number, .boolean): conversions.contains(.boolFromNumber)
        case (.boolean, _): false
        }
    }

    /// Whether the texts `"1"` and `"0"` are read as booleans where texts are.
    package var readsDigits: Bool { conversions.isSuperset(of: [.boolFromNumber, .numberFromText]) }

    /// The value of a type in a text.
    private func value<Leaf: ScalarLeaf>(_ type: Leaf.Type, inText text: String) -> Leaf? {
        switch type.scalarClass {
        case .text:
            // A text in the place of a number that represents one.
            if let form, form.written(.text) == .number, JSONNumber(text: text) == nil { return nil }
            return type.value(ofText: text)
        case .number: return JSONNumber(text: text).flatMap { type.value(ofNumber: $0.text) }
        case .boolean:
            if let flag = type.value(ofText: text) { return flag }
            guard readsDigits else { return nil }
            return text == "1" || text == "0" ? type.value(ofNumber: text) : nil
        }
    }

    /// A text without a value of the type.
    private func none<Leaf: ScalarLeaf>(_ type: Leaf.Type, _ text: String) -> Outcome<Leaf> {
        type.scalarClass == .number && JSONNumber(text: text) != nil ? .misfit : .mismatch
    }

    /// A number without a value of the type.
    private func misfit<Leaf: ScalarLeaf>(_ type: Leaf.Type) -> Outcome<Leaf> {
        type.scalarClass == .number ? .misfit : .mismatch
    }

    /// A description of the expected value, if the form affects it.
    func expectation<Leaf: ScalarLeaf>(_ type: Leaf.Type) -> String {
        let kind = type.scalarClass
        return switch (written(kind), kind) {
        case (.text, .number): "a number in a string"
        case (.text, .boolean): "\"true\" or \"false\""
        case (.number, .text): "a number"
        case (.number, .boolean): "0 or 1"
        default: TypePhrase.of(type)
        }
    }
}
