#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One document that is being decoded, in one format: decoders and containers refer to it, and to a node of the index.
///
/// Everything that a format decides is worked out here, once, so that a value costs no more than reading it. A document
/// with parts of several versions has a session for each of them.
///
/// Unsafe code: `text` and `nodes` point to the bytes and nodes of one successful scan. They are set when a call
/// begins, and valid while it runs; where something outlives the call, ``end()`` moves the bytes to memory of its own
/// first. Every node comes from the index itself, so it is in range, and every range that a node names lies within the
/// bytes.
///
/// `@exclusivity(unchecked)`: it belongs to one call on one task, and no method changes a property while another change
/// of the same property is under way.
final class DecodingSession {
    // MARK: The document

    @exclusivity(unchecked) var text: UnsafePointer<UInt8>
    @exclusivity(unchecked) var byteCount = 0
    @exclusivity(unchecked) var nodes: UnsafeMutablePointer<IndexNode>

    /// Keeps the nodes.
    @exclusivity(unchecked) var memory: IndexBuffer

    /// The index of a document that was scanned before the call, kept while nodes of it are used.
    @exclusivity(unchecked) var document: DocumentIndex?

    /// The bytes, if an object outlived the call that borrowed them.
    @exclusivity(unchecked) var kept: KeptBytes?

    /// The value that is decoded as a whole.
    @exclusivity(unchecked) var root: UInt32 = 0

    /// Where that value is in the text of the caller, if it is not its whole.
    @exclusivity(unchecked) var offset = 0

    /// Whether the bytes are those of the caller, so that errors may name places in them.
    @exclusivity(unchecked) var hasPositions = true

    @exclusivity(unchecked) var duplicateKeys = JSONParsingOptions.DuplicateKeyPolicy.report

    /// Whether the call is over, so that decoders that models borrowed are refused.
    @exclusivity(unchecked) var hasEnded = false

    // MARK: The rules

    let rules: DecodingRules

    /// The format of the version in effect, with its layouts; `nil` if there is none.
    let context: FormatContext?

    /// The version of that format.
    let version: LayoutRegistry?

    /// The version that errors name: also where the enclosing value follows the format.
    let namedVersion: LayoutRegistry?

    /// Whether the version was fixed by the caller.
    @exclusivity(unchecked) var isExplicit = false

    /// The formats of the dates of one member, where a layout names some.
    @exclusivity(unchecked) var dateOverride: DateFormats?

    let dates: DateRule
    let data: VersionedJSONDecoder.DataDecodingStrategy
    let nonFinite: VersionFormat.NonFiniteTexts?

    /// Which values of another kind are read; looked at only where reading a value has failed.
    let conversions: ValueConversions

    /// The same for parts of the document.
    private let conversionsByPath: ConversionsByPath?

    /// Whether any may be read.
    var mayConvert: Bool { !conversions.isEmpty || conversionsByPath != nil }

    /// Which are read at a value.
    func conversions(at node: UInt32) -> ValueConversions {
        conversionsByPath?.conversions(at: pointer(to: node)) ?? conversions
    }

    /// Whether a strategy converts the keys of payloads.
    let convertsKeys: Bool

    /// Whether every coding key is the key in the payload; false as soon as a model has a layout.
    @exclusivity(unchecked) var keysArePlain: Bool

    // MARK: Caches

    /// The member that was found last, and its object: the next one asked for mostly comes after it.
    @exclusivity(unchecked) var hintObject = UInt32.max
    @exclusivity(unchecked) var hintKey: UInt32 = 0

    let types = TypeCache()
    let pool = DecodingContainerPool()
    let opened: OpenedKeys
    let layouts = LayoutCache()
    let spellings = SnakeSpellings()
    @exclusivity(unchecked) var slowPath: SlowPathState?

    /// Takes the issues of the call, of all its sessions.
    let recorder: IssueRecorder
    @exclusivity(unchecked) private var children: [DecodingSession] = []

    /// A session without a version.
    init(rules: DecodingRules) {
        self.rules = rules
        recorder = IssueRecorder()
        recorder.log = rules.userInfo[.decodingIssues] as? DecodingIssue.Log
        opened = OpenedKeys()
        let memory = IndexBuffer()
        self.memory = memory
        nodes = memory.base
        // Nothing is read before a call begins.
        text = UnsafePointer(UnsafeRawPointer(memory.base).assumingMemoryBound(to: UInt8.self))
        context = nil
        (version, namedVersion) = (nil, nil)
        (dates, data, nonFinite, conversions) = (rules.dates, rules.data, rules.nonFinite, rules.conversions)
        conversionsByPath = rules.conversionsByPath
        if case .useDefaultKeys = rules.keys { convertsKeys = false } else { convertsKeys = true }
        keysArePlain = !convertsKeys
    }

    /// A session of the same document without a format.
    init(bare parent: DecodingSession) {
        (rules, recorder, opened) = (parent.rules, parent.recorder, parent.opened)
        (memory, nodes, text) = (parent.memory, parent.nodes, parent.text)
        context = nil
        (version, namedVersion) = (nil, parent.namedVersion)
        // The enclosing value converts.
        (dates, data, nonFinite, conversions) = (rules.dates, rules.data, rules.nonFinite, [])
        conversionsByPath = nil
        (convertsKeys, keysArePlain) = (false, true)
        follow(parent)
    }

