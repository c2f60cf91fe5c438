public import VersionedCodec

/// One value that a step could not keep, as every conversion returns it.
///
/// ```swift
/// let result = try plan.migrate(payload, to: "2")
/// result.losses.first?.description
/// // line 3, column 18, at "/originHash": lost "b25159…" (step 3 → 2, remove "/originHash")
/// ```
public struct Loss: Sendable, Hashable, CustomStringConvertible {
    /// The place of the value when it was lost.
    public internal(set) var path: JSONPointer

    /// The value that is lost.
    public internal(set) var value: JSONValue

    /// Why it could not be kept.
    public internal(set) var reason: String

    /// The operation that lost it.
    public internal(set) var operation: String?

    /// The step of the plan, such as `3 → 2`.
    public internal(set) var step: String?

    /// The position of the value, or of its container, in the payload; `nil` for a value that an earlier step created.
    public internal(set) var position: SourcePosition?

    /// The byte offset of the value, or of what held it.
    var offset: Int?

    /// The version whose document the path leads through.
    var version: String?

    /// Whether the offset is that of what held the value: an earlier operation had made it.
    var isPlacedByHolder = false

    /// The byte offset of the value itself.
    var ownOffset: Int? { isPlacedByHolder ? nil : offset }

    /// Whether a bridge has said it: that counts, whatever comes back.
    var isSaidByBridge = false

    /// What else an operation says of it.
    var traits: Traits = []

    struct Traits: OptionSet, Sendable {
        let rawValue: Int

        /// The reason is one only where the way back is the reverse of the operation.
        static let isAboutWayBack = Traits(rawValue: 1)

        /// The reason is in words of the plan, or of code of the user.
        static let isInWordsOfPlan = Traits(rawValue: 4)

        /// The value was made into one that says less, and did not go.
        static let isChange = Traits(rawValue: 2)
    }

    /// Whether the reason says what the plan, or a bridge, says of the value.
    var isInWordsOfPlan: Bool { isSaidByBridge || traits.contains(.isInWordsOfPlan) }

    /// Whether it is to be reported in whose document the path leads to the value.
    private var isInOtherDocument = false

    /// The reason without the values that it names, so that losses of one kind are counted together.
    let group: String

    /// Whether it is the order of elements that is lost, and none of them.
    let isOfOrder: Bool

    init(path: JSONPointer, value: JSONValue, reason: String, group: String, isOfOrder: Bool = false) {
        self.group = group
        self.isOfOrder = isOfOrder
        self.path = path
        self.value = value
        self.reason = reason
        offset = value.sourceOffset
    }

    /// Whether both have the same path, value, reason, operation and step.
    public static func == (lhs: Loss, rhs: Loss) -> Bool {
        lhs.path == rhs.path && lhs.value == rhs.value && lhs.reason == rhs.reason && lhs.operation == rhs.operation
            && lhs.step == rhs.step
    }

    /// Hashes path, reason and step.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(reason)
        hasher.combine(step)
    }

    /// The parts of the loss.
    public var diagnostic: Diagnostic {
        let document = isInOtherDocument ? version.map { "in the document of version \($0), " } ?? "" : ""
        return Diagnostic(
            message: "\(document)lost \(Self.shortened(value.text())): \(reason)", position: position, path: path,
            step: step, operation: operation)
    }

    /// The loss in one line.
    public var description: String { diagnostic.description }

    /// The loss as JSON: `{"path", "value", "reason", "operation", "step", "line", "column"}`, the last four if known.
    public var json: JSONValue {
        var object: JSONObject = ["path": .string(path.description), "value": value, "reason": .string(reason)]
        if let operation { object["operation"] = .string(operation) }
        if let step { object["step"] = .string(step) }
        if let position {
            object["line"] = .integer(position.line)
            object["column"] = .integer(position.column)
        }
        return .object(object)
    }

    /// Losses as an array in JSON, each as ``json`` has it.
    package static func array(of losses: [Loss]) -> [UInt8] {
        var writer = JSONWriter(style: .compact)
        writer.append("[")
        for (index, loss) in losses.enumerated() {
            if index > 0 { writer.append(",") }
            loss.write(to: &writer)
        }
        writer.append("]")
        return writer.output
    }

    func write(to writer: inout JSONWriter) {
        writer.append("{\"path\":")
        writer.write(string: path.description)
        writer.append(",\"value\":")
        writer.writeValue(value, depth: 0)
        writer.append(",\"reason\":")
        writer.write(string: reason)
        if let operation {
            writer.append(",\"operation\":")
            writer.write(string: operation)
        }
        if let step {
            writer.append(",\"step\":")
            writer.write(string: step)
        }
        if let position {
            writer.append(",\"line\":")
            writer.append(String(position.line))
            writer.append(",\"column\":")
            writer.append(String(position.column))
        }
        writer.append("}")
    }

    /// The loss for readers who only have the payload: where the value was made on the way, with the version in
    /// whose document the path leads to it, instead of the line and column of something that it is not.
    ///
    /// - `label`: The version of the payload.
    package func seenFrom(_ label: String) -> Loss {
        guard isPlacedByHolder, let version, version != label else { return self }
        var loss = self
        (loss.position, loss.isInOtherDocument) = (nil, true)
        return loss
    }

    static func shortened(_ text: String) -> String { text.count > 80 ? text.prefix(79) + "…" : text }
}

/// Choose what happens if a conversion would lose values. The list may grow.
public enum LossPolicy: String, Sendable, Hashable, CaseIterable {
    /// The conversion continues and returns the losses.
    case report
    /// The conversion fails with an error that contains the losses.
    case fail
    /// The conversion continues and keeps the lost values in ``CarriedData``, so that going back restores them. If it
    /// cannot (there is no way back, or the document is partial), it fails.
    case carry
}
