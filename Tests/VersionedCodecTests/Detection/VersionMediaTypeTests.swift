import Testing
import VersionedCodec

@Suite struct VersionMediaTypeTests {
    private let named: VersionMediaType
    private let parameter: VersionMediaType
    private let labels = ["1", "2", "3"]

    init() throws {
        named = try VersionMediaType("application/vnd.acme.v{version}+json")
        parameter = try VersionMediaType("application/json; version={version}")
    }

    @Test(arguments: [
        ("application/vnd.acme.v2+json", "2"), ("Application/VND.Acme.V2+JSON; charset=utf-8", "2"),
        (" application/vnd.acme.v2.1+json ; charset=\"utf-8\"", "2.1"), ("application/vnd.acme.v2+json;", "2"),
    ])
    func theNameSaysTheVersion(field: String, label: String) { #expect(named.label(inContentType: field) == label) }

    @Test(arguments: [
        "", "application/json", "application/vnd.acme.v+json", "application/vnd.acme.v2+xml",
        "application/vnd.acme.v2+json x",
        "application", "/", "application/vnd.acme.v2+json; a", "application/vnd.acme.v2+json; a=\"x",
    ])
    func anotherTypeSaysNone(field: String) { #expect(named.label(inContentType: field) == nil) }

    @Test(
        arguments: [
            ("application/json; version=2", "2"), ("application/json;charset=utf-8; Version=\"2\"", "2"),
            ("application/json", nil), ("text/json; version=2", nil), ("application/json; version=\"2 3\"", nil),
        ] as [(String, String?)])
    func aParameterSaysTheVersion(field: String, label: String?) {
        #expect(parameter.label(inContentType: field) == label)
    }

    @Test func theTypeOfAVersionIsWritten() {
        #expect(named.contentType(of: "3") == "application/vnd.acme.v3+json")
        #expect(parameter.contentType(of: "3") == "application/json; version=3")
    }

    @Test(
        arguments: [
            (nil, "3"), ("", "3"), (",", "3"), (" , ", "3"), ("*/*", "3"), ("application/*", "3"),
            ("application/vnd.acme.v2+json", "2"),
            ("application/vnd.acme.v3+json;q=0.5, application/vnd.acme.v2+json", "2"),
            ("application/vnd.acme.v1+json;q=0.8,application/vnd.acme.v2+json;q=0.8", "1"),
            ("text/html, application/vnd.acme.v9+json, application/vnd.acme.v1+json;q=0.001", "1"),
            ("*/*;q=0.1, application/vnd.acme.v1+json;q=0.2", "1"), (" , application/vnd.acme.v2+json , ", "2"),
            ("application/vnd.acme.v3+json;q=0, */*;q=0.5, application/vnd.acme.v2+json;q=0.4", "1"),
            ("application/vnd.acme.v2+json;charset=\"a,b\";q=1.000", "2"),
        ] as [(String?, String)])
    func theBestThatIsOfferedIsAgreedOn(accept: String?, label: String) throws {
        let answer = try named.negotiate(accept: accept, offering: labels)
        #expect(answer.label == label)
        #expect(answer.contentType == "application/vnd.acme.v\(label)+json")
    }

    @Test func theTypeWithoutAVersionAsksForTheDefault() throws {
        let answer = try parameter.negotiate(accept: "application/json", offering: labels, default: "2")
        #expect(answer.label == "2" && answer.contentType == "application/json; version=2")
    }

    @Test(
        arguments: [
            ("application/json", "application/json"), ("Application/JSON; charset=utf-8", "application/json"),
            ("application/vnd.acme+json", "application/vnd.acme+json"),
            ("text/html, application/json;q=0.9, */*;q=0.1", "application/json"),
            ("application/json, */*", "application/json"), ("*/*, application/json", "application/vnd.acme.v2+json"),
            ("application/json, application/vnd.acme.v2+json;q=0", nil),
        ] as [(String, String?)])
    func aTypeThatSaysNoVersionAsksForTheDefault(accept: String, contentType: String?) throws {
        guard let contentType else {
            let error = #expect(throws: VersionMediaType.NegotiationError.self) {
                try named.negotiate(accept: accept, offering: labels, default: "2")
            }
            #expect(error?.code == .notAcceptable)
            return
        }
        let answer = try named.negotiate(accept: accept, offering: labels, default: "2")
        #expect(answer.label == "2" && answer.contentType == contentType)
        #expect(try named.negotiate(accept: accept, offering: ["1", "2"]).label == "2")
    }

    @Test(arguments: [
        ("application/vnd.acme-{version}+json", "application/vnd.acme+json"),
        ("application/vnd.acme.{version}.order+json", "application/vnd.acme.order+json"),
        ("application/vnd.v{version}.acme+xml", "application/xml"),
    ])
    func theTypeWithoutItsVersionIsFoundInAnyPlace(type: String, accept: String) throws {
        let answer = try VersionMediaType(type).negotiate(accept: accept, offering: labels)
        #expect(answer.label == "3" && answer.contentType == accept)
    }

    @Test func aTypeWithoutASuffixHasNoFormatOfItsOwn() {
        #expect(throws: VersionMediaType.NegotiationError.self) {
            try VersionMediaType("application/vnd.acme.v{version}").negotiate(
                accept: "application/json", offering: labels)
        }
    }

