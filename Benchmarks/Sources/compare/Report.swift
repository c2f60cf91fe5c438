import Foundation

/// The table, or one JSON object a row.
struct Report {
    let isJSON: Bool

    func printHeader() {
        guard !isJSON else { return }
        print(line(["row", "ours ns", "baseline ns", "ratio", "spread", "target", "MB/s", "allocations"]))
    }

    func print(_ measurement: Measurement) throws {
        if isJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            Swift.print(String(decoding: try encoder.encode(JSONRow(measurement)), as: UTF8.self))
            return
        }
        let ratios = measurement.ratios
        Swift.print(
            line([
                measurement.name, number(measurement.oursNanoseconds), number(measurement.baselineNanoseconds),
                number(measurement.ratio), "\(number(ratios.first ?? .nan))–\(number(ratios.last ?? .nan))",
                measurement.target.map { number($0) } ?? "", measurement.megabytesPerSecond.map { number($0) } ?? "",
                measurement.allocations.map { number($0) } ?? "",
            ]))
    }

    private func print(_ text: String) { Swift.print(text) }

    private func line(_ cells: [String]) -> String {
        let widths = [44, 12, 13, 9, 15, 8, 9, 11]
        return zip(cells, widths).enumerated().map { index, cell in
            let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return index == 0 ? cell.0 + padding : padding + cell.0
        }.joined(separator: " ")
    }

    private func number(_ value: Double) -> String {
        String(format: value < 10 ? "%.2f" : value < 1000 ? "%.1f" : "%.0f", value)
    }
}

/// A row as `--json` prints it.
struct JSONRow: Encodable {
    let name: String
    let oursNanoseconds: Double
    let baselineNanoseconds: Double
    let ratio: Double
    let lowestRatio: Double
    let highestRatio: Double
    let allocations: Double?
    let megabytesPerSecond: Double?

    enum CodingKeys: String, CodingKey {
        case name, ratio, allocations
        case oursNanoseconds = "ours_ns"
        case baselineNanoseconds = "baseline_ns"
        case lowestRatio = "ratio_low"
        case highestRatio = "ratio_high"
        case megabytesPerSecond = "mb_per_s"
    }

    init(_ measurement: Measurement) {
        name = measurement.name
        oursNanoseconds = measurement.oursNanoseconds
        baselineNanoseconds = measurement.baselineNanoseconds
        ratio = measurement.ratio
        lowestRatio = measurement.ratios.first ?? measurement.ratio
        highestRatio = measurement.ratios.last ?? measurement.ratio
        allocations = measurement.allocations
        megabytesPerSecond = measurement.megabytesPerSecond
    }
}
