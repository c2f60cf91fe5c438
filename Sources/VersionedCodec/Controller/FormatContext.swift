/// The context for reading or writing one document, worked out once: the format, the layouts, the version in effect.
///
/// One for each document or each value with a version of its own. Not for sharing between tasks.
final class FormatContext {
    private(set) var format: VersionFormat

    /// Whether `Date` and `Data` are leaves of their own.
    let hasNativeLeaves: Bool

    /// Whether the coder has no null, so that nil is always left out.
    let isPropertyList: Bool

    /// Writes values of the tree as text at once, where the coder is our JSON encoder.
    var rendering: JSONRendering?

    /// Whether it is the context of a member whose dates have formats of their own.
    private(set) var hasDatesOfItsOwn = false

    /// Whether a version is in effect; not in a tree of our JSON encoder outside of all versions.
    let isVersioned: Bool

    let document: DocumentState

    /// How many values are being written into trees, each within the one before.
    var openFrames: Int {
        get { document.openFrames }
        set { document.openFrames = newValue }
    }

    /// The session of our own decoder that follows the same format.
    var native: DecodingSession? {
        get { document.native }
        set { document.native = newValue }
    }

    /// How scalars are written in the member that is read or written; `nil`: as their types are.
    private(set) var scalars: KeyPlace.ScalarForm?

    /// Which values of another kind are read.
    private(set) var conversions: ValueConversions

    /// The conversions for parts of the document.
    private var conversionsByPath: ConversionsByPath?

    /// Whether a member that is nil is left out also where the model writes it.
    var leavesNilOut: Bool { isPropertyList || format.nilMembers == .omitted }

    /// The `userInfo` of models: the coder's own entries, with the version in effect.
    var userInfo: [CodingUserInfoKey: Any] { document.userInfo }

    init<Version: APIVersion>(
        controller: VersionController<Version>, userInfo: [CodingUserInfoKey: Any], isPropertyList: Bool,
        recorder: IssueRecorder? = nil
    ) {
        format = controller.format
        self.isPropertyList = isPropertyList
        hasNativeLeaves = isPropertyList && format.nativeLeaves == .inPropertyLists
        conversions = format.conversions ?? []
        document = DocumentState(controller: controller, userInfo: userInfo, recorder: recorder)
        isVersioned = true
    }

    /// The context in which a document is written.
    init(writing: VersionWriting, given: GivenUserInfo, isPropertyList: Bool) {
        format = writing.registry.format
        self.isPropertyList = isPropertyList
        hasNativeLeaves = isPropertyList && format.nativeLeaves == .inPropertyLists
        conversions = []
        document = DocumentState(writing: writing, given: given)
        isVersioned = true
    }

    /// The context of a tree outside of all versions.
    init(outsideVersions userInfo: [CodingUserInfoKey: Any]) {
        format = .unchanged
        format.checksSubclasses = false
        isPropertyList = false
        hasNativeLeaves = false
        conversions = []
        document = DocumentState(registry: LayoutRegistry(format: format, version: NoVersion.none), userInfo: userInfo)
        isVersioned = false
    }

    /// The context of encoders that come too late.
    static func ended(userInfo: [CodingUserInfoKey: Any]) -> FormatContext {
        let context = FormatContext(outsideVersions: userInfo)
        context.hasEnded = true
        return context
    }

    private init(_ context: FormatContext, isPropertyList: Bool) {
        document = context.document
        format = context.format
        rendering = context.rendering
        hasDatesOfItsOwn = context.hasDatesOfItsOwn
        (scalars, conversions, conversionsByPath) = (context.scalars, context.conversions, context.conversionsByPath)
        isVersioned = context.isVersioned
        self.isPropertyList = isPropertyList
        hasNativeLeaves = isPropertyList && context.hasNativeLeaves
    }

    /// The same context for a member with rules of its own for its values.
    func with(_ rules: ValueRules?) -> FormatContext {
        guard let rules else { return self }
        let context = FormatContext(self, isPropertyList: isPropertyList)
        if let dates = rules.dates { (context.format.dates, context.hasDatesOfItsOwn) = (dates, true) }
        if let scalars = rules.scalars { context.scalars = scalars }
        if let conversions = rules.conversions {
            (context.conversions, context.conversionsByPath) = (conversions, nil)
        }
        return context
    }

