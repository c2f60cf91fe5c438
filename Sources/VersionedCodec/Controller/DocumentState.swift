/// How far a document is, and what is known of its keys; shared by all contexts of one document.
final class DocumentState {
    var hasEnded = false

    /// Unsafe code: the session holds the context of the document, and takes itself out of here when it goes. A `weak`
    /// variable would make every retain of the session several times as slow.
    unowned(unsafe) var native: DecodingSession?
    var openFrames = 0
    var checkedClasses: Set<ObjectIdentifier> = []
    let recorder: IssueRecorder

    /// How deep the value is that names its version, and where the version is in it.
    var root: (depth: Int, version: VersionPlaces)

    /// The name of the innermost value that has a rule for unknown names, if it is known.
    var caseName = CaseName.notAsked

    let registry: LayoutRegistry
    var layouts: LayoutRegistry.Snapshot

    /// The declarations that have been looked at in the layouts, or fewer.
    var declarations = 0

    private let given: GivenUserInfo
    private let install: (inout VersionControllerSet) -> Void

    private(set) lazy var userInfo: [CodingUserInfoKey: Any] = {
        var userInfo = given.entries
        var controllers = userInfo[.versionControllers] as? VersionControllerSet ?? VersionControllerSet()
        install(&controllers)
        userInfo[.versionControllers] = controllers
        return userInfo
    }()

    /// The state of a document outside of all versions.
    init(registry: LayoutRegistry, userInfo: [CodingUserInfoKey: Any]) {
        self.registry = registry
        recorder = IssueRecorder()
        layouts = registry.current
        given = .any(userInfo)
        install = { _ in }
        root = (0, .none)
        self.userInfo = userInfo
    }

    init<Version: APIVersion>(
        controller: VersionController<Version>, userInfo: [CodingUserInfoKey: Any], recorder: IssueRecorder?
    ) {
        registry = controller.registry
        if let recorder = recorder ?? CallRecorder.current?.recorder {
            self.recorder = recorder
        } else {
            self.recorder = IssueRecorder()
            self.recorder.log = userInfo[.decodingIssues] as? DecodingIssue.Log
        }
        layouts = registry.current
        given = .any(userInfo)
        install = { $0.install(controller) }
        root = (0, controller.settings.versionPlaces)
    }

    init(writing: VersionWriting, given: GivenUserInfo) {
        registry = writing.registry
        recorder = IssueRecorder()
        layouts = registry.current
        self.given = given
        install = writing.install
        root = (0, .none)  // Only readers ask for the version.
    }
}

/// The entries of a coder's `userInfo`; ours has them in another form than models see, which is made when a model
/// asks.
enum GivenUserInfo {
    case any([CodingUserInfoKey: Any])
    case sendable([CodingUserInfoKey: any Sendable])

    /// As models see them.
    var entries: [CodingUserInfoKey: Any] {
        switch self {
        case .any(let entries): entries
        case .sendable(let entries): entries
        }
    }
}
