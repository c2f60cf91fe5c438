import Migrations
import VersionedCodec

/// A plan of many operations on any bytes: bytes that a runner migrates and documents that are read apart give the
/// same.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    for plan in plans {
        let fast = try? plan.migrate(bytes, to: "2", from: "1")
        let slow = try? plan.migrate(JSONDocument(parsing: bytes), to: "2", from: "1")
        precondition(fast?.bytes == slow?.bytes, "runner and document differ")
        precondition(fast?.losses == slow?.losses, "losses differ")
        guard let fast else { continue }
        do throws(JSONSyntaxError) { _ = try JSONDocument(parsing: fast.bytes) } catch {
            preconditionFailure("written what cannot be read: \(error)")
        }
    }
    return 0
}

/// The document in its own layout, and in styles.
private let plans = [
    nil, WritingStyle(indentation: .spaces(2), keepsEscapes: true),
    WritingStyle(indentation: .tabs(1), keyOrder: .sorted, escapesSlashes: true, escapesNonASCII: true),
].compactMap(plan)

private func plan(_ style: WritingStyle?) -> MigrationPlan? {
    try? MigrationPlan(
        "fuzzing", versionAt: VersionLocation("/v", as: .integer, legacy: "1"),
        versions: [PlanVersion("1"), PlanVersion("2", style: style)],
        migrations: [
            Migration(
                from: "1", to: "2", "Everything at once",
                up: [
                    .rename("/a", to: "b", ifAbsent: .skip, ifExists: .skip),
                    .move("/b", to: "/c/d", ifAbsent: .skip, ifWrongKind: .skip, ifExists: .skip),
                    .add("/e", value: ["/", 1], ifExists: .skip), .remove("/x", default: nil, ifAbsent: .skip),
                    .each("", [.rename("/a", to: "b", ifAbsent: .skip, ifExists: .skip)], ifWrongKind: .skip),
                    .inside("/c", [.move("/d", to: "/a/b", ifAbsent: .skip, ifWrongKind: .skip)], ifAbsent: .skip),
                    .convert("/n", from: .number, to: .string, ifAbsent: .skip, ifWrongKind: .skip),
                    .mapValues("/m", [(1, "one"), ("x", nil)], ifUnknown: .skip, ifAbsent: .skip),
                    .when(.present("/w"), [.move("/w", to: "/y/z", ifExists: .skip)]),
                    .copy("/n", to: "/k", ifAbsent: .skip, ifExists: .skip),
                    .each(
                        "/s", [.split("/t", into: ["/p", "/q"], separator: " ", ifAbsent: .skip, ifWrongKind: .skip)],
                        ifAbsent: .skip, ifWrongKind: .skip),
                    .inside(
                        "/i", [.copy("/a", to: "/b", ifAbsent: .skip, ifWrongKind: .skip, ifExists: .overwrite)],
                        ifAbsent: .skip),
                    .everywhere(
                        where: .present("/h"),
                        [.remove("/h", reason: "given up"), .add("/g", value: "/é", ifExists: .skip)]),
                ] + newWords, down: nil)
        ])
}

/// The words of plan format 2.
private let newWords: [JSONOperation] = [
    .introduce("/new"), .pick(["a", "b", "é"], in: "/picked", ifAbsent: .skip, ifWrongKind: .skip),
    .move("/m", to: "/z", before: "a", ifAbsent: .skip, ifExists: .skip),
    .objectToArray("/o", id: "k", value: "v", default: 1, ifAbsent: .skip, ifWrongKind: .skip),
    .sort("/l", missing: .last, mixed: true, ifAbsent: .skip, ifWrongKind: .skip),
    .transform("/l", by: [.unique([]), .reverse], ifAbsent: .skip, ifWrongKind: .skip),
    .transform("/u", by: [.slug], ifAbsent: .skip, ifWrongKind: .skip),
    .transform("/v64", by: [.decodeBase64], ifAbsent: .skip, ifWrongKind: .skip),
    .transform(
        "/r", by: [.map([.take("/a")]), .filter(.at("", is: .number)), .sum], ifAbsent: .skip, ifWrongKind: .skip),
    .lookUp(
        "/key", in: "/table", by: "/from", match: .range, to: "/found", ifUnknown: .skip, ifTableAbsent: .skip,
        ifAbsent: .skip,
        ifExists: .skip),
    .printJSON("/j", escapingHTML: true, ifAbsent: .skip),
    .calculate("/q", .plus(.member("/n", in: .here)), ifAbsent: .skip, ifWrongKind: .skip),
    .each(
        "/seq", [.generate("/n", .sequence("%a", restarting: true), ifAbsent: .skip)], ifAbsent: .skip,
        ifWrongKind: .skip),
    .switch(
        on: "/kind", cases: ["x": [.rename("/x1", to: "x2", ifAbsent: .skip, ifExists: .skip)], "y": []],
        ifUnknown: .skip, ifAbsent: .skip),
    .when(.at("/key", .keyOf("/table", in: .document)), [.remove("/key", ifAbsent: .skip)]),
    .copy("/n", to: .scratch("kept"), ifAbsent: .skip, ifExists: .overwrite),
    .copy(.scratch("kept"), to: "/kept", ifAbsent: .skip, ifExists: .skip),
]

/// libFuzzer's own loop; the package manager gives the program another name for its main function.
@_silgen_name("LLVMFuzzerRunDriver")
private func run(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@main
enum Fuzzer {
    static func main() {
        var (count, arguments) = (CommandLine.argc, CommandLine.unsafeArgv)
        _ = run(&count, &arguments) { testOneInput($0, $1) }
    }
}