    @Test(arguments: [
        "text/html", "application/vnd.acme.v9+json", "application/vnd.acme.v1+json;q=0", "*/*;q=0", "application/xml",
        "application/json;q=0", "text/json", "application/vnd.acme2+json", "application/vnd.acm+json",
        "application/vnd.acme",
    ])
    func nothingAcceptableIsTold(accept: String) throws {
        let error = try #require(throws: VersionMediaType.NegotiationError.self) {
            try named.negotiate(accept: accept, offering: ["1", "2"])
        }
        #expect(error.code == .notAcceptable)
        #expect(
            error.description
                == "\"\(accept)\" accepts no version that is offered; offered: application/vnd.acme.v1+json, application/vnd.acme.v2+json"
        )
    }

    @Test(arguments: ["application", "a/b;q=2", "a/b;q=0.1234", "a/b;q=x", "a/b;q=1.5", "a/b c/d", "a/b;x", "a/b;x=\""])
    func aMalformedFieldIsTold(accept: String) throws {
        let error = try #require(throws: VersionMediaType.NegotiationError.self) {
            try named.negotiate(accept: accept, offering: labels)
        }
        #expect(error.code == .malformed)
        #expect(error.description.hasSuffix(" is not an Accept field"))
    }

    @Test func nothingIsOffered() {
        #expect(throws: VersionMediaType.NegotiationError.self) { try named.negotiate(accept: nil, offering: []) }
    }

    @Test(arguments: [
        ("application/json", #""application/json" has no {version}"#),
        ("application v{version}", #""application v{version}" is not a media type"#),
        ("application/v{version}; a=b", #""application/v{version}; a=b" is not a media type"#),
        ("application/json; {version}", #""application/json; {version}" is not a media type"#),
    ])
    func aTypeThatCannotSayAVersionIsRefused(text: String, reason: String) throws {
        let error = try #require(throws: VersionText.SyntaxError.self) { try VersionMediaType(text) }
        #expect(error.description == reason)
    }

    @Test func labelsKeepTheirCase() throws {
        let type = try VersionMediaType("application/vnd.Acme.v{version}+json")
        for label in ["RC-1", "Beta"] {
            let upper = type.contentType(of: label).replacing("acme", with: "ACME")
            #expect(type.label(inContentType: upper) == label)
            for accept in [type.contentType(of: label), type.contentType(of: label).lowercased()] {
                #expect(try type.negotiate(accept: accept, offering: ["Beta", "RC-1"]).label == label)
            }
        }
    }

    @Test func defaultThatIsNotAvailableIsNotAnswered() throws {
        for accept in [nil, "", "*/*", "application/*"] as [String?] {
            #expect(try named.negotiate(accept: accept, offering: ["2", "3"], default: "1").label == "3")
        }
        // The type without a version asks for the default, and for no other version.
        #expect(throws: VersionMediaType.NegotiationError.self) {
            try named.negotiate(accept: "application/json", offering: ["2", "3"], default: "1")
        }
        #expect(throws: VersionMediaType.NegotiationError.self) {
            try named.negotiate(accept: nil, offering: [], default: "1")
        }
    }

    @Test(arguments: [
        "*/{version}", "*/*; version={version}", "application/*; v={version}", "a/b;q={version}", "a/b; Q={version}",
    ])
    func rangesAndQualitiesAreNoMediaTypesOfAPayload(_ text: String) {
        #expect(throws: VersionText.SyntaxError.self) { try VersionMediaType(text) }
    }

    @Test(arguments: [
        ("2", "version=2"), ("a b", #"version="a b""#), (#"a"\b"#, #"version="a\"\\b""#), ("1/2", #"version="1/2""#),
    ])
    func valueThatIsNoTokenIsQuoted(_ label: String, _ parameter: String) throws {
        let type = try VersionMediaType("application/json; version={version}")
        #expect(type.contentType(of: label) == "application/json; \(parameter)")
    }

    @Test func aVersionMayBeQuoted() throws {
        let type = try VersionMediaType(#"application/json; version="{version}""#)
        #expect(type.contentType(of: "2") == #"application/json; version="2""#)
        #expect(type.label(inContentType: type.contentType(of: "2")) == "2")
        #expect(type.label(inContentType: "application/json; version=2") == "2")
    }

    /// RFC 9110, 12.5.1: the most specific element counts.
    @Test(arguments: [
        ("application/vnd.acme.v2+json;q=0, */*", "1"), ("application/vnd.acme.v2+json;q=0.1, */*;q=0.9", "1"),
        ("*/*;q=0.9, application/vnd.acme.v2+json;q=0.1", "1"), ("application/*;q=0, */*", nil),
        ("application/*;q=0, application/vnd.acme.v1+json", "1"), ("*/*, application/vnd.acme.v1+json;q=0.5", "2"),
        ("application/json;q=0, */*", "2"), ("application/vnd.acme.v1+json, */*;q=0.5", "1"),
    ])
    func theMostSpecificElementCounts(accept: String, label: String?) throws {
        let type = try VersionMediaType("application/vnd.acme.v{version}+json")
        #expect((try? type.negotiate(accept: accept, offering: ["1", "2"]))?.label == label)
        let named = try VersionMediaType("application/json;version={version}")
        let refused = "application/json;version=2;q=0, "
        #expect(throws: VersionMediaType.NegotiationError.self) {
            try named.negotiate(accept: refused + "application/json", offering: ["1", "2"])
        }
        #expect(try named.negotiate(accept: refused + "*/*", offering: ["1", "2"]).label == "1")
    }
}
