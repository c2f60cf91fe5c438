import Migrations

/// Any bytes as a plan file: an error with words, or a plan.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do {
        let plan = try MigrationPlan(planFile: bytes)
        precondition(!plan.labels.isEmpty, "a plan without versions")
    } catch {
        precondition(!"\(error)".isEmpty, "an error without words")
    }
    return 0
}

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