    /// A session for a part of the document in a format of its own.
    init(_ parent: DecodingSession, _ context: FormatContext) {
        (rules, recorder, opened) = (parent.rules, parent.recorder, parent.opened)
        (memory, nodes, text, byteCount) = (parent.memory, parent.nodes, parent.text, parent.byteCount)
        self.context = context
        (version, namedVersion) = (context.registry, context.registry)
        let format = context.format
        dates = format.dates.list.isEmpty ? rules.dates : .formats(format.dates)
        data = format.data.map { .format($0) } ?? rules.data
        nonFinite = format.nonFinite ?? rules.nonFinite
        context.adopt(rules)
        conversions = context.conversions
        conversionsByPath = rules.conversionsByPath
        convertsKeys = false
        keysArePlain = Self.keysArePlain(in: context)
        follow(parent)
    }

    deinit {
        if let context, context.native === self { context.native = nil }
    }

    /// Takes over the document of the session around.
    private func follow(_ parent: DecodingSession) {
        (nodes, text, byteCount, root, offset) = (
            parent.nodes, parent.text, parent.byteCount, parent.root, parent.offset
        )
        // From one small document to the next these mostly stay, and each costs a reference.
        if memory !== parent.memory { memory = parent.memory }
        if document !== parent.document { document = parent.document }
        if kept !== parent.kept { kept = parent.kept }
        (duplicateKeys, hasEnded, hasPositions) = (parent.duplicateKeys, parent.hasEnded, parent.hasPositions)
        hintObject = .max
        if slowPath != nil { slowPath = nil }
        if let context, context.renew() { forgetDeclarations(context) }
        for child in children { child.follow(self) }
    }

    /// Whether every coding key of a version is the key in the payload.
    private static func keysArePlain(in context: FormatContext) -> Bool {
        context.format.keys == .asDeclared && context.format.nilForms == .usual && !context.declaresLayouts
    }

    /// Models have declared layouts elsewhere, so what is known of types may no longer hold.
    private func forgetDeclarations(_ context: FormatContext) {
        types.forget()
        layouts.forget()
        keysArePlain = Self.keysArePlain(in: context)
    }

    /// Determines again whether every coding key is the key in the payload, after a time in which nothing was assumed.
    func renewPlainKeys(_ context: FormatContext) {
        keysArePlain = Self.keysArePlain(in: context) && slowPath?.merged.isEmpty != false
    }

    // MARK: A call

    /// Begins a call. The bytes and the nodes stay where they are until ``end(_:)``.
    func begin(
        _ bytes: UnsafeBufferPointer<UInt8>, root: UInt32 = DocumentIndex.root, offset: Int = 0,
        hasPositions: Bool = true
    ) {
        self.hasPositions = hasPositions
        if let base = bytes.baseAddress { text = base }
        byteCount = bytes.count
        nodes = document?.buffer.base ?? memory.base
        self.root = root
        self.offset = offset
        hasEnded = false
        hintObject = .max
        slowPath = nil
        if recorder.isUsed { recorder.renew() }
        opened.clear()
        for child in children { child.follow(self) }
    }

    /// Ends a call; `true` where nothing of it is still held, so that the session may serve the next one.
    ///
    /// The bytes go back to their owner, so what a model keeps (a decoder of `superDecoder()`, a container) gets bytes
    /// of its own.
    static func end(_ session: inout DecodingSession) -> Bool {
        guard isHeld(&session) else { return true }
        session.dropContainers()
        session.keep(KeptBytes(UnsafeBufferPointer(start: session.text, count: session.byteCount)))
        return false
    }

    private static func isHeld(_ session: inout DecodingSession) -> Bool {
        // Its own containers refer to it, too.
        var isHeld = !session.pool.areFreeAtEnd() || !ReferenceCount.isOnly(1 + session.pool.count, of: session)
        for place in session.children.indices where Self.isHeld(&session.children[place]) { isHeld = true }
        session.hasEnded = true
        session.document = isHeld ? session.document : nil
        return isHeld
    }

    /// Gives up the containers that are used again, which hold the session: it is not used for another document.
    func dropContainers() {
        pool.drop()
        for child in children { child.dropContainers() }
    }

    private func keep(_ bytes: KeptBytes) {
        kept = bytes
        text = bytes.base
        for child in children { child.keep(bytes) }
    }

    // MARK: Scopes within

    /// The session of a format within this one, made by `make` if there is none yet.
    func child(
        _ version: LayoutRegistry?, _ isThat: (DecodingSession) -> Bool, make: () -> DecodingSession
    ) -> DecodingSession {
        for child in children where child.version === version && isThat(child) { return child }
        let made = make()
        if children.count < Self.mostChildren { children.append(made) } else { made.dropContainers() }
        return made
    }

    /// The session within this one of a version, if it has been made.
    func child(of version: LayoutRegistry, isExplicit: Bool) -> DecodingSession? {
        for child in children
        where child.version === version && child.isExplicit == isExplicit && child.dateOverride == nil {
            return child
        }
        return nil
    }

    private static let mostChildren = 64
}

/// A copy of the bytes of a document, for objects that outlive the call that borrowed them.
final class KeptBytes {
    let base: UnsafePointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(bytes.count, 1))
        _ = copy.initialize(from: bytes)
        base = UnsafePointer(copy.baseAddress ?? UnsafeMutablePointer.allocate(capacity: 1))
    }

    deinit { base.deallocate() }
}
