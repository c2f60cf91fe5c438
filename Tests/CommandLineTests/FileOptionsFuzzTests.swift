import Foundation
import TestSupport
import Testing

/// Options that name files, drawn at random: which file is which, by which link, under which name, with which limit.
///
/// What must hold is found by another way than the tool's: every name is followed to the file that it was made for.
/// `VERSIONED_JSON_FUZZ` says how many runs there are, and `VERSIONED_JSON_SEED` where they begin.
@Suite struct FileOptionsFuzzTests {
    /// A name, and the file that it leads to.
    private struct Name {
        let text: String
        let file: String
    }

    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
            return bits ^ (bits >> 31)
        }
    }

    private static let long = String(repeating: "l", count: 255)
    private static let lines = Orders.lines + "{\"version\": 9}\n"

    private static let names: [Name] = {
        var names: [Name] = []
        for file in ["in.nd", "plan.json", "context.json", "old", "new", "new2", long, "$'b\\xff'"] {
            for way in ["", "./", "sub/../", "here/"] { names.append(Name(text: way + file, file: file)) }
        }
        for file in ["in.nd", "plan.json", "context.json", "old"] {
            for link in ["hard-", "soft-", "chain-"] { names.append(Name(text: link + file, file: file)) }
        }
        names.append(Name(text: "soft-new", file: "new"))
        names.append(Name(text: "chain-new", file: "new"))
        return names
    }()

    private static let setup = """
        mkdir sub; ln -s . here
        for f in in.nd plan.json context.json old; do ln $f hard-$f; ln -s $f soft-$f; ln -s soft-$f chain-$f; done
        ln -s new soft-new; ln -s soft-new chain-new
        """

    @Test func nothingButTheOutputIsEverReplaced() throws {
        let environment = ProcessInfo.processInfo.environment
        let count = Int(environment["VERSIONED_JSON_FUZZ"] ?? "") ?? 60
        let seed = UInt64(environment["VERSIONED_JSON_SEED"] ?? "") ?? 1
        for number in 0..<count { try run(seed &+ UInt64(number)) }
    }

    private func run(_ seed: UInt64) throws {
        var random = Random(state: seed)
        let folder = try TemporaryFolder()
        _ = try folder.file("plan.json", Orders.plan)
        _ = try folder.file("in.nd", Self.lines)
        _ = try folder.file("context.json", "{}")
        _ = try folder.file("old", "old\n")

        var command = "$tool migrate --ndjson --to 2"
        var read: [String] = []
        var written: [String] = []
        func name(of file: String) -> String {
            (Self.names.filter { $0.file == file }.randomElement(using: &random)?.text) ?? file
        }
        command += " --plan " + name(of: "plan.json")
        read.append("plan.json")
        if Bool.random(using: &random) {
            command += " --context " + name(of: "context.json")
            read.append("context.json")
        }
        command += Bool.random(using: &random) ? " " + name(of: "in.nd") : " - < " + name(of: "in.nd")
        read.append("in.nd")
        var output: String?
        for option in ["--output", "--losses-file", "--keep-bad", "--bad-report"] where Bool.random(using: &random) {
            guard let target = Self.names.randomElement(using: &random) else { continue }
            command += " \(option) \(target.text)"
            written.append(target.file)
            if option == "--output" { output = target.file }
        }
        let isLimited = Bool.random(using: &random) && command.contains("--keep-bad")
        if isLimited { command += " --max-bad " + (["0", "10%"].randomElement(using: &random) ?? "0") }
        var redirected: String?
        if output == nil, Bool.random(using: &random), let target = Self.names.randomElement(using: &random) {
            command += " >> " + target.text
            redirected = target.file
        }

        let all = written + [redirected].compactMap { $0 }
        var conflict = Set(all).count < all.count
        for file in all where read.contains(file) && !(file == "in.nd" && file == output) { conflict = true }
        let isBad = !command.contains("--keep-bad") || isLimited

        let script = """
            \(Self.setup)
            \(command); status=$?
            echo "$status"; md5sum < plan.json; md5sum < context.json; md5sum < in.nd; md5sum < old; ls -A | grep -c 'tmp$'
            """
        let before = try Shell(folder: folder).run(
            "md5sum < plan.json; md5sum < context.json; md5sum < in.nd; md5sum < old"
        ).output.split(separator: "\n")
        let result = try Shell(folder: folder).run(script)
        let found = result.output.split(separator: "\n").suffix(6)
        let note = Comment(rawValue: "seed \(seed): \(command)\n\(result.output)\n\(result.errors)")
        try #require(found.count == 6, note)
        let state = Array(found)
        let expected = conflict ? "64" : isBad ? "65" : "0"
        #expect(state[0] == expected, note)
        #expect(state[5] == "0", note)
        for (place, file) in ["plan.json", "context.json", "in.nd", "old"].enumerated() {
            let mayChange = !conflict && all.contains(file)
            if !mayChange { #expect(state[place + 1] == before[place], note) }
        }
        if conflict {
            // Only the shell makes a file, for its redirection.
            let made = Set(all).intersection(["new", "new2"]).subtracting([redirected].compactMap { $0 })
            #expect(try Set(folder.names).isDisjoint(with: made), note)
            #expect(result.errors.contains(" are the same file"), note)
        }
    }
}
