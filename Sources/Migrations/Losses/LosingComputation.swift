import VersionedCodec

/// A computation that may lose a part of a scalar, with the words for it.
protocol LosingComputation: ScalarComputation {
    /// The words for a scalar that the way back does not restore.
    ///
    /// - `made`: What it became.
    func words(for lost: JSONValue, becoming made: JSONValue) -> LossWords

    /// The facts about such a loss.
    var lossTraits: Loss.Traits { get }
}

/// A computation that losses refer to; equal to nothing but itself.
final class LossComputation: Sendable, Equatable {
    let computation: any LosingComputation

    init(_ computation: any LosingComputation) { self.computation = computation }

    static func == (left: LossComputation, right: LossComputation) -> Bool { left === right }
}

/// Why a value is lost: all of it, and without the values that it names.
struct LossWords {
    let reason: String
    let group: String

    /// - `detail`: What the reason says of this value, after what it says of all.
    init(_ reason: String, detail: String = "") {
        (self.reason, group) = (detail.isEmpty ? reason : reason + detail, reason)
    }

    init(reason: String, group: String) { (self.reason, self.group) = (reason, group) }
}

extension Loss {
    /// Gives the loss the reason for its value, if a computation has made that, in a document of the same shape.
    mutating func computeReason() {
        guard let computation = details.computation?.computation, let made = computation.result(for: value) else {
            return
        }
        let words = computation.words(for: value, becoming: made)
        (details.reason, details.group) = (words.reason, words.group)
    }

    /// Whether a computation has given a reason that does not depend on the way back.
    var hasReasonOfWayThere: Bool {
        details.computation.map { !$0.computation.lossTraits.contains(.isAboutWayBack) } ?? false
    }
}

extension LosingComputation {
    /// What becomes of a scalar that loses a part.
    fileprivate func result(for lost: JSONValue) -> JSONValue? {
        var text = lost.string ?? lost.number?.text ?? ""
        var bytes: [UInt8] = []
        let kind = text.withUTF8 { computeLosing($0, of: lost.kind, to: &bytes) }
        let made = String(decoding: bytes, as: UTF8.self)
        return switch kind {
        case .string?: .string(made)
        case .number?: JSONNumber(text: made).map(JSONValue.number)
        default: nil
        }
    }
}
