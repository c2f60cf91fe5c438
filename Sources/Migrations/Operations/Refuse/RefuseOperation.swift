import VersionedCodec

extension JSONOperation {
    /// Refuses the payload with a message for the sender. Use it within a `when`.
    ///
    /// ```swift
    /// .when(.at("/kind", equals: "registry"), [.refuse("version 1 cannot express a registry pin")])
    /// ```
    ///
    /// Loss class: exact. Reverse: nothing.
    public static func refuse(_ message: String) -> JSONOperation {
        JSONOperation(RefuseOperation(message: message))
    }
}

struct RefuseOperation: OperationBody {
    static let name = "refuse"

    let message: String

    var description: String { "refuse" }
    var lossClass: LossClass { .exact }
    var written: [JSONPointer] { [] }

    func reversed() -> [JSONOperation] { [] }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        throw context.error(.refused, message, at: .root, found: context.value(scope))
    }
}

extension RefuseOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        message = try members.text("message")
    }

    func write(to members: inout MemberWriter) { members["message"] = .string(message) }
}

extension RefuseOperation {
    var effects: [PlaceEffect] { [] }

    var words: String {
        "it is refused: \(message)"
    }

    var refusal: String? { message }
    var obstacle: String? { "refuses: \(message)" }

    var traits: OperationTraits { [.keepsOrder, .onlyRefuses] }
}

extension JSONOperation {
    /// The message with which the operation refuses every document; `nil` if it lets some pass.
    var refusal: String? { runs ? body.refusal : nil }
}

extension Sequence where Element == JSONOperation {
    /// The message with which the operations refuse every document; `nil` if they let some pass.
    var refusal: String? { lazy.compactMap(\.refusal).first }
}
