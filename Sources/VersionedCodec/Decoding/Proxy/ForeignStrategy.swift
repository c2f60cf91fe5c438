/// Detects a key strategy of the coder's own, which hides the payload's keys.
enum ForeignStrategy {
    private struct Anything: Decodable { init(from decoder: any Decoder) {} }

    /// Whether the payload has a member that the coder's keyed container does not show.
    static func hides(_ member: String, from decoder: any Decoder) -> Bool {
        // Not an object: then nothing of it is hidden.
        guard let values = try? decoder.singleValueContainer().decode([String: Anything].self) else { return false }
        return values[member] != nil
    }
}
