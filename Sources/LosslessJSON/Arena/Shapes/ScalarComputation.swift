/// Makes a scalar of the characters of another one, and of nothing else; so it can be repeated for the next document of
/// a shape.
package protocol ScalarComputation: Sendable {
    /// Appends the characters of the new value and returns its kind; `nil` if more is to be done, such as a loss or an
    /// error.
    ///
    /// - `characters`: Of a string without escapes, or a number; of a boolean, its word.
    func compute(
        _ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to result: inout [UInt8]
    ) -> JSONKind?

    /// Does the same for a scalar that the way back does not restore; `nil` if ``compute(_:of:to:)`` is for it, or more
    /// is to be done. The way back must be able to read the result.
    func computeLosing(
        _ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to result: inout [UInt8]
    ) -> JSONKind?

    /// Whether this one makes of each scalar that another computation has made without a loss the one that it was made
    /// of.
    func undoes(_ other: any ScalarComputation) -> Bool
}

extension ScalarComputation {
    package func computeLosing(
        _ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to result: inout [UInt8]
    ) -> JSONKind? { nil }

    @inline(__always)
    func compute(
        _ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, losing loses: Bool, to result: inout [UInt8]
    ) -> JSONKind? {
        if !loses { return compute(characters, of: kind, to: &result) }
        let start = result.count
        guard let made = computeLosing(characters, of: kind, to: &result) else { return nil }
        // A value that stays as it is differs only behind the way back, which may be another one.
        return made == kind && result[start...].elementsEqual(characters) ? nil : made
    }

    package func undoes(_ other: any ScalarComputation) -> Bool { false }
}

/// Makes a scalar of the characters of several others, and of nothing else: a text of its parts.
package protocol ScalarCombination: Sendable {
    /// Appends the characters of the new value and returns its kind; `nil` if more is to be done, such as a loss or an
    /// error.
    ///
    /// - `scalars`: As a computation gets them.
    func combine(
        _ scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)], to result: inout [UInt8]
    ) -> JSONKind?

    /// The number of the scalar that a computation makes again of each value that this one has made; `nil` if it makes
    /// none of them.
    func scalar(madeAgainBy computation: any ScalarComputation) -> Int?

    /// Whether this one makes of each scalar that another combination has made, and of the others that it was made of,
    /// the first one again.
    func undoes(_ other: any ScalarCombination) -> Bool

    /// Whether each value that this one has made is JSON whose scalars are the given ones, in their order.
    var printsJSON: Bool { get }
}

extension ScalarCombination {
    package func scalar(madeAgainBy computation: any ScalarComputation) -> Int? { nil }

    package func undoes(_ other: any ScalarCombination) -> Bool { false }

    package var printsJSON: Bool { false }
}

/// What a computation was for a scalar.
package enum ScalarOutcome {
    /// The way back restores the scalar.
    case exact(JSONKind)
    /// It does not, and for scalars like this one there is this computation.
    case losing(JSONKind, any ScalarComputation)
}

/// A decision of an operation that depends on several scalars and on nothing but their characters: their order.
package protocol ScalarFinding: Sendable {
    /// Whether the same is found of other scalars.
    ///
    /// - `scalars`: Their kinds, and their characters as a computation gets them.
    func holds(for scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)]) -> Bool
}
