import Testing
import VersionedCodec

@Suite struct DetectionStackTests {
    private func found(_ detector: VersionDetector, _ payload: String, _ hints: VersionHints = .init()) throws
        -> DetectedVersion
    { try detector.detect(in: JSONDocument(parsing: payload), knowing: hints) }

    private func error(_ detector: VersionDetector, _ payload: String, _ hints: VersionHints = .init()) throws
        -> VersionError
    { try #require(throws: VersionError.self) { try found(detector, payload, hints) } }

    // MARK: Forms

    @Test(arguments: [
        ("\"4.2.1\"", "4.2"), ("\"4.1.9\"", "4"), ("\"4\"", "4"), ("\"3.0.0\"", "3.0.0"), ("4.2", "4.2"),
        ("\"4.2.0-rc.1\"", "4.2"),
        ("\"3.0.0+build.5\"", "3.0.0"), ("\"4.20.0\"", "4"), ("\"3\"", "3.0.0"), ("3", "3.0.0"), ("\"3.0\"", "3.0.0"),
        ("\"3+build\"", "3.0.0"),
    ])
    func aSemanticVersionIsTheKnownOneOfTheMostNumbers(said: String, label: String) throws {
        let detector = VersionDetector(
            known: ["3.0.0", "4", "4.2"], location: VersionLocation("/v", as: .semantic))
        let found = try found(detector, "{\"v\": \(said)}")
        #expect(found.label == label && found.source == .field("/v"))
    }

    @Test(arguments: [
        ("\"5.0.0\"", VersionError.Code.tooNew), ("\"2.9.9\"", .tooOld), ("\"3.0.0-rc.1\"", .tooOld),
        ("\"3-rc.1\"", .tooOld), ("\"3.1\"", .unknown),
        ("\"3.1.0\"", .unknown),
        ("\"1000000000000000000000000000000000000000000.0.0\"", .tooNew), ("\"4.x\"", .unreadable),
        ("\"04.2\"", .unreadable),
        ("\"4.2.1.0\"", .unreadable), ("\"\"", .unreadable), ("true", .unreadable), ("\"4.2-\"", .unreadable),
    ])
    func aSemanticVersionThatIsNotKnownIsPlaced(said: String, code: VersionError.Code) throws {
        let detector = VersionDetector(known: ["3.0.0", "4.2", "4"], location: VersionLocation("/v", as: .semantic))
        #expect(try error(detector, "{\"v\": \(said)}").code == code)
    }

    @Test func anUnreadableSemanticVersionIsTold() throws {
        let detector = VersionDetector(known: ["1"], location: VersionLocation("/v", as: .semantic))
        #expect(
            try error(detector, #"{"v": "one"}"#).description
                == #"line 1, column 7, at "/v": the version is unreadable: expected a semantic version such as "1.2.0", found a string ("one"); known versions: 1"#
        )
    }

    @Test(arguments: [
        ("2026-03-01", "2026-03-01"), ("2026-07-31", "2026-03-01"), ("2026-09-15", "2026-09-15"),
        ("2031-01-01", "2026-09-15"),
    ])
    func aDayIsTheClosestEarlierVersion(day: String, label: String) throws {
        let detector = VersionDetector(
            known: ["2026-03-01", "2026-09-15"], location: VersionLocation("/v", as: .date))
        let inField = try found(detector, "{\"v\": \"\(day)\"}")
        #expect(inField.label == label && inField.said == (day == label ? nil : day))
        let given = try found(detector, "{}", VersionHints(date: day))
        #expect(given.label == label && given.source == .date)
        #expect(given.source.description == "closest to the day that was given")
    }

    @Test(arguments: [
        ("2026-02-28", VersionError.Code.tooOld), ("2026-02-30", .unreadable), ("yesterday", .unreadable),
    ])
    func aDayThatIsNoneOrTooEarlyIsTold(day: String, code: VersionError.Code) throws {
        let detector = VersionDetector(known: ["2026-03-01"], location: VersionLocation("/v", as: .date))
        #expect(try error(detector, "{}", VersionHints(date: day)).code == code)
        #expect(try error(detector, "{\"v\": \"\(day)\"}").code == code)
    }

    @Test func aVersionMayStandInATextAndInTwoFields() throws {
        let texts = [
            try VersionText("https://acme.example/{version}.json"), try VersionText("http://old.example/{version}"),
        ]
        let url = VersionDetector(
            known: ["1", "2"], location: VersionLocation("/$schema", as: .string, texts: texts))
        #expect(try found(url, #"{"$schema": "https://acme.example/2.json"}"#).label == "2")
        #expect(try found(url, #"{"$schema": "http://old.example/1"}"#).label == "1")
        #expect(
            try error(url, #"{"$schema": "2"}"#).description
                == #"line 1, column 13, at "/$schema": the version is unreadable: expected a string such as "https://acme.example/{version}.json" or "http://old.example/{version}", found a string ("2"); known versions: 1, 2"#
        )
        let fields = VersionDetector(
            known: ["3", "4", "4.5"], location: VersionLocation("/major", as: .integer, minor: "/minor"))
        #expect(try found(fields, #"{"major": 4, "minor": 2}"#).label == "4")
        #expect(try found(fields, #"{"major": 4, "minor": 2}"#).said == "4.2")
        #expect(try found(fields, #"{"major": 4, "minor": 5}"#).label == "4.5")
        #expect(try found(fields, #"{"major": 3}"#).label == "3")
        #expect(try error(fields, #"{"major": 5, "minor": 0}"#).code == .tooNew)
        let twoNumbers = VersionDetector(
            known: ["1.0", "1.2"], location: VersionLocation("/schema/major", as: .integer, minor: "/schema/minor"))
        #expect(
            try error(twoNumbers, #"{"schema": {"major": 1}}"#).description
                == #"line 1, column 12, at "/schema/minor": the payload names version 1 without a second number: expected an integer, found nothing; known versions: 1.0, 1.2"#
        )
        #expect(
            try error(twoNumbers, #"{"schema": {"major": 0}}"#).description
                == #"line 1, column 22, at "/schema/major": version 0 is older than any known one; known versions: 1.0, 1.2"#
        )
        #expect(
            try error(twoNumbers, #"{"schema": 7}"#).description
                == #"line 1, column 12, at "/schema": the payload names no version: expected an object with "major", found a number (7); looked for a version at "/schema/major"; known versions: 1.0, 1.2; to accept such payloads, declare a default version"#
        )
        #expect(try error(twoNumbers, "[1]").path == "/schema/major")
        #expect(try error(twoNumbers, "{}").path == "/schema/major")
        let unreadable = try error(fields, #"{"major": 4, "minor": "x"}"#)
        #expect(unreadable.code == .unreadable && unreadable.path == "/minor")
    }

    @Test func aLocationWritesWhatItReads() throws {
        let url = VersionLocation(
            "/$schema", as: .string, texts: [try VersionText("https://acme.example/{version}.json")])
        #expect(url.value(of: "2") == "https://acme.example/2.json")
        #expect(VersionLocation("/v", as: .semantic).value(of: "4.2") == "4.2.0")
        #expect(VersionLocation("/v", as: .semantic).value(of: "x") == nil)
        #expect(VersionLocation("/v", as: .date).value(of: "2026-02-30") == nil)
        let fields = VersionLocation("/major", as: .integer, minor: "/minor")
        #expect(fields.value(of: "4.5") == 4 && fields.minorValue(of: "4.5") == 5)
        #expect(fields.value(of: "4") == 4 && fields.minorValue(of: "4") == nil)
    }

    // MARK: Order

    @Test func theFirstAnswerWins() throws {
        let detector = VersionDetector(
            known: ["1", "2", "3", "4"], location: VersionLocation("/v", as: .integer, legacy: "1"),
            otherPlaces: ["/version"], shapes: ["4": ["/new": .present]],
            rules: DetectionRules(mediaType: try VersionMediaType("application/vnd.acme.v{version}+json")))
        let media = "application/vnd.acme.v2+json"
        let payload = #"{"v": 3, "version": 4}"#
        #expect(try found(detector, payload, VersionHints(explicit: "1", mediaType: media)).source == .explicit)
        let byMedia = try found(detector, payload, VersionHints(mediaType: media))
        #expect(byMedia.label == "2" && byMedia.source == .mediaType)
        #expect(byMedia.source.description == "said by the media type")
        #expect(try found(detector, payload, VersionHints(mediaType: "application/json")).source == .field("/v"))
        #expect(try found(detector, #"{"version": 4, "new": 1}"#).source == .field("/version"))
        let byShape = try found(detector, #"{"new": null}"#)
        #expect(byShape.label == "4" && byShape.source == .shape)
        #expect(byShape.source.description == "found by its shape")
        #expect(try found(detector, "{}").source == .legacy)
    }

    @Test func allPlacesThatWereLookedAtAreTold() throws {
        let detector = VersionDetector(
            known: ["1"], location: VersionLocation("/v", as: .integer), otherPlaces: ["/version"],
            shapes: ["1": ["/old": .present]],
            rules: DetectionRules(mediaType: try VersionMediaType("a/v{version}")))
        #expect(
            try error(detector, "{}", VersionHints(mediaType: "a/json")).description
                == #"line 1, column 1, at "/v": the payload names no version: the Content-Type "a/json" has none, expected one such as "a/v1"; looked for a version at "/v", at "/version", by its shape; known versions: 1; to accept such payloads, declare a default version"#
        )
    }

    // MARK: Shapes

    @Test func aShapeAsksForKindsAndForTheRoot() throws {
        let detector = VersionDetector(
            known: ["1", "2", "3"], location: nil,
            shapes: [
                "1": ["": .kind(.array)], "2": ["/items": .kind(.array), "/next": .absent],
                "3": ["/items": .kind(.array), "/next": .kind(.string)],
            ])
        #expect(try found(detector, "[]").label == "1")
        #expect(try found(detector, #"{"items": []}"#).label == "2")
        #expect(try found(detector, #"{"items": [], "next": "x"}"#).label == "3")
        #expect(try error(detector, #"{"items": [], "next": null}"#).code == .missing)
    }

    @Test func aPayloadOfTwoShapesIsAmbiguous() throws {
        let detector = VersionDetector(
            known: ["1", "2"], location: nil, shapes: ["1": ["/a": .present], "2": ["/b": .present]])
        let error = try error(detector, #"{"a": 1, "b": 2}"#)
        #expect(error.code == .ambiguous && error.fitting == ["1", "2"])
        #expect(error.description == "the payload names no version, and looks like 1 and 2; known versions: 1, 2")
    }

    @Test func aContradictionIsReportedOrRefused() throws {
        var detector = VersionDetector(
            known: ["4.2", "4.5"], location: VersionLocation("/v", as: .string),
            shapes: ["4.2": ["/id": .absent], "4.5": ["/id": .present]])
        let payload = #"{"v": "4.2", "id": 7}"#
        let reported = try found(detector, payload)
        #expect(reported.label == "4.2")
        let text =
            #"line 1, column 20, at "/id": the payload names version 4.2, but "/id" is not absent; it looks like version 4.5"#
        #expect(reported.contradiction?.description == text)
        detector.rules.contradictions = .refused
        let error = try error(detector, payload)
        #expect(error.code == .contradicted)
        #expect(error.description == text + "; known versions: 4.2, 4.5")
        #expect(try found(detector, #"{"v": "4.5", "id": 7}"#).contradiction == nil)
    }

    // MARK: Newer payloads

    @Test func aNewerPayloadPassesWhereTheRulesLetIt() throws {
        var detector = VersionDetector(known: ["1", "2"], location: VersionLocation("/v", as: .integer))
        #expect(try error(detector, #"{"v": 3}"#).code == .tooNew)
        detector.rules.newer = .passedThrough
        let newer = try found(detector, #"{"v": 3}"#)
        #expect(newer.isNewer && newer.label == "3")
        #expect(try error(detector, #"{"v": 0}"#).code == .tooOld)
        #expect(try error(detector, #"{"v": "x"}"#).code == .unreadable)
    }

    // MARK: Summaries

    @Test func aSummaryCountsByVersionAndWay() throws {
        let detector = VersionDetector(known: ["1", "2"], location: VersionLocation("/v", as: .integer, legacy: "1"))
        var summary = DetectedVersion.Summary()
        for (index, payload) in [#"{"v": 2}"#, "{}", #"{"v": 2}"#, #"{"v": 2}"#].enumerated() {
            summary.add(try found(detector, payload), example: "\(index).json")
        }
        let newer = try error(detector, #"{"v": 9}"#)
        let isFirst = summary.add(newer, example: "4.json")
        let isSecondFirst = summary.add(newer, example: "5.json")
        #expect(isFirst && !isSecondFirst)
        let broken = try #require(throws: JSONSyntaxError.self) { try JSONDocument(parsing: "[") }
        let isFirstBroken = summary.add(broken, example: "6.json")
        #expect(isFirstBroken)
        #expect(
            summary.text == """
                VERSION  COUNT  HOW                                              FIRST
                2            3  found at "/v"                                    0.json
                -            2  newer than all known versions: 9                 4.json
                1            1  declared default for payloads without a version  1.json
                -            1  no JSON                                          6.json

                """)
    }
}
