#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Unsafe code: a payload is borrowed for a call; parts that a model keeps get a copy when the call ends.
extension VersionedJSONDecoder {
    /// Decodes a value from a payload.
    ///
    /// ```swift
    /// try VersionedJSONDecoder().decode([Int].self, from: Data("[1, 2]".utf8))    // [1, 2]
    /// ```
    ///
    /// - Throws: `DecodingError` with the complete path. The underlying error is a `JSONSyntaxError` if the payload is
    ///   not JSON, a ``DecodingFault`` with line and column if a value does not fit the model, or a ``VersionError`` if
    ///   the version cannot be determined. An error of the model's own code is passed on unchanged;
    ///   ``decodeReporting(_:from:options:)-(_,Data,_)`` adds its place.
    /// - Complexity: O(bytes)
    public func decode<Value: Decodable>(_ type: Value.Type, from payload: Data) throws -> Value {
        try payload.withUnsafeBytes { bytes in
            try bytes.withMemoryRebound(to: UInt8.self) { try decode(type, from: $0) }
        }
    }

    /// Decodes a value from bytes. Otherwise like ``decode(_:from:)-(_,Data)``.
    public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try bytes.withUnsafeBufferPointer { try decode(type, from: $0) }
    }

    /// Decodes a value from a text. Otherwise like ``decode(_:from:)-(_,Data)``.
    public func decode<Value: Decodable>(_ type: Value.Type, from text: some StringProtocol) throws -> Value {
        var text = String(text)
        return try text.withUTF8 { try decode(type, from: $0) }
    }

    /// Decodes a value from a JSON value. An unchanged value of a document is decoded in place, by the rules of its
    /// scan, and errors name its line.
    ///
    /// ```swift
    /// let document = try JSONDocument(parsing: payload)
    /// let page = try decoder.decode(Page.self, from: document.root)
    /// try decoder.decode(Song.self, from: ["title": "Yesterday", "seconds": 125])
    /// ```
    ///
    /// - Throws: `DecodingError`, like the other calls.
    public func decode<Value: Decodable>(_ type: Value.Type, from value: JSONValue) throws -> Value {
        try run(type, value) { try $0.value(type, at: $1) }
    }

    /// Decodes a value from bytes that are borrowed for the call. Otherwise like ``decode(_:from:)-(_,Data)``.
    package func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: UnsafeBufferPointer<UInt8>
    ) throws -> Value {
        try run(type, bytes) { try $0.value(type, at: $1) }
    }

    /// Decodes a value from bytes that were made of others, and are borrowed for the call.
    ///
    /// - Throws: `DecodingError`, like the other calls; another error where the value keeps issues, which would name
    ///   places of these bytes.
    package func decode<Value: Decodable>(
        _ type: Value.Type, fromMade bytes: UnsafeBufferPointer<UInt8>
    ) throws -> Value {
        try run(type, bytes) { try $0.valueWithoutIssues(type, at: $1) }
    }
}

// MARK: - Calls

extension VersionedJSONDecoder {
    /// Scans bytes and reads a value from them.
    func run<Value>(
        _ type: Any.Type, _ bytes: UnsafeBufferPointer<UInt8>, _ read: (DecodingSession, UInt32) throws -> Value
    ) throws -> Value {
        if assumesTopLevelDictionary || isForeign(bytes) { return try runPrepared(type, bytes, read) }
        return try run(type, bytes, hasPositions: true, read)
    }

    /// Scans bytes and reads a value from them.
    ///
    /// - `hasPositions`: Whether the caller has these bytes, so that errors may name lines.
    /// - `braces`: How braces were added to the text of the caller.
    func run<Value>(
        _ type: Any.Type, _ bytes: UnsafeBufferPointer<UInt8>, hasPositions: Bool, in braces: AddedBraces? = nil,
        _ read: (DecodingSession, UInt32) throws -> Value
    ) throws -> Value {
        let options = sessions.rules.parsing
        let session = sessions.take()
        session.reserve(forBytes: bytes.count)
        let hasMark = options.tolerances.contains(.byteOrderMark) && bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let scanner = IndexScanner(options: sessions.rules.scanning, buffer: session.memory)
        guard scanner.scan(bytes, from: hasMark ? 3 : 0) else {
            sessions.keep(session)
            return try runMade(type, bytes, in: braces, read)
        }
        session.duplicateKeys = options.duplicateKeys
        session.begin(bytes, offset: braces == nil ? 0 : AddedBraces.shift, hasPositions: hasPositions)
        var isOver = true
        return try finish(session, type, &isOver, read)
    }

    /// Reads a value from the JSON that is made of a text which the scan has refused, or throws what is wrong with it.
    @inline(never)
    private func runMade<Value>(
        _ type: Any.Type, _ bytes: UnsafeBufferPointer<UInt8>, in braces: AddedBraces?,
        _ read: (DecodingSession, UInt32) throws -> Value
    ) throws -> Value {
        let options = sessions.rules.parsing
        let text = braces?.text ?? Array(bytes)
        if options.tolerances.makesJSON,
            let index = DocumentIndex(makingJSONOf: text, options: options, addingBraces: braces != nil)
        {
            return try run(type, index, DocumentIndex.root, read)
        }
        let error = JSONParser.fault(in: text, options, isWithoutBraces: braces != nil)
        throw DecodingError.dataCorrupted(
            .init(codingPath: [], debugDescription: error.description, underlyingError: error))
    }

