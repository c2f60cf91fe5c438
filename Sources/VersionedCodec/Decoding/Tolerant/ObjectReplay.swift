/// The decoding of a value that decodes itself.
final class ObjectReplay<Value: Decodable>: ValueReplay<Value> {
    private let type: Value.Type
    @exclusivity(unchecked) private var frame: ObjectFrame
    @exclusivity(unchecked) private var strictError: (any Error)?

    init(_ run: ToleranceRun, _ base: any Decoder, _ owner: CallOwner?, _ type: Value.Type) {
        self.type = type
        frame = ObjectFrame(run: run, base: base, model: type, owner: owner)
        super.init(run, base, owner)
    }

    override func restart(_ base: any Decoder) -> Bool {
        guard isKnownUniquelyReferenced(&frame) else { return false }
        take(base)
        frame.restart(base)
        strictError = nil
        return true
    }

    private func attempt() throws -> Value {
        frame.begin()
        let mark = run.recorder.mark
        do {
            let value = try make()
            run.checkRules(type, base)
            return value
        } catch {
            run.recorder.rollBack(to: mark)
            throw error
        }
    }

    private func make() throws -> Value {
        func run(_ decoder: any Decoder) throws -> Value {
            try type.init(from: TolerantDecoder(base: decoder, frame: frame))
        }
        if let native = base.asNative {
            let (session, node) = (native.session, native.node)
            switch try session.types.known(type) ?? session.meet(type) {
            case .model where frame.mayRunNatively && session.keysArePlain:
                return try frame.natively {
                    try type.init(
                        from: IndexDecoder(session: session, node: node, isHeld: native.isHeld, model: type))
                }
            case .family:
                guard let context = session.context, let family = context.family(of: type) else { break }
                return try member(of: family, session.proxy(at: node, context, model: nil))
            case .unknownMembers: return try session.value(keepingUnknownMembers: type, at: node) { try run($0) }
            case .object: return try session.object(type, at: node) { try run($0) }
            case .hasUnknownCase: return try session.valueOrUnknown(type, at: node) { try run($0) }
            case .caseKeyed: return try session.caseKeyed(type, at: node)
            default: break
            }
            return try run(IndexDecoder(session: session, node: node, isHeld: native.isHeld, model: type))
        }
        guard let proxy = base.asProxy else { return try run(base) }
        try proxy.context.ask(type)
        if let family = proxy.context.family(of: type) { return try member(of: family, proxy) }
        if let rule = proxy.context.unknownCaseRule(of: type) {
            return try proxy.valueOrUnknown(type, rule) { try run($0) }
        }
        return try proxy.sharing(model: type).made(type) { try run($0) }
    }

    private func member(of family: ClassFamily, _ proxy: ProxyDecoder) throws -> Value {
        let (subtype, inner) = try frame.container(base, type) { try family.find(type, proxy) }
        return try inner.made(subtype) { try subtype.init(from: TolerantDecoder(base: $0, frame: frame)) }
    }

    override func strict() throws -> Value {
        do {
            return try attempt()
        } catch {
            strictError = error
            throw error
        }
    }

    override func tolerant() -> Tolerated<Value> {
        let mark = run.recorder.mark
        if isWithinItself { return decodedOnce(mark) }
        var value: Value?
        if strictError == nil { value = retried() }
        while value == nil, let error = strictError, frame.tolerate(error) { value = retried() }
        if frame.hasFailed { value = nil }
        let noted = run.recorder.take(from: mark)
        let issues = frame.issues(noted: value == nil ? nil : noted)
        frame.end()
        return Tolerated(value: value, issues: issues)
    }

    /// Whether an enclosing value is of the same type and in the same place. Such a type distinguishes its levels by
    /// state of its own, such as a task-local value, which a replay cannot restore: replaying it would never end.
    private var isWithinItself: Bool {
        var outer = owner?.frame
        while let frame = outer, base.isSamePlace(as: frame.base) {
            if frame.model == type { return true }
            outer = frame.owner?.frame
        }
        return false
    }

    /// The result of one attempt, with its error as the only issue.
    private func decodedOnce(_ mark: Int) -> Tolerated<Value> {
        let value = strictError == nil ? retried() : nil
        defer { frame.end() }
        guard let error = strictError else { return Tolerated(value: value, issues: run.recorder.take(from: mark)) }
        run.recorder.rollBack(to: mark)
        return Tolerated(
            value: nil, issues: IssueGroup(run.record(run.issue(of: error, at: base, owner, expected: type))))
    }

    private func retried() -> Value? {
        strictError = nil
        do {
            return try attempt()
        } catch {
            strictError = error
            return nil
        }
    }
}

extension Decoder {
    /// Whether two decoders of one document are for the same value.
    fileprivate func isSamePlace(as other: any Decoder) -> Bool {
        guard let own = asNative, let others = other.asNative else { return codingPath.count == other.codingPath.count }
        return own.session === others.session && own.node == others.node
    }
}
