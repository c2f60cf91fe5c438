import VersionedCodec

/// Any bytes, any options: an error or a document, which is written as it was read, and read again as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = bytes.first else { return 0 }
    let policies = JSONParsingOptions.DuplicateKeyPolicy.allCases
    for options in [
        JSONParsingOptions(),
        JSONParsingOptions(
            maximumDepth: 100_000, tolerating: JSONTolerances(rawValue: UInt32(first) & 63),
            duplicateKeys: policies[Int(first >> 6)]),
    ] {
        do throws(JSONSyntaxError) {
            let document = try JSONDocument(parsing: bytes, options: options)
            precondition(document.bytes(with: document.root) == document.bytes, "written otherwise than read")
            let text = document.root.bytes()
            if !options.tolerances.contains(.nonFiniteNumbers), options.duplicateKeys != .keep {
                let again = try JSONDocument(parsing: text, options: JSONParsingOptions(maximumDepth: 100_000))
                precondition(again.root == document.root, "compact text means something else")
            }
        } catch {
            precondition(!error.description.isEmpty, "an error without words")
        }
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
