/// The decoding of one value, strictly at first and then tolerantly.
///
/// The tolerant attempt reuses the findings of the strict one.
///
/// `@exclusivity(unchecked)`: it belongs to one call on one task, and no method changes a property while another change
/// of the same property is under way.
class ValueReplay<Value> {
    let run: ToleranceRun
    @exclusivity(unchecked) fileprivate(set) var base: any Decoder

    /// The call that asks for this value, or for the collection that it is an element of.
    let owner: CallOwner?

    init(_ run: ToleranceRun, _ base: any Decoder, _ owner: CallOwner?) {
        self.run = run
        self.base = base
        self.owner = owner
    }

    /// Begins again with another part of the same collection, so that no other replay need be made; `false` where that
    /// cannot be.
    func restart(_ base: any Decoder) -> Bool { false }

    /// Takes another decoder.
    final func take(_ base: any Decoder) { self.base = base }

    // Each subclass overrides both methods; no payload leads to the traps.

    /// Decodes the value strictly.
    func strict() throws -> Value { preconditionFailure("a replay decodes strictly") }

    /// Decodes the value tolerantly, after ``strict()`` has failed or before it.
    func tolerant() -> Tolerated<Value> { preconditionFailure("a replay decodes tolerantly") }
}

/// The result of tolerant decoding for one value.
struct Tolerated<Value> {
    /// The value; `nil` if a value that must be there could not be read.
    var value: Value?

    /// The problems.
    var issues: IssueGroup
}

/// A type that has a replay of its own: collections and optionals.
protocol Replayable {
    /// - `type`: The type itself, under the name that the caller has for it.
    static func replay<Value: Decodable>(
        as type: Value.Type, _ run: ToleranceRun, _ base: any Decoder, _ owner: CallOwner?
    ) -> ValueReplay<Value>
}

extension ToleranceRun {
    /// The replay of a value.
    func replay<Value: Decodable>(
        _ type: Value.Type, _ base: any Decoder, _ owner: CallOwner?
    ) -> ValueReplay<Value> {
        let base = base.withoutProxy
        if isStrict(type, base) { return StrictReplay(self, base, owner, type) }
        let traits = traits(of: type)
        if let type = traits.replayable { return type.replay(as: Value.self, self, base, owner) }
        if traits.isLeaf { return StrictReplay(self, base, owner, type) }
        return ObjectReplay(self, base, owner, type)
    }
}

/// A value that the decoder reads itself, or that is to be decoded strictly: its first error is its only issue.
final class StrictReplay<Value: Decodable>: ValueReplay<Value> {
    private let type: Value.Type

    init(_ run: ToleranceRun, _ base: any Decoder, _ owner: CallOwner?, _ type: Value.Type) {
        self.type = type
        super.init(run, base, owner)
    }

    override func strict() throws -> Value { try base.whole(type) }

    override func tolerant() -> Tolerated<Value> {
        let mark = run.recorder.mark
        do {
            let value = try strict()
            return Tolerated(value: value, issues: run.recorder.take(from: mark))
        } catch {
            run.recorder.rollBack(to: mark)
            return Tolerated(
                value: nil, issues: IssueGroup(run.record(run.issue(of: error, at: base, owner, expected: type))))
        }
    }
}

extension Decoder {
    /// The whole value as the coder reads it.
    func whole<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let native = asNative { return try native.session.value(type, at: native.node) }
        return try singleValueContainer().decode(type)
    }

    /// Our own decoder of the value, where one that follows a layout wraps it and has nothing to add for the
    /// whole value.
    var withoutProxy: any Decoder {
        guard let proxy = asProxy, proxy.flattening == nil, let session = proxy.context.native,
            let native = proxy.base.asNative
        else { return self }
        return IndexDecoder(session: session, node: native.node, isHeld: true, model: nil)
    }
}
