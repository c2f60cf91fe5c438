/// Makes a scalar of the characters of another one, and of nothing else; so it can be repeated for the next document of
/// a shape.
package protocol ScalarComputation: Sendable {
    /// Appends the characters of the new value and says its kind; `nil` where more is to be done, such as a loss or an
    /// error.
    ///
    /// - `characters`: Of a string without escapes, or a number; of a boolean, its word.
    func compute(
        _ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to result: inout [UInt8]
    ) -> JSONKind?
}
