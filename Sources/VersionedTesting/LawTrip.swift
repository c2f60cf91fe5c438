import Migrations
import VersionedCodec

/// One law, on one document, on its way to one version.
struct LawTrip {
    enum Outcome {
        case holds
        case fails(String)
        /// There is no way back, or the way is of another direction.
        case doesNotApply
        /// The plan refuses the document.
        case refused
    }

    private let laws: VersionLaws
    private let lawCase: LawCase
    private let target: String
    private var plan: MigrationPlan { laws.plan }
    private var from: String { lawCase.version }

    init(_ laws: VersionLaws, _ lawCase: LawCase, _ target: String) {
        (self.laws, self.lawCase, self.target) = (laws, lawCase, target)
    }

    /// Whether a law holds.
    func outcome(of law: VersionLaws.Law) -> Outcome {
        let there: MigrationResult
        do {
            there = try migrate(lawCase.document, to: target, from: from)
        } catch {
            return .refused
        }
        do {
            return try judged(law, there)
        } catch {
            return .fails("\(error)")
        }
    }

    private func migrate(
        _ document: JSONDocument, to target: String, from: String, _ options: MigrationOptions = .init()
    ) throws -> MigrationResult {
        var options = options
        options.context = laws.context
        return try plan.migrate(document, to: target, from: from, options: options)
    }

    private func judged(_ law: VersionLaws.Law, _ there: MigrationResult) throws -> Outcome {
        let document = lawCase.document
        switch law {
        case .purity:
            let isSame = try document.root == JSONDocument(parsing: document.bytes).root
            return isSame ? .holds : .fails("the document that was given has changed")
        case .determinism:
            let again = try migrate(JSONDocument(parsing: document.bytes), to: target, from: from)
            if again.bytes != there.bytes {
                return .fails("the second time it becomes \(again.text), the first time \(there.text)")
            }
            if again.losses == there.losses { return .holds }
            return .fails(
                "the second time its losses are \(shown(again.losses)), the first time \(shown(there.losses))")
        case .idempotence:
            let again = try migrate(JSONDocument(parsing: there.bytes), to: target, from: target)
            return again.bytes == there.bytes ? .holds : .fails("\(there.text) becomes \(again.text)")
        case .pathIndependence: return try pathIndependence(there)
        case .upDown, .downUp:
            let labels = plan.labels
            let isUp = (labels.firstIndex(of: from) ?? 0) < (labels.firstIndex(of: target) ?? 0)
            return isUp == (law == .upDown) ? try thereAndBack(there) : .doesNotApply
        case .carriage: return try carriage()
        case .restoreAfterEdit: return try restoreAfterEdit()
        case .fixtures:
            guard let expected = lawCase.expected[target] else { return .doesNotApply }
            let same = Sameness(expected, try root(there))
            return same.isSame ? .holds : .fails("\(shown(same.lost + same.added)) differ from the fixture")
        }
    }

    private func root(_ result: MigrationResult) throws -> JSONValue { try JSONDocument(parsing: result.bytes).root }

    private func shown(_ places: [JSONPointer]) -> String {
        let names = places.prefix(3).map { $0.isRoot ? "the whole" : "\"\($0)\"" }.joined(separator: ", ")
        return places.count > 3 ? "\(names) and \(places.count - 3) more" : names
    }

    private func shown(_ losses: [Loss]) -> String {
        losses.isEmpty ? "none" : losses.prefix(3).map { "\($0)" }.joined(separator: "; ")
    }

    // MARK: Ways over other versions

    private func pathIndependence(_ there: MigrationResult) throws -> Outcome {
        let between = try plan.versionsBetween(from, target)
        if between.isEmpty { return .doesNotApply }
        for middle in between {
            let first = try migrate(lawCase.document, to: middle, from: from)
            if !first.losses.isEmpty { continue }
            let second = try migrate(JSONDocument(parsing: first.bytes), to: target, from: middle)
            let same = Sameness(try root(there), try root(second))
            if !same.isSame { return .fails("over \(middle), \(shown(same.lost + same.added)) differ") }
        }
        return .holds
    }

    // MARK: There and back

