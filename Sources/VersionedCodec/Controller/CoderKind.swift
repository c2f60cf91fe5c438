import Synchronization

/// The kind of a coder, if it can be recognized.
enum CoderKind {
    private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

    /// Whether a coder is one of Foundation's for property lists, by the name of its private type.
    static func isPropertyList(_ coder: Any) -> Bool {
        let type = type(of: coder)
        return known.withLock { known in
            if let answer = known[ObjectIdentifier(type)] { return answer }
            let answer = String(describing: type).contains("Plist")
            known[ObjectIdentifier(type)] = answer
            return answer
        }
    }
}
