import Foundation
import VersionedCodec

/// How much memory decoding takes: each case runs in a process of its own, which says the most that it has held.
enum Memory {
    private struct Case: Sendable {
        let payload: @Sendable (Int) -> [UInt8]
        let works: [(name: String, run: @Sendable (Data) throws -> Int)]
    }

    private static let cases = [
        Case(
            payload: { Payloads.records(bytes: $0) },
            works: [
                ("the payload alone", { $0.count }),
                ("records, ours", { try VersionedJSONDecoder().decode([Record].self, from: $0).count }),
                ("records, JSONDecoder", { try JSONDecoder().decode([Record].self, from: $0).count }),
            ]),
        Case(
            payload: Payloads.wide,
            works: [
                ("wide, ours", { keep(try VersionedJSONDecoder().decode(WidePage<WideItem>.self, from: $0)) }),
                ("wide, JSONDecoder", { keep(try JSONDecoder().decode(WidePage<WideItem>.self, from: $0)) }),
            ]),
        Case(
            payload: Payloads.geometry,
            works: [
                ("geometry, ours", { keep(try VersionedJSONDecoder().decode(FeatureCollection.self, from: $0)) }),
                ("geometry, JSONDecoder", { keep(try JSONDecoder().decode(FeatureCollection.self, from: $0)) }),
            ]),
    ]

    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs each case in a process of its own and prints a line for each.
    static func report(bytes: Int) throws {
        print(
            "peak memory of the process, payload and model included, over the size of the payload (\(byteCount(bytes)))"
        )
        for aCase in cases {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
            defer { try? FileManager.default.removeItem(at: file) }  // Nothing depends on it.
            try Data(aCase.payload(bytes)).write(to: file)
            for work in aCase.works {
                let ratio = try peak(of: work.name, file) / Double(bytes)
                print(work.name.padding(toLength: 24, withPad: " ", startingAt: 0), String(format: "%5.2f", ratio))
            }
        }
    }

    private static func peak(of name: String, _ file: URL) throws -> Double {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--memory-of", name, file.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, let bytes = Double(output.trimmingCharacters(in: .newlines)) else {
            throw Failed(description: "\(name): the process ended with \(process.terminationStatus)")
        }
        return bytes
    }

    /// Runs one case, and prints how many bytes this process has held at most.
    static func run(_ name: String, _ file: String) throws {
        guard let work = cases.flatMap(\.works).first(where: { $0.name == name }) else {
            throw Failed(description: "there is no case \(name)")
        }
        let payload = try Data(contentsOf: URL(fileURLWithPath: file))
        guard try work.run(payload) > 0 else { throw Failed(description: "\(name) decoded nothing") }
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { throw Failed(description: "/proc/self/status does not say the peak") }
        print(kilobytes * 1024)
    }
}
