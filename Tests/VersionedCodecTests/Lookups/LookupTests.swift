import Foundation
import Testing
import VersionedCodec

@Suite struct LookupTests {
    static let text = """
        {"items": [
          {"values": [{"name": "Ann", "size": 1.5}], "none": null},
          {"values": {}}
        ]}
        """

    @Test func valuesAreFoundStepByStep() throws {
        let document = try JSONDocument(parsing: Self.text)
        #expect(try document["items"][0]["values"][0]["name"].value(as: String.self) == "Ann")
        #expect(try document["items"][0]["values"][0].value(as: [String: JSONValue].self)["size"] == 1.5)
        #expect(try document["items"][0]["values"][0]["age"].value(as: Int?.self) == nil)
        #expect(try document["items"][0]["none"]["a"][3].value(as: Int?.self) == nil)
        #expect(try document["items"][9]["a"].value(as: Int?.self) == nil)
        #expect(document["items"][1]["values"].json == [:])
        let size: Double = try document["items"][0]["values"][0]["size"].value()
        #expect(size == 1.5)
    }

    static let faults: [(@Sendable (JSONDocument) throws -> Void, String)] = [
        ({ _ = try $0["item"][0].value(as: Int.self) }, #"line 1, column 1, at the root: there is no member "item""#),
        (
            { _ = try $0["items"][2]["name"].value(as: Int.self) },
            #"line 1, column 11, at "/items": the array has no element 2: it has 2"#
        ),
        (
            { _ = try $0["items"][-1].value(as: Int.self) },
            #"line 1, column 11, at "/items": the array has no element -1: it has 2"#
        ),
        (
            { _ = try $0["items"][1]["values"][0]["name"].value(as: String.self) },
            #"line 3, column 14, at "/items/1/values": expected an array, found an object"#
        ),
        (
            { _ = try $0["items"][1]["values"][0]["name"].value(as: String?.self) },
            #"line 3, column 14, at "/items/1/values": expected an array, found an object"#
        ),
        (
            { _ = try $0["items"]["a"].value(as: String.self) },
            #"line 1, column 11, at "/items": expected an object, found an array"#
        ),
        (
            { _ = try $0["items"][0]["none"]["a"].value(as: String.self) },
            #"line 2, column 54, at "/items/0/none": expected an object, found null"#
        ),
        (
            { _ = try $0["items"][0]["values"][0]["name"].value(as: Int.self) },
            #"line 2, column 24, at "/items/0/values/0/name": expected an integer, found a string ("Ann")"#
        ),
    ]

    @Test(arguments: faults.indices) func theFirstStepThatFailedIsNamed(_ place: Int) throws {
        let document = try JSONDocument(parsing: Self.text)
        let (read, expected) = Self.faults[place]
        do {
            try read(document)
            Issue.record("no error")
        } catch let error as DecodingError {
            #expect(Self.fault(of: error)?.description == expected)
        }
    }

    static func fault(of error: DecodingError) -> DecodingFault? {
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context.underlyingError as? DecodingFault
        @unknown default: nil
        }
    }

