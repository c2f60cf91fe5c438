/// A key of a dictionary that is coded with a configuration: data, like the keys of `Dictionary`, so that no version
/// spells it another way.
struct ConfiguredKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
