/// Parts of collections.
extension ToleranceRun {
    /// Decodes a part strictly.
    ///
    /// - `failed`: Gets the replay that failed, to be resumed tolerantly.
    func strictly<Value: Decodable>(
        _ type: Value.Type, _ part: Part, _ owner: CallOwner?, _ failed: inout ValueReplay<Value>?
    ) throws -> Value {
        if let (session, node) = part.native, !isSuspect(node, in: session) {
            do {
                return try session.value(type, at: node)
            } catch {
                noteFault(at: node, in: session)
                throw error
            }
        }
        let replay = replay(type, part.decoder, owner)
        failed = replay
        let value = try replay.strict()
        failed = nil
        return value
    }

    /// Decodes a part tolerantly; one that cannot be read is skipped. Issues that are only noted stay with the
    /// recorder.
    ///
    /// - Parameters:
    ///   - failed: The replay that has failed strictly.
    ///   - spare: The replay of an earlier part, which is not needed any longer.
    ///   - hasFailed: Whether the part before had a fault. Then this one, which may have one too, is not decoded
    ///     strictly as a whole first.
    func tolerantly<Value: Decodable>(
        _ type: Value.Type, _ part: Part, _ owner: CallOwner?, resuming failed: ValueReplay<Value>?,
        or spare: inout ValueReplay<Value>?, afterFailure hasFailed: inout Bool, _ issues: inout IssueGroup
    ) -> Value? {
        if failed == nil, !hasFailed, let (session, node) = part.native, !isSuspect(node, in: session) {
            let mark = recorder.mark
            do {
                let value = try session.value(type, at: node)
                noteSample(type, part.decoder)
                return value
            } catch {
                recorder.rollBack(to: mark)
                noteFault(at: node, in: session)
            }
        }
        let decoder = part.decoder
        let replay = failed ?? restarted(&spare, decoder) ?? replay(type, decoder, owner)
        var tolerated = replay.tolerant()
        spare = replay
        hasFailed = tolerated.value == nil || !tolerated.issues.isEmpty
        if tolerated.value == nil {
            tolerated.issues.setEffect(
                .skipped, ofValueAt: decoder.asNative?.node, path: JSONPointer(codingPath: decoder.codingPath))
        } else if !hasFailed {
            noteSample(type, decoder)
        }
        issues.add(tolerated.issues)
        return tolerated.value
    }

    private func restarted<Value>(_ spare: inout ValueReplay<Value>?, _ base: any Decoder) -> ValueReplay<Value>? {
        guard options.strict.isEmpty, isKnownUniquelyReferenced(&spare), let spare, spare.restart(base.withoutProxy)
        else {
            return nil
        }
        return spare
    }

    /// A text, number or boolean. Its error would not be shown, so it is not made.
    func scalar<Value: Decodable>(
        _ type: Value.Type, at node: UInt32, in session: DecodingSession, _ owner: CallOwner?,
        _ issues: inout IssueGroup
    ) -> Value? {
        recorder.isQuiet = true
        defer { recorder.isQuiet = false }
        do {
            return try session.value(type, at: node)
        } catch {
            recorder.isQuiet = false
            if let fault = recorder.quietFault {
                recorder.quietFault = nil
                issues.add(record(issue(ofSkipped: fault, in: session, owner, expected: type)))
            } else {
                let place = IndexDecoder(session: session, node: node, isHeld: true, model: nil)
                issues.add(record(issue(of: error, at: place, owner, expected: type).with(effect: .skipped)))
            }
            return nil
        }
    }
}