    @Test func deepAndLargeDocumentsAreFollowed() throws {
        let depth = 500
        let document = try JSONDocument(
            parsing: String(repeating: #"{"a":["#, count: depth / 2) + "7" + String(repeating: "]}", count: depth / 2))
        var lookup = document["a"][0]
        for _ in 1..<depth / 2 { lookup = lookup["a"][0] }
        #expect(try lookup.value(as: Int.self) == 7)
        let large = try JSONDocument(parsing: "[" + (0..<50_000).map(String.init).joined(separator: ",") + "]")
        #expect(try large[49_999].value(as: Int.self) == 49_999)
    }

    @Test func keysAreComparedByBytes() throws {
        let document = try JSONDocument(parsing: #"{"é":1,"e\u0301":2,"":3}"#)
        #expect(try document["\u{E9}"].value(as: Int.self) == 1)
        #expect(try document["e\u{301}"].value(as: Int.self) == 2)
        #expect(try document[""].value(as: Int.self) == 3)
    }

    struct Strict: Decodable {
        let name: String
        let size: Double?
        init(from decoder: any Decoder) throws {
            name = try decoder["items"][0]["values"][0]["name"].value(as: String.self)
            size = try decoder["items"][0]["values"][0]["size"].value(as: Double?.self)
        }
    }

    struct Lenient: Decodable {
        let name: String?
        let age: Int?
        let size: Int?
        let note: String?
        let isWhole: Bool
        let faults: [String]
        init(from decoder: any Decoder) throws {
            let decoder = LookupDecoder(decoder)
            name = decoder["items"][0]["values"][0]["name"].value(as: String.self)
            age = decoder["items"][5]["age"].value(as: Int.self)
            size = decoder["items"][0]["values"][0]["size"].value(as: Int?.self)
            note = decoder["note"].value(as: String?.self)
            isWhole = decoder.hasEveryRequiredValue
            faults = decoder.faults.map { LookupTests.fault(of: $0)?.description ?? "\($0)" }
        }
    }

    @Test func modelsReadDeepValuesOverEveryCoder() throws {
        let data = Data(Self.text.utf8)
        for value in [
            try VersionedJSONDecoder().decode(Strict.self, from: data),
            try JSONDecoder().decode(Strict.self, from: data),
        ] {
            #expect(value.name == "Ann")
            #expect(value.size == 1.5)
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Strict.self, from: Data("{}".utf8)) }
    }

    @Test func faultsAreRecordedAndReadingGoesOn() throws {
        let data = Data(Self.text.utf8)
        let ours = try VersionedJSONDecoder().decode(Lenient.self, from: data)
        #expect(ours.name == "Ann")
        #expect(ours.age == nil)
        #expect(!ours.isWhole)
        #expect(
            ours.faults == [
                #"line 1, column 11, at "/items": the array has no element 5: it has 2"#,
                #"line 2, column 39, at "/items/0/values/0/size": the number 1.5 does not fit Int"#,
            ])
        let theirs = try JSONDecoder().decode(Lenient.self, from: data)
        #expect(theirs.name == "Ann")
        #expect(theirs.faults.count == 2)
        #expect(!theirs.isWhole)
    }

    @Test func faultsBecomeIssuesWhereACallKeepsThem() throws {
        let controller = VersionController<Edition>()
        let read = try controller.fixed(to: .v1).decode(Lenient.self, from: Data(Self.text.utf8))
        #expect(read.issues.map(\.code) == [.missingMember, .invalidValue])
        #expect(read.issues.map(\.path) == ["/items", "/items/0/values/0/size"])
        #expect(read.issues.map { $0.position?.line } == [1, 2])
        let log = DecodingIssue.Log()
        let decoder = JSONDecoder()
        decoder.userInfo[.decodingIssues] = log
        _ = try decoder.decode(Lenient.self, from: Data(Self.text.utf8))
        #expect(log.issues.count == 2)
    }

    @Test func theFailureIsTheFirstFault() throws {
        struct Needs: Decodable {
            init(from decoder: any Decoder) throws {
                let decoder = LookupDecoder(decoder)
                _ = decoder["a"][0].value(as: Int.self)
                _ = decoder["b"].value(as: Int.self)
                guard decoder.hasEveryRequiredValue else { throw decoder.failure }
            }
        }
        #expect {
            try VersionedJSONDecoder().decode(Needs.self, from: #"{"a": 5}"#)
        } throws: { error in
            (error as? DecodingError).flatMap(Self.fault)?.description
                == #"line 1, column 7, at "/a": expected an array, found a number (5)"#
        }
        #expect(throws: Never.self) { try VersionedJSONDecoder().decode(Needs.self, from: #"{"a": [5], "b": 1}"#) }
    }
}
