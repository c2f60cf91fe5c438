extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByStringLiteral,
    ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// `let value: JSONValue = nil` is `null`.
    public init(nilLiteral: ()) { self = .null }

    /// `let value: JSONValue = true`
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// `let value: JSONValue = "text"`
    public init(stringLiteral value: String) { self = .string(value) }

    /// `let value: JSONValue = 12`
    public init(integerLiteral value: Int) { self = .integer(value) }

    /// `let value: JSONValue = 1.5`; the text is the shortest that reads back as the same `Double`.
    public init(floatLiteral value: Double) { self = JSONNumber(value).map(JSONValue.number) ?? .null }

    /// `let value: JSONValue = [1, "two", nil]`
    public init(arrayLiteral elements: JSONValue...) { self = .array(JSONArray(elements)) }

    /// `let value: JSONValue = ["a": 1, "b": [true]]`. The order is kept; for a repeated key the last value is used.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (key, value) in elements { object[key] = value }
        self = .object(object)
    }
}
