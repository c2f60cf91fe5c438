import VersionedCodec

/// A sentence of an author's own for an operation.
struct OperationSummary: Sendable, Hashable {
    let text: String

    /// Whether the operation leads back over the one that the sentence is about.
    var isBack = false

    /// The sentence as people read it.
    var shown: String { isBack ? Self.mark + text : text }

    private static let mark = "back from: "

    init(text: String) { self.text = text }

    /// A sentence from the text that people read.
    init(shown: String) {
        isBack = shown.hasPrefix(Self.mark)
        text = isBack ? String(shown.dropFirst(Self.mark.count)) : shown
    }
}

extension JSONOperation {
    /// The same operation with a sentence that `explain` and the changelog show in place of their own. For a scope, the
    /// sentence replaces everything in it.
    ///
    /// ```swift
    /// .inside("", [.move("/total", to: "/price/amount"), .add("/price/currency", value: "EUR")])
    ///     .summarized("Prices have a currency")
    /// ```
    public func summarized(_ summary: String) -> JSONOperation {
        var operation = self
        operation.sentence = OperationSummary(text: summary)
        return operation
    }

    /// The operation's own sentence; `nil` if it has none.
    public var summary: String? { sentence.flatMap { $0.isBack ? nil : $0.text } }

    /// The sentence of the operation for people; for a scope with one, nothing of its operations.
    ///
    /// - `all`: Whether everything is asked for.
    func sentence(unless all: Bool) -> String? { all ? nil : sentence?.shown }
}

extension Sequence where Element == JSONOperation {
    /// The operations that people read of: those that run, and do more than work on scratch values.
    ///
    /// - `all`: Whether everything is asked for.
    func reported(all: Bool) -> [JSONOperation] { filter { $0.runs && (all || $0.usesScratch != .alone) } }
}

extension JSONValue {
    /// An operation of a plan file without the words for people, in it or in operations that it holds.
    var withoutSummaries: JSONValue {
        var operation = self
        operation.object?["summary"] = nil
        operation.changeLists { $0.withoutSummaries }
        if let restoring = self["restoredBy"], restoring.object != nil {
            operation.object?["restoredBy"] = restoring.withoutSummaries
        }
        return operation
    }
}

extension JSONValue {
    /// Changes the operations that an operation of a plan file holds.
    mutating func changeLists(_ change: (JSONValue) -> JSONValue) {
        for name in ["operations", "otherwise"] {
            guard let list = self[name]?.array else { continue }
            object?[name] = .array(JSONArray(list.map(change)))
        }
        guard self["op"] == "switch", var cases = self["cases"]?.object else { return }
        for (kind, list) in cases.map({ ($0.key, $0.value) }) {
            cases[kind] = list.array.map { .array(JSONArray($0.map(change))) } ?? list
        }
        object?["cases"] = .object(cases)
    }
}
