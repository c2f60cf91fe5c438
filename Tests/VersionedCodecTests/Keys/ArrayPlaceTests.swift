import SampleAPI
import Testing
import VersionedCodec

@Suite struct ArrayPlaceTests {
    struct Person: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case name, mobile, office, kind, notes }
        var name: String
        var mobile: String?
        var office: String?
        var kind: Int?
        var notes: [String]?
    }

    static let places: KeyValuePairs<Person.CodingKeys, KeyPlace> = [
        .mobile: .path("/phones/0/number"), .kind: .path("/phones/0/kind"), .office: .path("/phones/1/number"),
    ]

    static func laid(_ route: any CoderRoute, gaps: KeyLayout.ArrayGaps = .fail) throws -> Laid {
        Laid(route, [try KeyLayout(Person.CodingKeys.self, places, gaps: gaps)])
    }

    @Test(arguments: CoderRoutes.all)
    func elementsArePlaces(_ route: any CoderRoute) throws {
        let laid = try Self.laid(route)
        try laid.check(
            Person(name: "Ann", mobile: "0170", office: "030", kind: 2),
            ["name": "Ann", "phones": [["number": "0170", "kind": 2], ["number": "030"]]])
        try laid.check(Person(name: "Ann", mobile: "0170"), ["name": "Ann", "phones": [["number": "0170"]]])
        try laid.check(Person(name: "Ann"), ["name": "Ann"])
    }

    @Test(
        arguments: CoderRoutes.all,
        [
            ["name": "Ann"], ["name": "Ann", "phones": []], ["name": "Ann", "phones": [[:], ["kind": 1]]],
        ] as [JSONValue])
    func elementsThatAreNotThereAreNil(_ route: any CoderRoute, _ payload: JSONValue) throws {
        #expect(try Self.laid(route).read(Person.self, payload) == Person(name: "Ann"))
    }

    @Test(arguments: CoderRoutes.json)
    func nullOnTheWayIsAbsence(_ route: any CoderRoute) throws {
        let laid = try Self.laid(route)
        #expect(try laid.read(Person.self, ["name": "Ann", "phones": nil]) == Person(name: "Ann"))
        #expect(
            try laid.read(Person.self, ["name": "Ann", "phones": [nil, ["number": "030"]]])
                == Person(name: "Ann", office: "030"))
    }

    @Test(arguments: CoderRoutes.all)
    func aGapIsAnErrorUnlessItIsFilled(_ route: any CoderRoute) throws {
        let person = Person(name: "Ann", office: "030")
        #expect(
            try Self.laid(route).fault(writing: person)
                == #"at "/phones": an array has 2 elements here, and no key writes that of index 0;"#
                + " a layout may say KeyLayout(…, gaps: .filled(with: …))")
        try Self.laid(route, gaps: .filled(with: [:])).check(
            person, ["name": "Ann", "phones": [[:], ["number": "030"]]])
        try Self.laid(route, gaps: .filled(with: ["number": "none", "kind": 1.5])).check(
            Person(name: "Ann", mobile: "none", office: "030"),
            ["name": "Ann", "phones": [["number": "none"], ["number": "030"]]])
    }

    @Test(arguments: CoderRoutes.all)
    func anElementMayBeTheValueItself(_ route: any CoderRoute) throws {
        let layout = try KeyLayout(
            Person.CodingKeys.self,
            [
                .mobile: .path("/phones/0"), .office: .path("/phones/1"), .kind: .path("/grid/0/1"),
                .notes: .path("/grid/0/0"),
            ],
            gaps: .filled(with: 0))
        try Laid(route, [layout]).check(
            Person(name: "Ann", mobile: "0170", office: "030", kind: 7, notes: ["a"]),
            ["name": "Ann", "phones": ["0170", "030"], "grid": [[["a"], 7]]])
    }

    @Test(arguments: CoderRoutes.all)
    func anArrayThatAKeyWritesIsShared(_ route: any CoderRoute) throws {
        let layout = try KeyLayout(
            Person.CodingKeys.self, [.notes: .key("all"), .mobile: .path("/all/1"), .office: .path("/all/2")])
        let laid = Laid(route, [layout])
        try laid.check(
            Person(name: "Ann", mobile: "b", office: "c", notes: ["a", "b", "c"]),
            ["name": "Ann", "all": ["a", "b", "c"]])
        #expect(
            try laid.fault(writing: Person(name: "Ann", mobile: "x", notes: ["a", "b"]))
                == #"at "/all/1": "mobile" of CodingKeys and "notes" of CodingKeys write different values in one place, "/all/1""#
        )
    }

    @Test(arguments: CoderRoutes.all)
    func digitsAreKeysOnlyWhereThatIsSaid(_ route: any CoderRoute) throws {
        let layout = try KeyLayout(
            Person.CodingKeys.self,
            [.mobile: .members("phones", "0"), .office: .path("/7"), .kind: .path("/phones/01")])
        try Laid(route, [layout]).check(
            Person(name: "Ann", mobile: "0170", office: "030", kind: 1),
            ["name": "Ann", "phones": ["0": "0170", "01": 1], "7": "030"])
    }

    @Test(arguments: CoderRoutes.all)
    func aPathThroughAnotherKindIsATypeMismatchAtTheFirstPayload(_ route: any CoderRoute) throws {
        let cases: [(JSONValue, JSONPointer)] = [
            (["name": "Ann", "phones": "none"], "/phones"), (["name": "Ann", "phones": ["a"]], "/phones/0"),
            (["name": "Ann", "phones": ["0": [:]]], "/phones"),
        ]
        for (payload, place) in cases {
            let error = #expect(throws: DecodingError.self) { try Self.laid(route).read(Person.self, payload) }
            guard case .typeMismatch(_, let context) = error else { throw try #require(error) }
            #expect(JSONPointer(context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }) == place)
        }
    }
}
