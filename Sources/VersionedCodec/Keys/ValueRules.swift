/// The rules for the values of one member, and for all within it; `nil` for those of the version.
package struct ValueRules: Sendable, Hashable {
    /// The formats of dates.
    package var dates: DateFormats?

    /// How scalars are written; not those of models within.
    package var scalars: KeyPlace.ScalarForm?

    /// Which values of another kind are read.
    package var conversions: ValueConversions?

    /// Whether writing differs from the version's rules.
    var changesWriting: Bool { dates != nil || scalars != nil }

    /// The rules, or `nil` if there are none.
    var unlessEmpty: ValueRules? { self == ValueRules() ? nil : self }
}
