import Foundation
import SampleAPI
import Testing
import VersionedCodec

@Suite struct FlatteningTests {
    struct Geo: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case lat, lon }
        var lat: Double
        var lon: Double
    }

    struct Address: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case city, since, geo }
        var city: String
        var since: Date?
        var geo: Geo?
    }

    struct Person: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case name, address, second, rest }
        var name: String
        var address: Address
        var second: Geo?
        var rest: [String: Int]?
    }

    static func laid(_ route: any CoderRoute) throws -> Laid {
        Laid(
            route,
            [
                try KeyLayout(Person.CodingKeys.self, [.address: .flattened, .second: .kept]),
                try KeyLayout(Address.CodingKeys.self, [.geo: .flattened, .since: .key("since").dates([.dateOnly])]),
            ])
    }

    static let since = Date(timeIntervalSince1970: 86_400)

    @Test(arguments: CoderRoutes.json)
    func membersOfAValueStandAmongThoseOfTheModelAtEveryDepth(_ route: any CoderRoute) throws {
        let laid = try Self.laid(route)
        try laid.check(
            Person(
                name: "Ann", address: Address(city: "Ulm", since: Self.since, geo: Geo(lat: 48.5, lon: 10)),
                second: Geo(lat: 1, lon: 2)),
            [
                "name": "Ann", "city": "Ulm", "since": "1970-01-02", "lat": 48.5, "lon": 10,
                "second": ["lat": 1, "lon": 2],
            ])
    }

    struct Guest: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case name, address }
        var name: String
        var address: Address?
    }

    /// An optional within an optional, both flattened: nil if there is no member that may be one of theirs.
    @Test(arguments: CoderRoutes.json) func optionalsInEachOther(_ route: any CoderRoute) throws {
        let laid = Laid(
            route,
            [
                try KeyLayout(Guest.CodingKeys.self, [.address: .flattened]),
                try KeyLayout(Address.CodingKeys.self, [.geo: .flattened]),
            ])
        try laid.check(Guest(name: "Ann"), ["name": "Ann"])
        try laid.check(Guest(name: "Ann", address: Address(city: "Ulm")), ["name": "Ann", "city": "Ulm"])
        try laid.check(
            Guest(name: "Ann", address: Address(city: "Ulm", geo: Geo(lat: 48.5, lon: 10))),
            ["name": "Ann", "city": "Ulm", "lat": 48.5, "lon": 10])
        #expect(
            try laid.fault(Guest.self, ["name": "Ann", "lat": 48.5, "lon": 10])
                == #"at the root: there is no member "city""#)
    }

    @Test(arguments: CoderRoutes.all)
    func anOptionalValueIsNilWhereNoneOfItsMembersIsThere(_ route: any CoderRoute) throws {
        let laid = try Self.laid(route)
        try laid.check(Person(name: "Ann", address: Address(city: "Ulm")), ["name": "Ann", "city": "Ulm"])
        #expect(
            try laid.fault(Person.self, ["name": "Ann", "city": "Ulm", "lon": 10])
                == #"at the root: there is no member "lat""#)
        #expect(try laid.fault(Person.self, ["name": "Ann"]) == #"at the root: there is no member "city""#)
    }

    struct AllOptional: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case a, b }
        var a: Int?
        var b: Int?
    }

    struct Holder<Value: Codable & Equatable>: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case value, own }
        var value: Value
        var own = 1
    }

    @Test(arguments: CoderRoutes.all)
    func aValueWhoseMembersAreAllOptionalIsNilWithoutThem(_ route: any CoderRoute) throws {
        struct Model: Codable, Equatable {
            enum CodingKeys: String, CodingKey { case own, value }
            var own: Int
            var value: AllOptional?
        }
        let laid = Laid(route, [try KeyLayout(Model.CodingKeys.self, [.value: .flattened])])
        try laid.check(Model(own: 1), ["own": 1])
        try laid.check(Model(own: 1, value: AllOptional(b: 2)), ["own": 1, "b": 2])
    }

    /// Synthesised code of a generic type decodes its optional as any value.
    @Test(arguments: CoderRoutes.all)
    func valuesOfGenericTypesAreFlattenedToo(_ route: any CoderRoute) throws {
        func layout<Value>(_ type: Value.Type) throws -> KeyLayout where Value: Codable & Equatable {
            try KeyLayout(Holder<Value>.CodingKeys.self, [.value: .flattened])
        }
        try Laid(route, [layout(Geo?.self)]).check(
            Holder<Geo?>(value: Geo(lat: 1, lon: 2)), ["own": 1, "lat": 1, "lon": 2])
        #expect(try Laid(route, [layout(Geo?.self)]).read(Holder<Geo?>.self, ["own": 1]) == Holder<Geo?>(value: nil))
    }

    @Test(arguments: CoderRoutes.all)
    func aDictionaryTakesTheMembersThatNoKeyHas(_ route: any CoderRoute) throws {
        let laid = Laid(
            route,
            [
                try KeyLayout(
                    Person.CodingKeys.self,
                    [.name: .key("n").alias("m"), .address: .flattened, .second: .path("/deep/geo"), .rest: .flattened])
            ])
        let person = Person(
            name: "Ann", address: Address(city: "Ulm"), second: Geo(lat: 1, lon: 2), rest: ["x": 1, "name": 2])
        try laid.check(
            person, ["n": "Ann", "city": "Ulm", "deep": ["geo": ["lat": 1, "lon": 2]], "x": 1, "name": 2])
        let none = try laid.read(Person.self, ["n": "Ann", "city": "Ulm"])
        #expect(none == Person(name: "Ann", address: Address(city: "Ulm")))
        #expect(
            try laid.fault(writing: Person(name: "Ann", address: Address(city: "Ulm"), rest: ["city": 1]))
                == #"at "/city": "city" of CodingKeys and "city" of _DictionaryCodingKey write different values in one place, "/city""#
        )
    }

    @Test(arguments: CoderRoutes.all)
    func theVersionIsNoMemberOfAFlattenedDictionary(_ route: any CoderRoute) throws {
        struct Open: Codable, Equatable {
            enum CodingKeys: String, CodingKey { case id, rest }
            var id: Int
            var rest: [String: Int]
        }
        let controller = VersionController<ShapeVersion>(
            location: VersionLocation("/version", as: .integer),
            format: VersionFormat(layouts: [try KeyLayout(Open.CodingKeys.self, [.rest: .flattened])]))
        let model = Open(id: 1, rest: ["x": 2])
        let payload = try route.encode(Versioned(model, version: .v2), with: controller)
        #expect(try route.value(of: payload).isEquivalent(to: ["version": 2, "id": 1, "x": 2]))
        let read = try route.decode(Open.self, from: payload, with: controller)
        #expect(read.value == model)
        #expect(read.version == .v2)
    }

    @Test(arguments: CoderRoutes.all)
    func aValueThatIsNoObjectTakesThePlaceOfAllWhereItIsAlone(_ route: any CoderRoute) throws {
        let laid = Laid(route, [try KeyLayout(Holder<Int>.CodingKeys.self, [.value: .flattened])])
        #expect(
            try laid.fault(writing: Holder(value: 3))
                == #"at the root: "value" of CodingKeys writes no object, so its members cannot join those of the object"#
        )
        struct Only: Codable, Equatable {
            enum CodingKeys: String, CodingKey { case value }
            var value: [Int]
        }
        let only = Laid(route, [try KeyLayout(Only.CodingKeys.self, [.value: .flattened])])
        try only.check([Only(value: [1, 2]), Only(value: [])], [[1, 2], []])
    }

    @Test func rulesThatNeedAMemberFailWhenTheLayoutIsBuilt() {
        let places: [KeyPlace] = [
            .flattened.alias("x"), .flattened.written(as: "x"), .flattened.defaulting(to: 1),
            .flattened.readingNil(from: .null), .flattened.writingNil(.null),
        ]
        for place in places {
            let error = #expect(throws: KeyLayout.DeclarationError.self) {
                try KeyLayout(Geo.CodingKeys.self, [.lat: place])
            }
            #expect(error?.code == .flattenedMember)
            #expect(
                error?.description
                    == #"at the root: the layout of Geo.CodingKeys flattens "lat", which has no place of its own then:"#
                    + " no aliases, no other place on writing, no default, no forms of nil or scalars")
        }
    }
}
