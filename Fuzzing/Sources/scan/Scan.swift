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
            maximumDepth: 100_000, tolerating: JSONParsingOptions.Tolerances(rawValue: UInt32(first) & 63),
            duplicateKeys: policies[Int(first >> 6)]),
        JSONParsingOptions(maximumDepth: 100_000, tolerating: .json5, duplicateKeys: policies[Int(first >> 6)]),
        // Parts of JSON5 by themselves.
        JSONParsingOptions(
            tolerating: JSONParsingOptions.Tolerances(rawValue: UInt32(first) << 5 | UInt32(bytes.count) & 31)),
    ] {
        do throws(JSONSyntaxError) {
            let document = try JSONDocument(parsing: bytes, options: options)
            let written = document.bytes(with: document.root)
            if options.tolerances.rawValue < 64 {
                precondition(written == document.bytes, "written otherwise than read")
            } else {
                let names = JSONParsingOptions(
                    maximumDepth: 100_000, tolerating: .nonFiniteNumbers, duplicateKeys: options.duplicateKeys)
                let again = try JSONDocument(parsing: written, options: names)
                precondition(again.root == document.root, "what is made of JSON5 means something else")
            }
            let text = document.root.bytes()
            if !options.tolerances.contains(.nonFiniteNumbers), options.duplicateKeys != .keep {
                let again = try JSONDocument(parsing: text, options: JSONParsingOptions(maximumDepth: 100_000))
                precondition(again.root == document.root, "compact text means something else")
            }
        } catch {
            precondition(!error.description.isEmpty, "an error without words")
            precondition(error.code != .tooLarge, "the careful parser reads what the index refuses")
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
