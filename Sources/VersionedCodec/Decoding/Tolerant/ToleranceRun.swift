/// One tolerant decoding of a document that the strict one has refused. Not for sharing between tasks.
///
/// How it works, in short. Every value of a model type has a replay (``ValueReplay``), which first decodes it strictly.
/// Where that throws, the replay finds the container call whose error left `init(from:)`, decodes that call's value
/// tolerantly, and runs `init(from:)` again with the outcome: the value, nil, or a placeholder. Outcomes of nested
/// calls are remembered by the object around, so every object runs as often as it has problems, not as often as its
/// parents have.
///
/// `@exclusivity(unchecked)`: it belongs to one call on one task, and no method changes a property while another change
/// of the same property is under way.
final class ToleranceRun {
    let recorder: IssueRecorder
    let options: ReportingOptions

    /// How many issues there were so far.
    @exclusivity(unchecked) var count = 0

    /// Whether there were so many that decoding ends.
    @exclusivity(unchecked) var isOver = false

    /// Nodes at which strict decoding has failed, in the order of the text: an object around one is not decoded
    /// strictly as a whole again.
    @exclusivity(unchecked) private var suspects: [UInt32] = []

    /// For each model type, a decoder of a value that could be decoded.
    @exclusivity(unchecked) private var samples: [ObjectIdentifier: any Decoder] = [:]

    /// The traits of the types that the run knows.
    @exclusivity(unchecked) var known: [ObjectIdentifier: TypeTraits] = [:]
    @exclusivity(unchecked) var lastTraits: (id: ObjectIdentifier, traits: TypeTraits)?

    /// The configurations of collections whose elements are decoded with one.
    @exclusivity(unchecked) var configurations: [ConfiguredPlace: Any] = [:]

    init(recorder: IssueRecorder, options: ReportingOptions) {
        self.recorder = recorder
        self.options = options
    }

    /// Whether a value is to be decoded strictly.
    func isStrict(_ type: Any.Type, _ base: any Decoder) -> Bool {
        if traits(of: type).isStrictlyDecoded { return true }
        guard !options.strict.isEmpty else { return false }
        let native = base.asNative
        return options.strict.contains {
            $0.applies(
                to: type, version: native?.session.version?.label ?? base.asProxy?.context.registry.label,
                path: {
                    native.map { $0.session.pointer(to: $0.node) } ?? JSONPointer(codingPath: base.codingPath)
                })
        }
    }

    // MARK: Suspects

    /// Whether strict decoding has failed at a node or below it.
    func isSuspect(_ node: UInt32, in session: DecodingSession) -> Bool {
        let place = firstSuspect(from: node)
        return place < suspects.count && suspects[place] < session.nodes[Int(node)].next
    }

    /// Notes where the strict decoding of a value has failed.
    func noteFault(at value: UInt32, in session: DecodingSession) {
        var node = value
        if let fault = recorder.lastFault?.node, fault >= node, fault < session.nodes[Int(node)].next { node = fault }
        let place = firstSuspect(from: node)
        if place == suspects.count || suspects[place] != node { suspects.insert(node, at: place) }
    }

    /// Forgets where the strict decoding of a part has failed, once the part is done; one place stays, for the
    /// collection and what is around it.
    func settle(_ part: UInt32, of collection: UInt32, in session: DecodingSession) {
        let end = firstSuspect(from: session.nodes[Int(part)].next)
        var start = firstSuspect(from: part)
        guard start < end else { return }
        if firstSuspect(from: collection) == start { start += 1 }
        suspects.removeSubrange(start..<end)
    }

    private func firstSuspect(from node: UInt32) -> Int {
        if let last = suspects.last, last < node { return suspects.count }
        var (low, high) = (0, suspects.count)
        while low < high {
            let middle = (low + high) / 2
            if suspects[middle] < node { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: Samples

    /// Notes a value that could be decoded strictly.
    func noteSample(_ type: Any.Type, _ base: @autoclosure () -> any Decoder) {
        if samples[ObjectIdentifier(type)] == nil { samples[ObjectIdentifier(type)] = base() }
    }

    func sample(of type: Any.Type) -> (any Decoder)? { samples[ObjectIdentifier(type)] }
}
