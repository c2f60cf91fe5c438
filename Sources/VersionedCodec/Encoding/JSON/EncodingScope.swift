#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The rules by which values are written, and the state of their version.
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

    /// The scope that this one is a variant of, and variants of this one that have scopes within.
    private let origin: EncodingScope?
    private var variants: [EncodingScope] = []

    /// Whether a tree or a scope has been made since a document ended; one for all scopes of an output.
    private let changes: Changes
    private final class Changes { var areToEnd = false }

    init(_ rules: EncodingRules) {
        (self.rules, origin, changes) = (rules, nil, Changes())
    }

    private init(_ version: VersionWriting, within scope: EncodingScope) {
        rules = EncodingRules(scope.rules, in: version)
        (origin, changes) = (nil, scope.changes)
        context = FormatContext(writing: version, given: scope.userInfoEntries, isPropertyList: false)
    }

    /// The same for a member whose dates have formats of their own.
    init(_ scope: EncodingScope, dates: DateFormats) {
        rules = EncodingRules(scope.rules, dates: dates)
        (context, origin, changes) = (scope.context, scope, scope.changes)
    }

    /// Whether a version is in effect.
    var isVersioned: Bool { rules.version != nil }

    /// The `userInfo` of models.
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
        for index in 0..<min(within.count, Self.mostSearched) where within[index].rules.version === version {
            within[index].context?.renew()
            return within[index]
        }
        let scope = EncodingScope(version, within: self)
        if within.isEmpty { origin?.variants.append(self) }
        within.append(scope)
        changes.areToEnd = true
        return scope
    }

    /// Notes that a tree refers to the state.
    func noteTree() { changes.areToEnd = true }

    /// The state outside of all versions, for the trees of the document.
    func makeContext() -> FormatContext {
        let context = FormatContext(outsideVersions: userInfo)
        self.context = context
        return context
    }

    /// Ends a document: drops all state that a tree refers to.
    func end() {
        guard changes.areToEnd else { return }
        changes.areToEnd = false
        endAll()
    }

    private func endAll() {
        if let context, context.rendering != nil {
            context.hasEnded = true
            context.rendering = nil
            if !isVersioned { self.context = nil }
        }
        if !variants.isEmpty {
            for variant in variants { variant.endAll() }
            variants = []
        }
        guard !within.isEmpty else { return }
        var haveEnded = false
        for scope in within {
            scope.endAll()
            haveEnded = haveEnded || scope.context?.hasEnded == true
        }
        if haveEnded { within.removeAll { $0.context?.hasEnded == true } }
        if within.count > Self.mostKept { within.removeLast(within.count - Self.mostKept) }
    }
}
