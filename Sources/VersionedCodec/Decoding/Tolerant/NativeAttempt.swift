/// Attempts that our own decoder runs by itself, as fast as strict decoding: only a call that fails, or that is for a
/// value which decodes itself, reports to the frame of the object. It serves models that ask for members by keys, which
/// are nearly all; any other request ends the native attempts of its object. Later attempts run over the decoder:
/// ``TolerantDecoder``.
extension ObjectFrame {
    /// Runs an attempt in which the containers of our decoder report to this frame.
    func natively<Value>(_ decode: () throws -> Value) rethrows -> Value {
        beginNatively()
        let recorder = run.recorder
        let outer = recorder.attempt
        recorder.attempt = self
        defer { recorder.attempt = outer }
        return try decode()
    }

    /// The substitute for a failed call; the error, if it is not tolerated.
    ///
    /// - `fault`: The facts about the error, if our own decoder has just made it.
    /// - `again`: Gives the error once more, where it is the one that holds nothing.
    fileprivate func outcome<Result>(
        of error: any Error, _ key: CallKey, _ fault: @autoclosure () -> FaultFacts?, expected: Any.Type,
        otherwise other: Substitute, again: () -> any Error
    ) throws -> Result {
        if mayHandOut, let outcome = handOut(key), let box = outcome.value as? Box<Result> { return box.value }
        let error = IssueRecorder.isQuiet(error) ? again() : error
        noteLeaf(error, key, fault(), expected: expected, other)
        throw error
    }
}

extension DecodingSession {
    /// Notes that a model asks for more than members by their keys.
    @inline(__always)
    func endNativeAttempts() {
        if recorder.attempt != nil { recorder.endNativeAttempts() }
    }
}

extension IssueRecorder {
    @inline(never)
    fileprivate func endNativeAttempts() {
        attempt?.endNativeAttempts()
        attempt = nil
    }
}

extension IndexKeyedContainer {
    /// The frame of the object, in an attempt of it.
    private var frame: ObjectFrame? {
        guard let frame = session.recorder.attempt, frame.node == node else { return nil }
        return frame
    }

    private func call(_ kind: CallKey.Kind, _ type: Any.Type, _ key: Key) -> CallKey {
        CallKey(kind: kind, place: .node(node), name: key.stringValue, type: ObjectIdentifier(type))
    }

    /// The facts about the last error, if all errors of values that are read at once are the session's own.
    private var fault: FaultFacts? {
        session.keysArePlain && !session.mayConvert ? session.recorder.lastFault : nil
    }

    // MARK: Values that are read at once

    /// The substitute for a failed call.
    @inline(never)
    func tolerated<Value: Decodable>(_ type: Value.Type, _ key: Key, _ error: any Error) throws -> Value {
        guard let frame else { throw error }
        return try frame.outcome(
            of: error, call(.decode, type, key), fault, expected: type, otherwise: .value(type)
        ) { self.error(of: type, key, error) }
    }

    /// The substitute for a failed call, for a member that may be absent.
    @inline(never)
    func toleratedIfPresent<Value: Decodable>(_ type: Value.Type, _ key: Key, _ error: any Error) throws -> Value? {
        guard let frame else { throw error }
        return try frame.outcome(
            of: error, call(.ifPresent, type, key), fault, expected: type, otherwise: .none(type)
        ) { self.error(of: type, key, error) }
    }

    /// Whether a member is null, where that is not known.
    @inline(never)
    func toleratedNil(_ key: Key, _ error: any Error) throws -> Bool {
        guard let frame else { throw error }
        return try frame.outcome(
            of: error, call(.decode, Never.self, key), fault, expected: Never.self,
            otherwise: .yes
        ) { error }
    }

    /// The error of a value that is read at once.
    private func error<Value: Decodable>(of type: Value.Type, _ key: Key, _ quiet: any Error) -> any Error {
        guard let frame else { return quiet }
        do {
            _ = try apart(from: frame) { try strict(type, key) }
            return quiet
        } catch {
            return error
        }
    }

    // MARK: Values that decode themselves

    /// Decodes a member in an attempt.
    @inline(never)
    func attempted<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        guard let frame else { return try strict(type, key) }
        return try apart(from: frame) {
            try frame.value(
                type, call(.decode, type, key), direct: { try strict(type, key) }, place: { try decoder(of: key) },
                wrap: { $0 }, otherwise: .value(type))
        }
    }

    /// Decodes a member that may be absent in an attempt.
    @inline(never)
    func attemptedIfPresent<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
        guard let frame else { return try strictIfPresent(type, key) }
        do {
            if try present(key) == nil { return nil }
        } catch {
            // Looking for it is an error, which decoding throws again.
        }
        return try apart(from: frame) {
            try frame.value(
                type, call(.ifPresent, type, key), direct: { try strictIfPresent(type, key) },
                place: { try decoder(of: key) }, wrap: { $0 }, otherwise: .none(type))
        }
    }

    private func decoder(of key: Key) throws -> IndexDecoder {
        IndexDecoder(session: session, node: try required(key), isHeld: true, model: nil)
    }

    /// Runs a call whose containers belong to other objects.
    private func apart<Result>(from frame: ObjectFrame, _ read: () throws -> Result) rethrows -> Result {
        let recorder = session.recorder
        recorder.attempt = nil
        defer { recorder.attempt = frame }
        return try read()
    }
}
