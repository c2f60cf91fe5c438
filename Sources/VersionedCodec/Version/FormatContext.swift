import Synchronization

/// What one document is read or written with, worked out once: the format, the layouts, the version in effect.
///
/// One for each document or each value with a version of its own. Not for sharing between tasks.
final class FormatContext {
    private(set) var format: VersionFormat
    let layouts: KeyLayoutBook

    /// What the models see: the coder's own entries, with the version in effect.
    let userInfo: [CodingUserInfoKey: Any]

    /// Whether `Date` and `Data` are leaves of their own.
    let hasNativeLeaves: Bool

    /// Whether the coder has no null, so that nil is always left out.
    let isPropertyList: Bool

    /// Writes values of the tree ahead, where the coder is our JSON encoder.
    var rendering: JSONRendering?

    /// Whether it is the context of a member whose dates have formats of their own.
    let hasDatesOfItsOwn: Bool

    /// Whether a version is in effect; not in a tree of our JSON encoder outside of all versions.
    let isVersioned: Bool

    private let progress: Progress

    /// Whether a member that is nil is left out also where the model writes it.
    var leavesNilOut: Bool { isPropertyList || format.nilMembers == .omitted }

    /// How far the document is; shared by all contexts of one document.
    private final class Progress { var hasEnded = false }

    /// Whether the document is done, so that what was kept of it may not be used any longer.
    var hasEnded: Bool {
        get { progress.hasEnded }
        set { progress.hasEnded = newValue }
    }

    init<Version: APIVersion>(
        controller: VersionController<Version>, userInfo: [CodingUserInfoKey: Any], isPropertyList: Bool
    ) {
        format = controller.format
        layouts = KeyLayoutBook(format: controller.format, version: controller.version)
        var controllers = userInfo[.versionControllers] as? VersionControllers ?? VersionControllers()
        controllers.install(controller)
        var userInfo = userInfo
        userInfo[.versionControllers] = controllers
        self.userInfo = userInfo
        self.isPropertyList = isPropertyList
        hasNativeLeaves = isPropertyList && format.nativeLeaves == .inPropertyLists
        progress = Progress()
        hasDatesOfItsOwn = false
        isVersioned = true
    }

    /// The context of a tree outside of all versions.
    init(userInfo: [CodingUserInfoKey: Any]) {
        var format = VersionFormat.unchanged
        format.checksSubclasses = false
        self.format = format
        layouts = KeyLayoutBook(format: format, version: nil)
        self.userInfo = userInfo
        isPropertyList = false
        hasNativeLeaves = false
        progress = Progress()
        hasDatesOfItsOwn = false
        isVersioned = false
    }

    /// The context of encoders that come too late.
    static func ended(userInfo: [CodingUserInfoKey: Any]) -> FormatContext {
        let context = FormatContext(userInfo: userInfo)
        context.hasEnded = true
        return context
    }

    private init(_ context: FormatContext, dates: DateFormats) {
        progress = context.progress
        rendering = context.rendering
        hasDatesOfItsOwn = true
        isVersioned = context.isVersioned
        format = context.format
        format.dates = dates
        layouts = context.layouts
        userInfo = context.userInfo
        isPropertyList = context.isPropertyList
        hasNativeLeaves = context.hasNativeLeaves
    }

    /// The same context for a member whose dates have formats of their own.
    func with(dates: DateFormats?) -> FormatContext { dates.map { FormatContext(self, dates: $0) } ?? self }
}

/// Which coder it is, as far as it can be told.
enum CoderKind {
    private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

    /// Whether a coder is one of Foundation's for property lists: the name of its private type says so.
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

/// The casts of this library, each guarded.
enum Cast {
    /// Nil, where the type is an optional.
    static func absent<Target>(as type: Target.Type) -> Target? {
        (type as? any NilRepresentable.Type)?.absent as? Target
    }

    /// A value that is known to be of a type, because the type was compared before.
    static func known<Target>(_ value: some Any, as type: Target.Type, at path: [any CodingKey]) throws -> Target {
        guard let target = value as? Target else {
            throw DecodingError.typeMismatch(
                type, .init(codingPath: path, debugDescription: "expected \(type), found \(Swift.type(of: value))"))
        }
        return target
    }
}

/// An optional, whatever it holds.
private protocol NilRepresentable {
    static var absent: Self { get }
}

extension Optional: NilRepresentable {
    fileprivate static var absent: Wrapped? { nil }
}
