#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the values of an output are written with: the rules, and the state of the version that they are of.
///
/// One for each version within another, kept from one document to the next as long as no tree has referred to its
/// state. Not for sharing between tasks.
final class EncodingScope {
    let rules: EncodingRules

    /// The state of the version that is being written; `nil` outside of all versions, until a value needs the tree.
    private(set) var context: FormatContext?

    /// The scopes of versions within this one, those that have been asked for first.
    private var within: [EncodingScope] = []
    private static let mostKept = 8
    private static let mostSearched = 64

    /// What this one is a variant of, and variants of this one that have scopes within.
    private let origin: EncodingScope?
    private var variants: [EncodingScope] = []

    init(_ rules: EncodingRules) {
        self.rules = rules
        origin = nil
    }

    private init(_ version: VersionWriting, within scope: EncodingScope) {
        rules = EncodingRules(scope.rules, in: version)
        origin = nil
        context = FormatContext(writing: version, given: scope.userInfoEntries, isPropertyList: false)
    }

    /// The same for a member whose dates have formats of their own.
    init(_ scope: EncodingScope, dates: DateFormats) {
        rules = EncodingRules(scope.rules, dates: dates)
        (context, origin) = (scope.context, scope)
    }

    /// Whether a version is in effect.
    var isVersioned: Bool { rules.version != nil }

    /// What models see.
    var userInfo: [CodingUserInfoKey: Any] {
        if isVersioned, let context { return context.userInfo }
        return rules.userInfo
    }

    /// The same, not yet in the form in which models see it.
    private var userInfoEntries: GivenUserInfo {
        if isVersioned, let context { return .any(context.userInfo) }
        return .sendable(rules.userInfo)
    }

    /// The scope of a version within this one.
    func scope(of version: VersionWriting) -> EncodingScope {
        for scope in within.prefix(Self.mostSearched) where scope.rules.version === version {
            scope.context?.renew()
            return scope
        }
        let scope = EncodingScope(version, within: self)
        if within.isEmpty { origin?.variants.append(self) }
        within.append(scope)
        return scope
    }

    /// The state outside of all versions, for the trees of the document.
    func makeContext() -> FormatContext {
        let context = FormatContext(outsideVersions: userInfo)
        self.context = context
        return context
    }

    /// Ends a document: gives up all that a tree has referred to.
    func end() {
        if let context, context.rendering != nil {
            context.hasEnded = true
            context.rendering = nil
            if !isVersioned { self.context = nil }
        }
        for variant in variants { variant.end() }
        if !variants.isEmpty { variants = [] }
        guard !within.isEmpty else { return }
        for scope in within { scope.end() }
        within.removeAll { $0.context?.hasEnded == true }
        if within.count > Self.mostKept { within.removeLast(within.count - Self.mostKept) }
    }
}
