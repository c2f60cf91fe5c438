/// How many references an object has: the one place that asks the runtime.
///
/// Coders reuse their memory for the next document if no decoder, encoder or container of this one is still retained.
/// They know how many references are their own: the caller's and one for each idle container. Any other one is held by
/// a model. `isKnownUniquelyReferenced` cannot answer that, as idle containers hold references too.
///
/// Why the answer is safe:
/// - Known references exist while they are counted, so with a further one of any owner the count is greater,
///   and the object is not used again. Retains that the compiler adds have the same effect: a copy too many, never a
///   wrong reuse.
/// - The count is too small only if the compiler leaves out the retain of a reference, because it sees another one that
///   lives longer. A reference that a model holds went through the opaque call of `init(from:)` or `encode(to:)`, and
///   both callers own theirs (`inout`, a method of the class), so neither can replace the other.
/// - No other task can add a reference meanwhile: a task copies only one that it has, and with the count as expected
///   none has.
///
/// `DecodingHazardTests` and `EncoderReuseTests` keep one object of a call at a time, and code again with the coder.
enum ReferenceCount {
    /// Whether an object has only so many references.
    @inline(__always)
    static func isOnly(_ count: Int, of object: AnyObject) -> Bool { _getRetainCount(object) == UInt(count) }
}