    /// Decodes a value of a text that another has scanned strictly, and whose nodes it may have changed; errors name no
    /// line. Otherwise like ``decode(_:fromMade:)``.
    ///
    /// - `isOver`: Whether nothing of the text and its nodes is still held, so that their memory may serve another
    ///   text.
    package func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: UnsafeBufferPointer<UInt8>, scannedInto memory: IndexBuffer,
        _ isOver: inout Bool
    ) throws -> Value {
        let session = sessions.take()
        let own = session.memory
        session.memory = memory
        session.duplicateKeys = .report
        session.begin(bytes, hasPositions: false)
        return try finish(session, type, backTo: own, &isOver) { try $0.valueWithoutIssues(type, at: $1) }
    }

    /// Reads a value from a JSON value: in place, if it is an unchanged one of a document.
    func run<Value>(
        _ type: Any.Type, _ value: JSONValue, _ read: (DecodingSession, UInt32) throws -> Value
    ) throws -> Value {
        if let (index, node) = value.source { return try run(type, index, node, read) }
        let written = try JSONDocument(writing: value)
        return try run(type, written.index, DocumentIndex.root, hasPositions: false, read)
    }

    /// Reads a value of a document that has been scanned.
    func run<Value>(
        _ type: Any.Type, _ index: DocumentIndex, _ node: UInt32, hasPositions: Bool = true,
        _ read: (DecodingSession, UInt32) throws -> Value
    ) throws -> Value {
        try index.bytes.withUnsafeBufferPointer { bytes in
            // Within the closure: one that it captured would be held until its end, and could not serve the next call.
            let session = sessions.take()
            session.document = index
            session.duplicateKeys = index.duplicateKeys
            session.begin(bytes, root: node, hasPositions: hasPositions)
            var isOver = true
            return try finish(session, type, &isOver, read)
        }
    }

    /// - `own`: The memory that the session goes back to, if it borrowed another's.
    private func finish<Value>(
        _ session: consuming DecodingSession, _ type: Any.Type, backTo own: IndexBuffer? = nil, _ isOver: inout Bool,
        _ read: (DecodingSession, UInt32) throws -> Value
    ) throws -> Value {
        let result: Value
        do {
            result = try session.reading(type, by: sessions.rules.controller, read)
        } catch {
            let located = (error as? DecodingError).map(session.located) ?? error
            // A session that failed half-way is not reused.
            _ = DecodingSession.end(&session)
            session.dropContainers()
            throw located
        }
        isOver = DecodingSession.end(&session)
        if isOver { sessions.keep(session, backTo: own) }
        return result
    }

    // MARK: Texts that are prepared first

    private func isForeign(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count >= 2, sessions.rules.parsing.tolerances.contains(.otherEncodings) else { return false }
        return bytes[0] >= 0xFE || bytes[0] == 0 || bytes[1] == 0
    }

    private func runPrepared<Value>(
        _ type: Any.Type, _ bytes: UnsafeBufferPointer<UInt8>, _ read: (DecodingSession, UInt32) throws -> Value
    ) throws -> Value {
        var text = Array(bytes)
        if isForeign(bytes), let transcoded = Transcoding.utf8(of: text) { text = transcoded }
        let first = JSON5Rewriter.firstByte(of: text, sessions.rules.parsing.tolerances)
        guard assumesTopLevelDictionary, first != UInt8(ascii: "{") else {
            return try text.withUnsafeBufferPointer { try run(type, $0, hasPositions: true, read) }
        }
        let braces = AddedBraces(text, sessions.rules.parsing.tolerances)
        return try braces.object.withUnsafeBufferPointer { try run(type, $0, hasPositions: true, in: braces, read) }
    }
}

/// The members of an object without braces, and the object that they become.
struct AddedBraces {
    /// The text of the caller.
    let text: [UInt8]

    /// The text with braces. The second one is on a line of its own, so that it is not part of a comment.
    let object: [UInt8]

    /// How many bytes further than in the text each member begins.
    static let shift = 1

    init(_ text: [UInt8], _ tolerances: JSONParsingOptions.Tolerances) {
        self.text = text
        // A byte order mark stays first. Without the first byte of the object, its other two and the brace count as one
        // column, as the mark does in the text.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let start = tolerances.contains(.byteOrderMark) && text.starts(with: mark) ? mark.count : 0
        object = text[..<start] + [UInt8(ascii: "{")] + text[start...] + Array("\n}".utf8)
    }
}

extension DecodingSession {
    /// A value that keeps no issues.
    fileprivate func valueWithoutIssues<Value: Decodable>(_ type: Value.Type, at node: UInt32) throws -> Value {
        let value = try value(type, at: node)
        if recorder.hasKept { throw KeptIssues.NeedOrigins() }
        return value
    }

    /// Makes sure that the index of a text of so many bytes will mostly fit.
    fileprivate func reserve(forBytes count: Int) {
        if memory.capacity < count / 12 { memory = IndexBuffer(capacity: count / 12 + 16) }
    }

    /// Reads the whole document in the version that it names.
    fileprivate func reading<Value>(
        _ type: Any.Type, by controller: RootController?, _ read: (DecodingSession, UInt32) throws -> Value
    ) throws -> Value {
        let inner = try entered(by: controller, for: type)
        if inner === self { return try read(inner, root) }
        return try inner.locating { try read(inner, root) }
    }

    /// The session of the version that the document names; this one if there is no controller, or if the type finds the
    /// version itself.
    fileprivate func entered(by controller: RootController?, for type: Any.Type) throws -> DecodingSession {
        guard let controller else { return self }
        let known = try types.known(type) ?? meet(type)
        return known == .versioned ? self : try controller.enter(self)
    }
}