    private func thereAndBack(_ there: MigrationResult) throws -> Outcome {
        guard plan.hasWayBack(from: from, to: target) else { return .doesNotApply }
        let losses = there.losses
        let home: JSONValue
        do {
            home = try root(migrate(JSONDocument(parsing: there.bytes), to: from, from: target))
        } catch {
            return losses.isEmpty ? .fails("the way back fails, and no loss is reported: \(error)") : .holds
        }
        let before = lawCase.document.root
        let same = Sameness(before, home, except: plan.versionPlaces)
        if laws.expectation == .exact {
            if !same.isSame { return .fails("\(shown(same.lost + same.added)) did not come back") }
            return losses.isEmpty ? .holds : .fails("all comes back, although losses are reported: \(shown(losses))")
        }
        // Which element is which is known to the judge alone: of arrays, something is lost or nothing.
        let reported = losses.map { before.arrayAround($0.path) }
        let isOneStep = try plan.versionsBetween(from, target).isEmpty
        lazy var isAnyOrder = plan.declaresAnyOrder(from: from, to: target)
        for place in same.lost {
            if plan.mayBePartVersion(before[at: place], home[at: place], at: place, from: from, to: target) { continue }
            let around = before.arrayAround(place)
            if isAnyOrder, Self.haveSameElements(before[at: around], home[at: around]) { continue }
            if !reported.contains(where: { $0.isWithin(around) || around.isWithin($0) }) {
                return .fails("\(shown([place])) is lost, and no loss reports it")
            }
        }
        for (loss, around) in zip(losses, reported) {
            if plan.versionPlaces.contains(loss.path) { continue }
            // A bridge reports what it likes, so only the whole document says whether a loss is true, and a scalar does
            // that is in the same place in both documents.
            let isOwn = loss.operation?.hasPrefix("bridge") == true && !same.isSame
            if isOwn, !isOneStep || around != loss.path || before[at: around]?.isContainer != false { continue }
            if !same.lost.contains(where: { $0.isWithin(around) || around.isWithin($0) }) {
                return .fails("\(shown([loss.path])) comes back, although a loss reports it: \(loss)")
            }
        }
        return .holds
    }

    /// Whether both are arrays of the same elements, in any order.
    private static func haveSameElements(_ one: JSONValue?, _ other: JSONValue?) -> Bool {
        guard let one = one?.array, let other = other?.array else { return false }
        let style = WritingStyle(keyOrder: .sorted)
        return one.map { $0.text(in: style) }.sorted() == other.map { $0.text(in: style) }.sorted()
    }

    // MARK: Carried data

    private var carrying: MigrationOptions {
        var options = MigrationOptions(losses: .carry)
        options.carrying.isSidecar = true
        options.carrying.limit = .max
        return options
    }

    private func carriage() throws -> Outcome {
        guard plan.hasWayBack(from: from, to: target) else { return .doesNotApply }
        var options = carrying
        let there = try migrate(lawCase.document, to: target, from: from, options)
        options.carrying.given = there.carried
        let home = try migrate(JSONDocument(parsing: there.bytes), to: from, from: target, options)
        let same = Sameness(lawCase.document.root, try root(home))
        return same.isSame ? .holds : .fails("\(shown(same.lost + same.added)) did not come back")
    }

    /// Changes one scalar of the other version. Values that the way back restores unchanged without carried data must
    /// equal those of the document with it.
    private func restoreAfterEdit() throws -> Outcome {
        guard plan.hasWayBack(from: from, to: target) else { return .doesNotApply }
        var options = carrying
        let there = try migrate(lawCase.document, to: target, from: from, options)
        guard let carried = there.carried, let edited = Self.edited(try root(there), leaving: plan.versionPlaces) else {
            return .doesNotApply
        }
        options.carrying.given = carried
        let changed = try JSONDocument(parsing: edited.bytes())
        // A document that the plan refuses is not one of the other version.
        guard let bare = try? migrate(JSONDocument(parsing: there.bytes), to: from, from: target),
            let bareChanged = try? migrate(changed, to: from, from: target)
        else { return .doesNotApply }
        let home = try root(migrate(changed, to: from, from: target, options))
        let effect = Sameness(try root(bare), try root(bareChanged))
        if effect.isSame { return .doesNotApply }
        let touched = effect.lost + effect.added
        let before = lawCase.document.root
        for place in Sameness(before, home).lost where !touched.contains(where: { Self.meet($0, place, before) }) {
            return .fails("\(shown([place])) does not come back where \(shown(touched)) was changed")
        }
        return .holds
    }

    /// Whether two places are in one array, in one object, or in each other: an object of which all is new is another.
    private static func meet(_ one: JSONPointer, _ other: JSONPointer, _ root: JSONValue) -> Bool {
        let (one, other) = (root.arrayAround(one), root.arrayAround(other))
        return one.isWithin(other) || other.isWithin(one) || !one.parent.isRoot && one.parent == other.parent
    }

    private static func edited(_ value: JSONValue, leaving places: [JSONPointer]) -> JSONValue? {
        guard var object = value.object else { return nil }
        for member in object where !places.contains(where: { $0.tokens.first == member.key }) {
            if let text = member.value.string {
                object[member.key] = .string(text + "~")
                return .object(object)
            }
            if let inner = edited(member.value, leaving: []) {
                object[member.key] = inner
                return .object(object)
            }
        }
        return nil
    }
}
