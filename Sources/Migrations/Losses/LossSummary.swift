import VersionedCodec

/// Losses counted by step and reason, for people.
///
/// ```swift
/// var summary = LossSummary()
/// summary.add(result.losses, file: "old.json")
/// print(summary.text)
/// // old.json:2:18: lost "b251…": the other version does not have it
/// //     (at "/originHash", step 3 → 2, remove "/originHash")
/// // 1 loss
/// //     1 × step 3 → 2, remove "/originHash": the other version does not have it
/// ```
package struct LossSummary: Sendable {
    /// The number of losses that are shown in full; the others are only counted.
    package static let shownInFull = 20

    /// The number of losses.
    package private(set) var count = 0

    private var shown: [String] = []
    /// How many are not shown, because an error has named them.
    private var named = 0
    private var groups: [Group] = []
    private var places: [String: Int] = [:]

    private struct Group {
        let name: String
        let example: Loss.Storage
        var count = 0
    }

    /// So many groups are looked through before the name of one is made.
    private static let few = 8

    /// An empty summary.
    package init() {}

    /// Counts losses, in order. O(losses)
    package mutating func add(_ losses: [Loss], file: String) { add(losses, file: file, named: 0) }

    /// Counts losses of which an error has named the first few, which are not shown again.
    package mutating func add(_ losses: [Loss], file: String, named: Int) {
        for number in losses.indices {
            count += 1
            if number < named {
                self.named += 1
            } else if shown.count < Self.shownInFull {
                shown.append(losses[number].diagnostic.text(file: file))
            }
            countInGroup(losses[number].storage)
        }
    }

    private mutating func countInGroup(_ loss: Loss.Storage) {
        if let place = place(of: loss) { groups[place].count += 1 } else { add(1, like: loss) }
    }

    /// Counts losses, in order. O(losses)
    package mutating func add(_ losses: RepeatedLosses, file: String) {
        for number in losses.indices {
            count += 1
            if shown.count < Self.shownInFull { shown.append(losses[number].diagnostic.text(file: file)) }
            countInGroup(losses.storages[number])
        }
    }

    /// The group of a loss among the first ones.
    private func place(of loss: Loss.Storage) -> Int? {
        let few = 0..<min(Self.few, groups.count)
        return few.first { groups[$0].example === loss } ?? few.first { groups[$0].example.isCounted(with: loss) }
    }

    /// Counts losses, in order. O(losses)
    package mutating func add(_ losses: LossList, file: String) {
        guard case .packed(let losses) = losses else { return add(losses.array, file: file) }
        let shown = Array(losses.prefix(Self.shownInFull - shown.count))
        add(shown, file: file)
        for (example, number) in losses.counts(from: shown.count) {
            count += number
            add(number, like: example.storage)
        }
    }

    /// Counts losses of one group.
    private mutating func add(_ number: Int, like loss: Loss.Storage) {
        let details = loss.details
        let culprit = [details.step.map { "step \($0)" }, details.operation].compactMap(\.self).joined(separator: ", ")
        let name = culprit.isEmpty ? details.group : "\(culprit): \(details.group)"
        let place = places[name] ?? groups.count
        if place == groups.count {
            groups.append(Group(name: name, example: loss))
            places[name] = place
        }
        groups[place].count += number
    }

    /// The first losses in full, then the count by step and reason; empty if there are none.
    package var text: String {
        guard count > 0 else { return "" }
        var lines = shown
        if count > shown.count + named { lines.append("… and \(count - shown.count - named) more") }
        lines.append(count == 1 ? "1 loss" : "\(count) losses")
        lines += groups.map { "    \($0.count) × \($0.name)" }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Loss.Storage {
    /// Whether a loss is one of the group of this one.
    fileprivate func isCounted(with other: Loss.Storage) -> Bool {
        let other = other.details
        return details.step == other.step && details.operation == other.operation && details.group == other.group
    }
}
