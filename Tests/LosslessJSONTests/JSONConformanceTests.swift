import Foundation
import TestSupport
import Testing
import LosslessJSON

/// The parsing test suite for JSON that we did not write: what must be read, what must be refused, what is ours to
/// decide.
@Suite(.enabled(if: RepositoryFiles.hasSharedData, Comment(rawValue: RepositoryFiles.sharedDataIsAbsent)))
struct JSONConformanceTests {
    private static func files(_ folder: String, _ prefix: String) -> [String] {
        let path = RepositoryFiles.sharedData.appending(path: "json-conformance/\(folder)").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasPrefix(prefix) }.sorted()
    }

    private func bytes(of name: String, in folder: String = "test_parsing") throws -> [UInt8] {
        try [UInt8](RepositoryFiles.shared("json-conformance/\(folder)/\(name)"))
    }

    /// Valid by the grammar, yet refused: RFC 8259, section 4, asks for unique names, and one of the two would be lost.
    static let stricter = ["y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"]

    @Test(arguments: stricter)
    func duplicateKeyIsRefused(name: String) throws {
        #expect(try fault(in: bytes(of: name)).code == .duplicateKey)
    }

    @Test(arguments: files("test_parsing", "y_").filter { !stricter.contains($0) })
    func validTextIsReadAndWrittenBack(name: String) throws {
        let document = try JSONDocument(parsing: bytes(of: name))
        #expect(try JSONDocument(parsing: document.root.bytes()).root == document.root)
    }

    @Test(arguments: files("test_parsing", "n_"))
    func invalidTextIsRefusedWithItsPosition(name: String) throws {
        let bytes = try bytes(of: name)
        let error = try fault(in: bytes)
        let position = error.position
        #expect((0...bytes.count).contains(position.byteOffset))
        #expect(position == SourcePosition(byteOffset: position.byteOffset, in: bytes))
        #expect(error.description.hasPrefix("line \(position.line), column \(position.column), at "))
    }

    enum Decision {
        case read
        case refused(JSONSyntaxError.Code)
    }

    /// What RFC 8259 leaves open, decided: every number is read, for its text is kept; nothing that is not a Unicode
    /// text is.
    static let decisions: [String: Decision] = [
        "i_number_double_huge_neg_exp": .read,
        "i_number_huge_exp": .read,
        "i_number_neg_int_huge_exp": .read,
        "i_number_pos_double_huge_exp": .read,
        "i_number_real_neg_overflow": .read,
        "i_number_real_pos_overflow": .read,
        "i_number_real_underflow": .read,
        "i_number_too_big_neg_int": .read,
        "i_number_too_big_pos_int": .read,
        "i_number_very_big_negative_int": .read,
        "i_object_key_lone_2nd_surrogate": .refused(.loneSurrogate),
        "i_string_1st_surrogate_but_2nd_missing": .refused(.loneSurrogate),
        "i_string_1st_valid_surrogate_2nd_invalid": .refused(.loneSurrogate),
        "i_string_UTF-16LE_with_BOM": .refused(.unsupportedEncoding),
        "i_string_UTF-8_invalid_sequence": .refused(.invalidUTF8),
        "i_string_UTF8_surrogate_U+D800": .refused(.invalidUTF8),
        "i_string_incomplete_surrogate_and_escape_valid": .refused(.loneSurrogate),
        "i_string_incomplete_surrogate_pair": .refused(.loneSurrogate),
        "i_string_incomplete_surrogates_escape_valid": .refused(.loneSurrogate),
        "i_string_invalid_lonely_surrogate": .refused(.loneSurrogate),
        "i_string_invalid_surrogate": .refused(.loneSurrogate),
        "i_string_invalid_utf-8": .refused(.invalidUTF8),
        "i_string_inverted_surrogates_U+1D11E": .refused(.loneSurrogate),
        "i_string_iso_latin_1": .refused(.invalidUTF8),
        "i_string_lone_second_surrogate": .refused(.loneSurrogate),
        "i_string_lone_utf8_continuation_byte": .refused(.invalidUTF8),
        "i_string_not_in_unicode_range": .refused(.invalidUTF8),
        "i_string_overlong_sequence_2_bytes": .refused(.invalidUTF8),
        "i_string_overlong_sequence_6_bytes": .refused(.invalidUTF8),
        "i_string_overlong_sequence_6_bytes_null": .refused(.invalidUTF8),
        "i_string_truncated-utf-8": .refused(.invalidUTF8),
        "i_string_utf16BE_no_BOM": .refused(.unsupportedEncoding),
        "i_string_utf16LE_no_BOM": .refused(.unsupportedEncoding),
        "i_structure_500_nested_arrays": .read,
        "i_structure_UTF-8_BOM_empty_object": .refused(.byteOrderMark),
    ]

    @Test func everyOpenCaseIsDecided() {
        #expect(Set(Self.files("test_parsing", "i_")) == Set(Self.decisions.keys.map { $0 + ".json" }))
    }

    @Test(arguments: decisions.keys.sorted())
    func openCaseIsReadOrRefusedAsDecided(name: String) throws {
        let bytes = try bytes(of: name + ".json")
        switch try #require(Self.decisions[name]) {
        case .read: #expect(try JSONDocument(parsing: bytes).root.bytes() == bytes.filter { $0 != 0x0A })
        case .refused(let code): #expect(try fault(in: bytes).code == code)
        }
    }

    /// What goes wrong silently elsewhere: here it is either kept to the byte, or refused.
    static let refusedTransforms: [String: JSONSyntaxError.Code] = [
        "object_same_key_different_values": .duplicateKey,
        "object_same_key_same_value": .duplicateKey,
        "object_same_key_unclear_values": .duplicateKey,
        "string_1_escaped_invalid_codepoint": .loneSurrogate,
        "string_1_invalid_codepoint": .invalidUTF8,
        "string_2_escaped_invalid_codepoints": .loneSurrogate,
        "string_2_invalid_codepoints": .invalidUTF8,
        "string_3_escaped_invalid_codepoints": .loneSurrogate,
        "string_3_invalid_codepoints": .invalidUTF8,
    ]

    @Test(arguments: files("test_transform", ""))
    func nothingIsChangedSilently(name: String) throws {
        let bytes = try bytes(of: name, in: "test_transform")
        if let code = Self.refusedTransforms[String(name.dropLast(".json".count))] {
            #expect(try fault(in: bytes).code == code)
        } else {
            let document = try JSONDocument(parsing: bytes)
            #expect(document.root.text(in: document.writingStyle) == String(decoding: bytes, as: UTF8.self))
        }
    }
}
