public import VersionedCodec

/// One value that a step could not keep, as every conversion returns it.
///
/// ```swift
/// let result = try plan.migrate(payload, to: "2")
/// result.losses.first?.description
/// // line 3, column 18, at "/originHash": lost "b25159…" (step 3 → 2, remove "/originHash")
/// ```
public struct Loss: Sendable, Hashable, CustomStringConvertible {
    /// The value that is lost. O(bytes) where it has not been read yet
    public internal(set) var value: JSONValue {
        get { content.value }
        set { content = .read(newValue) }
    }

    /// The value, where it may not have been read yet.
    var content: LazyValue

    /// The position of the value, or of its container, in the payload; `nil` for a value that an earlier step created.
    public internal(set) var position: SourcePosition?

    /// The byte offset of the value, or of what held it.
    var offset: Int?

    private(set) var storage: Storage

    @inline(never)
    init(path: JSONPointer, value: JSONValue, reason: String, group: String, isOfOrder: Bool = false) {
        content = .read(value)
        offset = value.sourceOffset
        storage = Storage(Details(path: path, reason: reason, group: group, isOfOrder: isOfOrder))
    }

    /// The loss of a value that has not been read.
    ///
    /// - `text`: That of the value, as compact as it would be written.
    init(_ text: [UInt8], at offset: Int, _ position: SourcePosition, _ storage: Storage) {
        content = .text(text, offset: UInt32(truncatingIfNeeded: offset))
        (self.offset, self.position, self.storage) = (offset, position, storage)
    }

    /// The same loss at another byte; `nil`: without a line and column, for a value that the document does not contain.
    func moved(to offset: Int?) -> Loss {
        var loss = self
        loss.offset = offset
        return loss
    }

    // MARK: Details

    /// The place of the value in the payload, or in the document of the model that is encoded.
    ///
    /// A value that a step created, or that a bridge after another bridge has reported, has its place in the document
    /// before the step that lost it.
    public internal(set) var path: JSONPointer {
        get { details.path }
        set { details.path = newValue }
    }

    /// Why it could not be kept.
    public internal(set) var reason: String {
        get { details.reason }
        set { details.reason = newValue }
    }

    /// The operation that lost it.
    public internal(set) var operation: String? {
        get { details.operation }
        set { details.operation = newValue }
    }

    /// The step of the plan, such as `3 → 2`.
    public internal(set) var step: String? {
        get { details.step }
        set { details.step = newValue }
    }

    var details: Details {
        _read { yield storage.details }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.details) }
            yield &storage.details
        }
    }

    /// Shares the details with losses of other documents: takes the storage of equal ones, or adds its own to them.
    mutating func shareDetails(in storages: inout [Storage]) {
        if let known = storages.first(where: { $0.details.isSame(as: details) }) {
            storage = known
        } else if storages.count < Self.mostShared {
            storages.append(storage)
        }
    }

    private static let mostShared = 64

    // MARK: Comparing

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

    // MARK: Text

    /// The parts of the loss.
    public var diagnostic: Diagnostic {
        let other = details.isInOtherDocument ? details.version : nil
        let document = other.map { "in the document of version \($0), " } ?? ""
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

    /// The loss for readers who only have the payload: where the value was made on the way, with the version in
    /// whose document the path leads to it, instead of the line and column of something that it is not.
    ///
    /// - `label`: The version of the payload.
    package func seenFrom(_ label: String) -> Loss {
        guard details.isPlacedByHolder, let version = details.version, version != label else { return self }
        var loss = self
        (loss.position, loss.details.isInOtherDocument) = (nil, true)
        return loss
    }

    @inline(never)
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
