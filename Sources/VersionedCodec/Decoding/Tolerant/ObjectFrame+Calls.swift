/// The substitute for a tolerated call that has no value.
enum Substitute {
    /// Nil for an optional, else a placeholder, if there is one.
    case value(any Decodable.Type)
    /// Nil.
    case none(any Decodable.Type)
    /// Yes, as an answer that is made up.
    case yes
    /// Nothing: the object ends.
    case nothing

    func outcome(_ run: ToleranceRun) -> ObjectFrame.Outcome? {
        switch self {
        case .value(let type): Placeholder.substitute(type, run)
        case .none(let type): Placeholder.none(type)
        case .yes: ObjectFrame.Outcome(value: Box(true), isPlaceholder: true)
        case .nothing: nil
        }
    }
}

extension ObjectFrame {
    /// Runs a call for a value that is read at once, and notes where it fails.
    @inline(__always)
    func leaf<Result>(
        _ key: @autoclosure () -> CallKey, expected: Any.Type, _ read: () throws -> Result,
        otherwise other: Substitute
    ) throws -> Result {
        if mayHandOut, let outcome = handOut(key()), let box = outcome.value as? Box<Result> {
            return box.value
        }
        do {
            return try read()
        } catch {
            noteLeaf(error, key(), expected: expected, other)
            throw error
        }
    }

    /// Notes that a call has failed which has no replay.
    ///
    /// - `fault`: The facts about the error, if our own decoder has just made it.
    @inline(never)
    func noteLeaf(
        _ error: any Error, _ key: CallKey, _ fault: FaultFacts? = nil, expected: Any.Type, _ other: Substitute
    ) {
        let code = fault?.code ?? (error as? DecodingError).map(ToleranceRun.code)
        noteFailure(error, key, at: fault?.node, isMissing: code == .missingMember, .leaf(fault, expected, other))
    }

    /// How a failed call without a replay is handled.
    func resolution(
        of error: any Error, _ key: CallKey, _ fault: FaultFacts?, expected: Any.Type, _ other: Substitute
    ) -> Resolution {
        let owner = CallOwner(frame: self, key: key)
        let outcome = other.outcome(run)
        var issue =
            if let fault, let code = fault.code {
                run.issue(of: fault, code, at: base, owner, expected: expected)
            } else {
                run.issue(of: error, at: base, owner, expected: expected)
            }
        if let outcome {
            if !outcome.isPlaceholder { issue = issue.with(effect: .setToNil) }
        } else if key.kind != .container {
            issue = issue.stopping(at: owner.member)
        }
        return Resolution(outcome: outcome, issues: IssueGroup(run.record(issue)))
    }

    /// Runs a call for a value of any type.
    ///
    /// - `direct`: The call of the coder's own container.
    /// - `place`: The decoder of the value.
    func value<Value: Decodable, Result>(
        _ type: Value.Type, _ key: CallKey, direct: () throws -> Result,
        place: () throws -> any Decoder,
        wrap: @escaping (Value) -> Result, otherwise other: Substitute
    ) throws -> Result {
        if mayHandOut, let outcome = handOut(key), let box = outcome.value as? Box<Result> {
            return box.value
        }
        if run.traits(of: type).isLeaf {
            do {
                return try direct()
            } catch {
                noteLeaf(error, key, expected: type, other)
                throw error
            }
        }
        if let known = recall(key) as? Box<Result> { return known.value }
        let decoder: any Decoder
        do {
            decoder = try place().withoutProxy
        } catch {
            noteLeaf(error, key, expected: type, other)
            throw error
        }
        let mark = run.recorder.mark
        var replay: ValueReplay<Value>?
        do {
            let result: Result
            let isFlattened = decoder.asProxy?.flattening != nil
            if isFlattened || decoder.asNative.map({ !run.isSuspect($0.node, in: $0.session) }) == true {
                // Of a flattened optional, only the container knows whether there is any of its members.
                result = try direct()
                run.noteSample(type, decoder)
            } else {
                let made = run.replay(type, decoder, CallOwner(frame: self, key: key))
                replay = made
                result = wrap(try made.strict())
            }
            remember(key, Box(result), run.recorder.group(from: mark))
            return result
        } catch {
            run.recorder.rollBack(to: mark)
            if replay == nil, let native = decoder.asNative { run.noteFault(at: native.node, in: native.session) }
            noteNested(
                error, key, replay: replay ?? run.replay(type, decoder, CallOwner(frame: self, key: key)),
                wrap: wrap,
                other)
            throw error
        }
    }

    private func noteNested<Value, Result>(
        _ error: any Error, _ key: CallKey, replay: ValueReplay<Value>,
        wrap: @escaping (Value) -> Result,
        _ other: Substitute
    ) {
        noteFailure(
            error, key,
            .nested { [run] in
                var tolerated = replay.tolerant()
                if let value = tolerated.value {
                    return Resolution(
                        outcome: Outcome(value: Box(wrap(value)), isPlaceholder: false), issues: tolerated.issues)
                }
                let outcome = other.outcome(run)
                if let outcome {
                    if !outcome.isPlaceholder {
                        tolerated.issues.setEffect(
                            .setToNil, ofValueAt: replay.base.asNative?.node,
                            path: JSONPointer(codingPath: replay.base.codingPath))
                    }
                } else if key.kind != .single {
                    // A call for an object as a whole names no member; the call around it does.
                    tolerated.issues.stop(at: key.name)
                }
                return Resolution(outcome: outcome, issues: tolerated.issues)
            })
    }
}