    /// The same context for a model within a member whose scalars have a form of their own.
    var withoutScalarForm: FormatContext {
        guard scalars != nil else { return self }
        let context = FormatContext(self, isPropertyList: isPropertyList)
        context.scalars = nil
        return context
    }

    /// Adopts the conversions of a decoder: those of paths, and the others if the version declares none.
    func adopt(_ rules: DecodingRules) {
        if format.conversions == nil { conversions = rules.conversions }
        conversionsByPath = rules.conversionsByPath
    }

    /// Whether any values of another kind may be read.
    var mayConvert: Bool { !conversions.isEmpty || conversionsByPath != nil }

    /// Which are read at a place.
    func conversions(at path: @autoclosure () -> [any CodingKey]) -> ValueConversions {
        conversionsByPath?.conversions(at: JSONPointer(codingPath: path())) ?? conversions
    }

    /// The same context for values that are JSON, for any coder.
    var forJSON: FormatContext { isPropertyList ? FormatContext(self, isPropertyList: false) : self }
}

extension FormatContext {
    /// Whether the document is done, so that what was kept of it may not be used any longer.
    var hasEnded: Bool {
        get { document.hasEnded }
        set { document.hasEnded = newValue }
    }

    /// Whether a class is known to write its own members.
    func isChecked(_ model: Any.Type) -> Bool { document.checkedClasses.contains(ObjectIdentifier(model)) }

    /// Notes that a class writes its own members.
    func noteChecked(_ model: Any.Type) { document.checkedClasses.insert(ObjectIdentifier(model)) }

    /// Where the version is, seen from a value at a depth of the document.
    func versionPlaces(at depth: Int, _ place: @autoclosure () -> JSONPointer) -> VersionPlaces {
        let (root, version) = document.root
        guard depth >= root, depth - root < version.depth else { return .none }
        return depth == root ? version : version.below(JSONPointer(Array(place().tokens.dropFirst(root))))
    }
}

// MARK: - Cases

extension FormatContext {
    var caseName: CaseName {
        get { document.caseName }
        set { document.caseName = newValue }
    }

    /// Begins a value that has a rule for names which it does not know; returns what is known of the one around.
    func beginCase() -> CaseName {
        defer { document.caseName = .notAsked }
        return document.caseName
    }

    /// Notes the result of an enum; its first result is its own.
    func noteName(_ name: CaseName) {
        if case .known = document.caseName { return }
        document.caseName = name
    }
}

// MARK: - Issues

extension FormatContext {
    /// Takes the issues of the document.
    var recorder: IssueRecorder { document.recorder }

    /// Collects the issues while a value with a version of its own is read within the document.
    func noting<Value>(depth: Int, _ read: () throws -> Value) rethrows -> (Value, [DecodingIssue]) {
        let around = document.root.depth
        document.root.depth = depth
        defer { document.root.depth = around }
        return try document.recorder.noting(read)
    }

    /// Begins another document of the same version; true where models have declared layouts meanwhile.
    @discardableResult
    func renew() -> Bool {
        let declarations = document.registry.declarationCount
        guard document.declarations != declarations else { return false }
        (document.layouts, document.declarations) = (document.registry.current, declarations)
        return true
    }

    /// Notes what is the matter at a place, once: the way where only a path is known, also over Foundation's coders.
    /// Where our own decoder reads the value, line, column and bytes are filled in.
    ///
    /// - `pointer`: The place within the value that `base` is at; the value itself if there is nothing.
    /// - `path`: The place in the document.
    @inline(never)
    func note(
        _ code: DecodingIssue.Code, _ message: @autoclosure () -> String, at pointer: JSONPointer, in base: any Decoder,
        path: @autoclosure () -> JSONPointer
    ) {
        guard recorder.isKept else { return }
        var facts = IssueFacts(
            code: code, message: message(), path: path(), version: isVersioned ? registry.label : nil)
        guard let native = base.asNative else { return recorder.noteOnce(DecodingIssue(facts)) }
        let source = IndexSource(session: native.session, root: native.node)
        let node = source.node(at: pointer) ?? native.node
        let fault = native.session.faultFacts(facts.wording, at: node)
        (facts.place, facts.position, facts.byteRange) = (fault.place, fault.position, fault.byteRange)
        (facts.found, facts.quotation) = (fault.found, fault.quotation)
        recorder.noteOnce(DecodingIssue(facts, order: node))
    }
}

/// The version of types without one.
private enum NoVersion: String, APIVersion { case none }
