import VersionedCodec

/// A value that did not come back, and a loss that may be why.
///
/// A value keeps the place of the payload that it was read from, but one that is made of several can keep only one of them. Where such a value is lost, the loss
/// names all that it was made of in one text, and where the rest of it stood cannot be told for certain.
///
/// ```swift
/// // 1 → 2 joins "/first" and "/last" to "/name", 2 → 3 removes "/name".
/// returned.uncertain.first?.description
/// // at "/last": "Lee" became absent; may be explained by the loss of "Ann Lee" (at "/name", step 2 → 3, remove "/name")
/// ```
public struct UncertainDifference: Sendable, Equatable, CustomStringConvertible {
    /// What did not come back.
    public let difference: Difference

    /// The loss that may be why: one of the same step, whose value holds the same text.
    public let loss: Loss

    /// Both in one line.
    public var description: String { "\(difference); \(explanation)" }

    /// The second half of that.
    private var explanation: String {
        let place = loss.path.isRoot ? "at the root" : "at \(loss.path.shown)"
        let circumstances = [place] + [loss.step.map { "step \($0)" }, loss.operation].compactMap { $0 }
        return
            "may be explained by the loss of \(Loss.shortened(loss.value.text())) (\(circumstances.joined(separator: ", ")))"
    }
}
