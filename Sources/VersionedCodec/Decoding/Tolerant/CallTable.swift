/// Values by calls. An object makes few calls that are noted here, so that looking at each is cheaper than hashing;
/// with many they are hashed.
struct CallTable<Value> {
    private var entries: [(key: CallKey, value: Value)] = []
    private var places: [CallKey: Int] = [:]
    private static var fewest: Int { 8 }

    private func place(of key: CallKey) -> Int? {
        entries.count <= Self.fewest ? entries.firstIndex { $0.key == key } : places[key]
    }

    subscript(key: CallKey) -> Value? { place(of: key).map { entries[$0].value } }

    /// Changes the value of a call, which is `start` before.
    mutating func change(_ key: CallKey, from start: @autoclosure () -> Value, _ body: (inout Value) -> Void) {
        if let place = place(of: key) { return body(&entries[place].value) }
        var value = start()
        body(&value)
        entries.append((key, value))
        if entries.count == Self.fewest + 1 {
            for (place, entry) in entries.enumerated() { places[entry.key] = place }
        } else if entries.count > Self.fewest {
            places[key] = entries.count - 1
        }
    }

    mutating func removeAll() {
        guard !entries.isEmpty else { return }
        entries.removeAll(keepingCapacity: true)
        if !places.isEmpty { places = [:] }
    }
}
