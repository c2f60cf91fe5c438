/// Use them to accept or refuse JSON text in deviation from RFC 8259.
///
/// ```swift
/// var options = JSONParsingOptions(maximumDepth: 100)
/// options.tolerances = [.comments]
/// options.duplicateKeys = .last
/// ```
public struct JSONParsingOptions: Sendable, Hashable {
    /// The maximum nesting of arrays and objects. The depth of `[[1]]` is 2.
    public var maximumDepth: Int

    /// Accepted extensions of the standard; none by default.
    public var tolerances: JSONParsingOptions.Tolerances

    /// The policy for a key that appears twice in one object.
    public var duplicateKeys: DuplicateKeyPolicy

    /// How many bytes a text may have. Less than the limit only where tests ask for it.
    package var maximumBytes = Self.limitOfBytes

    /// The policy for a key that appears twice in one object.
    public enum DuplicateKeyPolicy: String, Sendable, Hashable, CaseIterable {
        /// It is an error.
        case report
        /// The first member of the key is used; the others are dropped.
        case first
        /// The last member of the key is used; the others are dropped.
        case last
        /// All members are kept; a lookup finds the first one.
        case keep
    }

    /// How many bytes a text may have: the index has 32 bits for a place.
    static let limitOfBytes = Int(UInt32.max) - 16

    /// The nesting limit of readers and writers, by default, which is that of Foundation.
    package static var usualDepth: Int { 512 }

    /// Strict reading, with Foundation's nesting limit.
    public init(
        maximumDepth: Int = 512, tolerating tolerances: JSONParsingOptions.Tolerances = [],
        duplicateKeys: DuplicateKeyPolicy = .report
    ) {
        self.maximumDepth = maximumDepth
        self.tolerances = tolerances
        self.duplicateKeys = duplicateKeys
    }

    /// Accepts every text that any options accept, with all members: for reading accepted text again.
    package static var everything: JSONParsingOptions {
        let others: JSONParsingOptions.Tolerances = [
            .byteOrderMark, .nonFiniteNumbers, .controlCharacters, .otherEncodings,
        ]
        return JSONParsingOptions(maximumDepth: .max, tolerating: others.union(.json5), duplicateKeys: .keep)
    }

    /// Accepts what a value is written as, whatever it holds.
    package static var ofValues: JSONParsingOptions {
        JSONParsingOptions(maximumDepth: .max, tolerating: [.nonFiniteNumbers], duplicateKeys: .keep)
    }

    /// The same options for values of any depth.
    package var withoutDepthLimit: JSONParsingOptions {
        var options = self
        options.maximumDepth = .max
        return options
    }

    /// The options for text that has been converted to JSON.
    package var ofConvertedJSON5: JSONParsingOptions {
        var options = self
        options.tolerances = tolerances.ofConvertedJSON5
        return options
    }
}
