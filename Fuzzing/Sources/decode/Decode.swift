import Foundation
import VersionedCodec

/// Any bytes as a model with everything in it: a value or a `DecodingError` with words; the same from bytes, from a
/// document, and through a controller whose version writes as Foundation does.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let first = outcome { try Fuzzed.decoder.decode([Rich].self, from: bytes) }
    let layered = outcome { try Fuzzed.layered.decode([Rich].self, from: bytes) }
    precondition(first == layered, "a controller changes what is read")
    if let document = try? JSONDocument(parsing: bytes) {
        let again = outcome { try Fuzzed.decoder.decode([Rich].self, from: document) }
        precondition(first == again, "a document is read otherwise than its bytes")
        let lax = outcome { try Fuzzed.json5.decode([Rich].self, from: bytes) }
        precondition(first == lax, "JSON is read otherwise where JSON5 is allowed")
    }
    let json5 = outcome { try Fuzzed.json5.decode([Rich].self, from: bytes) }
    if let document = try? JSONDocument(parsing: bytes, options: Fuzzed.json5.parsingOptions) {
        let again = outcome { try Fuzzed.json5.decode([Rich].self, from: document) }
        precondition(json5 == again, "a document in JSON5 is read otherwise than its bytes")
    }
    _ = outcome { try Fuzzed.bare.decode([String: Rich].self, from: bytes) }
    _ = outcome { try Fuzzed.tolerant.decode([Rich].self, from: bytes) }
    _ = outcome { try Fuzzed.laid.decode([Versioned<Rich, FuzzedVersion>].self, from: bytes).map(\.value) }
    return 0
}

/// What came of it: the value, written again, or the words of the error.
private func outcome(_ read: () throws -> some Encodable) -> String {
    do {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return String(decoding: try encoder.encode(try read()), as: UTF8.self)
    } catch let error as DecodingError {
        let text = Diagnostic(describing: error).description
        precondition(!text.isEmpty, "an error without words")
        return text
    } catch {
        preconditionFailure("an error of another type: \(error)")
    }
}

private enum FuzzedVersion: Int, APIVersion { case v1 = 1, v2 }

private enum Fuzzed {
    static let decoder = VersionedJSONDecoder()
    static let layered = VersionedJSONDecoder(VersionController<FuzzedVersion>(format: .unchanged))
    static let laid = VersionedJSONDecoder(
        VersionController<FuzzedVersion>(
            location: VersionLocation("/v", as: .integer, legacy: "1"),
            format: VersionFormat(dates: [.iso8601], keys: .snakeCase)))

    static let json5: VersionedJSONDecoder = {
        var decoder = VersionedJSONDecoder()
        decoder.allowsJSON5 = true
        return decoder
    }()

    /// Members without braces.
    static let bare: VersionedJSONDecoder = {
        var decoder = json5
        decoder.assumesTopLevelDictionary = true
        return decoder
    }()

    static let tolerant: VersionedJSONDecoder = {
        var decoder = VersionedJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        decoder.parsingOptions = JSONParsingOptions(
            tolerating: JSONParsingOptions.Tolerances(rawValue: 63), duplicateKeys: .last)
        return decoder
    }()
}

/// A model with every kind of member.
private final class Rich: Codable {
    enum Kind: String, Codable, CodingKeyRepresentable { case one, two }
    enum Choice: Codable { case text(String), number(value: Int), nothing }
    struct Inner: Codable {
        var numberOne: Int8?
        var list: [UInt64]?
        var rich: Rich?
    }

    var a: Bool?
    var b: Double?
    var c: Decimal?
    var d: Date?
    var e: Data?
    var f: URL?
    var g: [String: Int]?
    var h: [Int: String]?
    var i: [Kind: [Float]]?
    var j: Choice?
    var k: Inner?
    var l: [Inner?]?
    var m: Int128?
    var n: UUID?
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
