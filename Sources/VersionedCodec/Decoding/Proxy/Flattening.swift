/// Collects facts while a value is read whose members are among those of another.
final class Flattening {
    /// Whether any of its members was there; they are also members of the value that it is flattened in.
    var hasMembers = false {
        didSet { if hasMembers { around?.hasMembers = true } }
    }

    /// That of a value in which this one is flattened, if it is flattened itself.
    private let around: Flattening?

    /// The flattened keys of the value that have not been read yet, if members are there that may be theirs.
    var open: Set<String> = []

    /// Makes up what is absent, if the value is only read to find out whether any of its members is there.
    let madeUp: ToleranceRun?

    /// Whether each member that is read is noted.
    let isWatched: Bool

    /// Whether a member of the object belongs to a model around it.
    let isOutside: (String) -> Bool

    /// What flattened values before it have read and keep.
    private let before: FlattenedMembers

    /// Whether a member of the object belongs to another model.
    func isTaken(_ name: String) -> Bool { isOutside(name) || before.take(name) }

    /// The value, if it keeps unknown members. The models around it then do not keep them.
    var keeper: FlattenedKeeper?

    init(
        in around: Flattening?, isWatched: Bool, madeUp: ToleranceRun?, before: FlattenedMembers,
        isOutside: @escaping (String) -> Bool
    ) {
        self.around = around
        self.isWatched = isWatched
        self.madeUp = madeUp
        self.before = before
        self.isOutside = isOutside
    }
}

extension ProxyKeyedContainer {
    /// Notes whether any member is there, where that is watched.
    func noteMembers() {
        // The library's own look at a member notes itself what is there.
        guard let flattening = decoder.flattening, flattening.isWatched, !flattening.hasMembers, let members,
            Key.self != PayloadKey.self
        else { return }
        let others = members.allKeys.filter { !flattening.isTaken($0.stringValue) }
        let isThere = others.contains { layout.key(for: $0.stringValue, as: Key.self) != nil }
        if isThere || layout.keysElsewhere(as: Key.self, flattened: false).contains(where: hasMember) {
            flattening.hasMembers = true
        } else if !others.isEmpty {
            // Any of them may be a member of a value that is flattened in this one.
            flattening.open.formUnion(layout.flattenedKeys)
        }
    }

    /// Whether a member is there itself; also where looking for it is an error.
    private func hasMember(_ key: Key) -> Bool {
        do { return try MemberLookup(key, in: self).found.isThere } catch { return true }
    }
}

extension MemberLookup {
    /// A decoder of the object for a value whose members are in it.
    ///
    /// - Parameters:
    ///   - isWatched: Whether it is to be known if any of the members was there.
    ///   - madeUp: What makes up absent members.
    func flattenedDecoder(isWatched: Bool, madeUp: ToleranceRun? = nil) throws -> ProxyDecoder {
        let outer = container.decoder
        let (layout, object, around) = (container.layout, outer.object, outer.flattening)
        let isHere = container.prefix.steps.isEmpty || resolvedKey.staysOutside
        let version = isHere ? outer.versionPlaces : .none
        // The object holds those that keep unknown members, which hold this.
        let flattening = Flattening(
            in: around, isWatched: isWatched || around?.isWatched == true || layout.flattensSeveral,
            madeUp: madeUp ?? around?.madeUp, before: isHere ? object.flattened : FlattenedMembers()
        ) { [weak object] in
            layout.owns($0, as: Key.self) || !version.isEmpty && object?.isVersion($0, version) == true
                || around?.isOutside($0) == true
        }
        if isHere { return outer.flattening(flattening, valueContext) }
        guard let base = try found.decoder() else { throw container.missing(key) }
        return ProxyDecoder(base: base, context: valueContext, flattening: flattening, around: container)
    }

    /// Reads a flattened value that must be there, or is of an optional type.
    func flattened<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let absent = Cast.absent(as: type) else {
            let decoder = try flattenedDecoder(isWatched: false)
            do {
                let value = try flattened(type, from: decoder)
                noteKept(by: decoder)
                return value
            } catch {
                guard let run = decoder.flattening?.madeUp, decoder.flattening?.hasMembers == false,
                    let value = Placeholder.value(type, run, depth: 0)
                else { throw error }
                return value
            }
        }
        return try flattenedIfPresent(type) ?? absent
    }

    /// Reads a flattened value that is nil if none of its members is there.
    func flattenedIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        guard found.isThere else { return nil }
        let decoder = try flattenedDecoder(isWatched: true)
        let object = container.decoder.object
        let count = object.flattened.keepers.count
        do {
            let value = try flattened(type, from: decoder)
            guard decoder.flattening?.hasMembers == true else {
                object.forgetKeepers(from: count)
                return nil
            }
            noteKept(by: decoder)
            return value
        } catch let error as DecodingError where decoder.flattening?.hasMembers == false {
            object.forgetKeepers(from: count)
            if lacksMembers(of: type, after: error, decoder) { return nil }
            throw error
        }
    }

    /// Whether a flattened value could not be read because none of its members is there.
    private func lacksMembers<Value: Decodable>(
        of type: Value.Type, after error: DecodingError, _ decoder: ProxyDecoder
    ) -> Bool {
        guard let flattening = decoder.flattening else { return false }
        guard case .keyNotFound = error else {
            // It may ask for a name that is the only key. A value that is not an object has no members.
            let members = try? decoder.object.own()
            return members?.allKeys.allSatisfy { flattening.isTaken($0.stringValue) } == true
        }
        return flattening.open.isEmpty || lacksMembers(of: type)
    }

    /// Whether none of the members of a flattened value is there; false if that cannot be found out.
    ///
    /// Which members those of a value within it are is known once it is read. So the value is read with made-up values
    /// in the place of what is absent before.
    private func lacksMembers<Value: Decodable>(of type: Value.Type) -> Bool {
        guard container.decoder.flattening?.madeUp == nil else { return false }
        let (mark, caseName) = (context.recorder.mark, context.caseName)
        defer {
            context.recorder.rollBack(to: mark)
            context.caseName = caseName
        }
        do {
            let run = ToleranceRun(recorder: context.recorder, options: ReportingOptions())
            let decoder = try flattenedDecoder(isWatched: true, madeUp: run)
            _ = try decoder.singleValueContainer().decode(type)
            return decoder.flattening?.hasMembers == false
        } catch {
            return false
        }
    }

    /// Notes which unknown members a flattened value keeps, once the value is used.
    private func noteKept(by decoder: ProxyDecoder) {
        guard let flattening = decoder.flattening, flattening.madeUp == nil, let keeper = flattening.keeper else {
            return
        }
        let object = container.decoder.object
        let isHere = decoder.object === object
        if isHere { object.note(keeper) }
        guard let tracked = object.tracked, !isHere || !tracked.prefix.isEmpty else { return }
        tracked.tracker.note(kept: keeper.paths, at: tracked.prefix + (isHere ? [] : container.prefix.steps))
    }

    private func flattened<Value: Decodable>(_ type: Value.Type, from decoder: ProxyDecoder) throws -> Value {
        defer {
            if decoder.flattening?.open.isEmpty == true {
                container.decoder.flattening?.open.remove(resolvedKey.name)
            }
        }
        return try decoder.singleValueContainer().decode(type)
    }
}
