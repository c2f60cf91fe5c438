import Foundation
import Migrations
import Testing
import VersionedCodec

/// The Swift of the article "Field guide: shapes", run word for word.
@Suite struct FieldGuideShapesTests: GuideSuite {
    let page = GuidePage("FieldGuideShapes")
    let printed = PrintedLines()

    @Test func nestedJSONFlatModel() throws {
        // guide begin
        struct Place: Codable, VersionedKeys {
            var name: String
            var latitude: Double
            var longitude: Double

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                switch version {
                case .v1:
                    [try KeyLayout(CodingKeys.self, [.latitude: .path("/geo/lat"), .longitude: .path("/geo/lon")])]
                case .v2: []
                }
            }
        }

        let api = VersionController<API>(location: versionField)
        let sent = #"{"version": 1, "name": "Ulm", "geo": {"lat": 48.4, "lon": 10, "source": "gps"}}"#
        let place = try api.decode(Place.self, from: sent.data).value
        print(place.latitude)
        // 48.4
        print(try api.encode(place, for: .v1).text)
        // {"geo":{"lat":48.4,"lon":10},"name":"Ulm","version":1}
        print(try api.encode(place, for: .v2).text)
        // {"latitude":48.4,"longitude":10,"name":"Ulm","version":2}
        // guide end
        try check()
    }

    @Test func flatJSONNestedModel() throws {
        // guide begin
        struct Address: Codable {
            var street: String
            var city: String
        }

        struct Person: Codable, VersionedKeys {
            var name: String
            var address: Address

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [try KeyLayout(CodingKeys.self, [.address: .flattened])] : []
            }
        }

        let api = VersionController<API>(location: versionField)
        let sent = #"{"version": 1, "name": "Ann", "street": "Hafengasse 1", "city": "Ulm"}"#
        let person = try api.decode(Person.self, from: sent.data).value
        print(person.address.city)
        // Ulm
        print(try api.encode(person, for: .v1).text)
        // {"city":"Ulm","name":"Ann","street":"Hafengasse 1","version":1}
        print(try api.encode(person, for: .v2).text)
        // {"address":{"city":"Ulm","street":"Hafengasse 1"},"name":"Ann","version":2}
        // guide end
        try check()
    }

    @Test func membersWithACommonPrefix() throws {
        // guide begin
        struct Address: Codable {
            var street: String
            var city: String
        }

        struct Contact: Codable {
            var name: String
            var home: Address
            var work: Address?
        }

        let contacts = try Migrator(
            Contact.self, controller: VersionController<API>(location: versionField),
            migrations: [
                Migration(
                    from: API.v1, to: .v2, "Addresses are objects",
                    operations: [
                        .gather(.all, prefix: "home_", into: "home"),
                        .when(
                            .present("/work_street"), [.gather(.all, prefix: "work_", into: "work")],
                            reverseIf: .present("/work")),
                    ])
            ])
        let sent = #"{"version": 1, "name": "Ann", "home_street": "Hafengasse 1", "home_city": "Ulm"}"#
        let contact = try contacts.decode(sent.data).model
        print(contact.home.city, contact.work == nil)
        // Ulm true
        print(try contacts.encode(contact, for: .v1).data.text)
        // {"version":1,"name":"Ann","home_street":"Hafengasse 1","home_city":"Ulm"}
        print(try contacts.encode(contact, for: .v2).data.text)
        // {"version":2,"name":"Ann","home":{"street":"Hafengasse 1","city":"Ulm"}}
        // guide end
        try check()
    }

    @Test func aMemberThatMoved() throws {
        // guide begin
        struct Customer: Codable, VersionedKeys {
            var id: Int
            var email: String?

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [] : [try KeyLayout(CodingKeys.self, [.email: .path("/contact/email")])]
            }
        }

        let api = VersionController<API>(location: versionField)
        let customer = try api.decode(Customer.self, from: #"{"version": 1, "id": 7, "email": "a@b.org"}"#.data).value
        print(try api.encode(customer, for: .v2).text)
        // {"contact":{"email":"a@b.org"},"id":7,"version":2}
        let again = try api.decode(
            Customer.self, from: #"{"version": 2, "id": 7, "contact": {"email": "a@b.org"}}"#.data)
        print(again.value.email ?? "none", try api.encode(again.value, for: .v1).text)
        // a@b.org {"email":"a@b.org","id":7,"version":1}
        // guide end
        // guide begin
        let plan = try MigrationPlan("Customer", controller: api, reformatting: Customer.self)
        print(try plan.migrate(#"{"version": 1, "id": 7.0, "email": "a@b.org"}"#, to: "2").text)
        // {"version": 2, "id": 7.0, "contact": {"email": "a@b.org"}}
        // guide end
        try check()
    }

    @Test func aPageThatIsGenericOverItsElement() throws {
        // guide begin
        struct Page<Item: Codable>: Codable, VersionedKeys {
            var items: [Item]
            var next: Int?

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                switch version {
                case .v1: [try KeyLayout(CodingKeys.self, [.items: .key("results"), .next: .path("/paging/next")])]
                case .v2: []
                }
            }
        }

        struct Student: Codable { var name: String }

        let api = VersionController<API>(location: versionField)
        let sent = #"{"version": 1, "results": [{"name": "Ann"}], "paging": {"next": 20}}"#
        let students = try api.decode(Page<Student>.self, from: sent.data).value
        print(students.items[0].name, students.next ?? 0)
        // Ann 20
        print(try api.encode(students, for: .v1).text)
        // {"paging":{"next":20},"results":[{"name":"Ann"}],"version":1}
        print(try api.encode(students, for: .v2).text)
        // {"items":[{"name":"Ann"}],"next":20,"version":2}
        // guide end
        try check()
    }

    @Test func anArrayOfObjectsWithASingleKey() throws {
        // guide begin
        struct Student: Codable, VersionedKeys {
            var name: String
            var grade: Int

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                guard version == .v1 else { return [] }
                return [
                    try KeyLayout(CodingKeys.self, [.name: .path("/student/name"), .grade: .path("/student/grade")])
                ]
            }
        }

        let api = VersionController<API>()
        let sent = #"[{"student": {"name": "Ann", "grade": 1}}, {"student": {"name": "Bob", "grade": 2}}]"#
        let students = try api.fixed(to: .v1).decode([Student].self, from: sent.data).value
        print(students.map(\.name))
        // ["Ann", "Bob"]
        print(try api.fixed(to: .v1).encode(students).text)
        // [{"student":{"grade":1,"name":"Ann"}},{"student":{"grade":2,"name":"Bob"}}]
        print(try api.fixed(to: .v2).encode(students).text)
        // [{"grade":1,"name":"Ann"},{"grade":2,"name":"Bob"}]
        // guide end
        try check()
    }

    @Test func anObjectKeyedById() throws {
        // guide begin
        struct Student: Codable, Equatable {
            var id: Int
            var name: String
        }

        struct StudentsByID: ShapeBridge {
            struct Body: Codable { var name: String }

            static func value(of shape: [Int: Body]) -> [Student] {
                shape.sorted { $0.key < $1.key }.map { Student(id: $0.key, name: $0.value.name) }
            }

            static func shape(of value: [Student]) throws -> [Int: Body] {
                var bodies: [Int: Body] = [:]
                for student in value where bodies.updateValue(Body(name: student.name), forKey: student.id) != nil {
                    throw ShapeError(text: "two students have the id \(student.id)")
                }
                return bodies
            }
        }

        struct ShapeError: Error { var text: String }

        struct ClassV1: Codable { @Shaped<StudentsByID> var students: [Student] }
        struct ClassV2: Codable { var students: [Student] }

        struct ClassBridgeV1V2: Bridge {
            func upgrade(_ old: ClassV1, in context: inout BridgeContext) -> ClassV2 { ClassV2(students: old.students) }
            func downgrade(_ new: ClassV2, in context: inout BridgeContext) -> ClassV1 {
                ClassV1(students: new.students)
            }
        }

        let classes = try Migrator(
            ClassV2.self, controller: VersionController<API>(location: versionField),
            migrations: [Migration(from: API.v1, to: .v2, "Students are a list", bridge: ClassBridgeV1V2())])
        let sent = #"{"version": 1, "students": {"10": {"name": "Bob"}, "2": {"name": "Ann"}}}"#
        let room = try classes.decode(sent.data).model
        print(room.students.map(\.id), room.students.map(\.name))
        // [2, 10] ["Ann", "Bob"]
        print(try classes.encode(room, for: .v1).data.text)
        // {"version":1,"students":{"10":{"name":"Bob"},"2":{"name":"Ann"}}}
        print(try classes.encode(room, for: .v2).data.text)
        // {"version":2,"students":[{"id":2,"name":"Ann"},{"id":10,"name":"Bob"}]}
        // guide end
        // guide begin
        let plan = try MigrationPlan(
            "Class", versionAt: versionField, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "Students are a list",
                    operations: [.objectToArray("/students", id: "id", idAs: .number)])
            ])
        print(try plan.migrate(sent, to: "2").text)
        // {"version": 2, "students": [{"id": 10, "name": "Bob"}, {"id": 2, "name": "Ann"}]}
        // guide end
        try check()
    }

    @Test func aKeyThatIsNotANumber() throws {
        // guide begin
        struct Body: Codable { var name: String }

        let sent = #"{"1": {"name": "Ann"}, "x": {"name": "Bob"}}"#
        let report = try VersionedJSONDecoder().decodeReporting([Int: Body].self, from: sent.data)
        print(report.value?.keys.sorted() ?? [])
        // [1]
        print(report.issues)
        // [line 1, column 29, at "/x": "x" is not a key of Dictionary<Int, Body>]
        // guide end
        // guide begin
        struct Choir: Codable, VersionedKeys {
            var singers: [Int: Body]

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [try KeyLayout(CodingKeys.self, [.singers: .path("/data/singers")])] : []
            }
        }

        let choirs = VersionController<API>(location: versionField)
        let choir = try choirs.decode(
            Choir.self, from: #"{"version": 1, "data": {"singers": {"1": {"name": "Ann"}}}}"#.data
        ).value
        print(try choirs.encode(choir, for: .v1).text)
        // {"data":{"singers":{"1":{"name":"Ann"}}},"version":1}
        print(try choirs.encode(choir, for: .v2).text)
        // {"singers":{"1":{"name":"Ann"}},"version":2}
        // guide end
        try check()
    }

    @Test func keepTheOrderOfTheText() throws {
        // guide begin
        struct Student: Codable {
            var id: Int
            var name: String
        }

        struct Students: Codable {
            struct Name: CodingKey {
                var stringValue: String
                var intValue: Int? { nil }
                init(_ id: Int) { stringValue = String(id) }
                init?(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }

            struct Body: Codable { var name: String }

            var list: [Student] = []

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Name.self)
                for key in container.allKeys {
                    guard let id = Int(key.stringValue) else {
                        decoder.noteIssue("the key is not a number", at: key)
                        continue
                    }
                    list.append(Student(id: id, name: try container.decode(Body.self, forKey: key).name))
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Name.self)
                for student in list { try container.encode(Body(name: student.name), forKey: Name(student.id)) }
            }
        }

        let sent = #"{"10": {"name": "Bob"}, "x": {}, "2": {"name": "Ann"}}"#
        let report = try VersionedJSONDecoder().decodeReporting(Students.self, from: sent.data)
        print(report.value?.list.map(\.id) ?? [])
        // [10, 2]
        print(report.issues)
        // [line 1, column 30, at "/x": the key is not a number]
        if let students = report.value { print(try VersionedJSONEncoder().encode(students).text) }
        // {"10":{"name":"Bob"},"2":{"name":"Ann"}}
        // guide end
        // guide begin
        struct Room: Codable, VersionedKeys {
            var students: Students

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [try KeyLayout(CodingKeys.self, [.students: .path("/data/students")])] : []
            }
        }

        let rooms = VersionController<API>(location: versionField)
        let room = try VersionedJSONDecoder(rooms).decode(
            Room.self, from: #"{"version": 1, "data": {"students": {"10": {"name": "Bob"}, "2": {"name": "Ann"}}}}"#)
        print(try VersionedJSONEncoder(rooms.fixed(to: .v1)).encode(room).text)
        // {"version":1,"data":{"students":{"10":{"name":"Bob"},"2":{"name":"Ann"}}}}
        print(try VersionedJSONEncoder(rooms.fixed(to: .v2)).encode(room).text)
        // {"version":2,"students":{"10":{"name":"Bob"},"2":{"name":"Ann"}}}
        // guide end
        try check()
    }

    @Test func ratesKeyedByCurrency() throws {
        // guide begin
        struct Rate: Codable {
            var currency: String
            var rate: Decimal
        }

        struct RatesByCurrency: ShapeBridge {
            static func value(of shape: [String: Decimal]) -> [Rate] {
                shape.sorted { $0.key < $1.key }.map { Rate(currency: $0.key, rate: $0.value) }
            }

            static func shape(of value: [Rate]) -> [String: Decimal] {
                Dictionary(value.map { ($0.currency, $0.rate) }) { first, _ in first }
            }
        }

        struct Bank: Codable { @Shaped<RatesByCurrency> var rates: [Rate] }

        let bank = try VersionedJSONDecoder().decode(Bank.self, from: #"{"rates": {"USD": 1.08, "CHF": 0.95}}"#)
        print(bank.rates.map(\.currency))
        // ["CHF", "USD"]
        print(try VersionedJSONEncoder().encode(bank).text)
        // {"rates":{"CHF":0.95,"USD":1.08}}
        // guide end
        // guide begin
        struct Exchange: Codable { var rates: [Rate] }

        let exchanges = try Migrator(
            Exchange.self, controller: VersionController<API>(location: versionField),
            migrations: [
                Migration(
                    from: API.v1, to: .v2, "Rates are a list",
                    operations: [.objectToArray("/rates", id: "currency", value: "rate")])
            ])
        let exchange = try exchanges.decode(#"{"version": 1, "rates": {"USD": 1.08, "CHF": 0.95}}"#.data).model
        print(exchange.rates.map(\.currency))
        // ["USD", "CHF"]
        print(try exchanges.encode(exchange, for: .v1).data.text)
        // {"version":1,"rates":{"USD":1.08,"CHF":0.95}}
        print(try exchanges.encode(exchange, for: .v2).data.text)
        // {"version":2,"rates":[{"currency":"USD","rate":1.08},{"currency":"CHF","rate":0.95}]}
        // guide end
        // guide begin
        let plan = try MigrationPlan(
            "Bank", versionAt: versionField, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "Rates are a list",
                    operations: [.objectToArray("/rates", id: "currency", value: "rate")])
            ])
        let listed = try plan.migrate(#"{"version": 1, "rates": {"USD": 1.080, "CHF": 0.95}}"#, to: "2")
        print(listed.text)
        // {"version": 2, "rates": [{"currency": "USD", "rate": 1.080}, {"currency": "CHF", "rate": 0.95}]}
        print(try plan.migrate(listed.text, to: "1").text)
        // {"version": 1, "rates": {"USD": 1.080, "CHF": 0.95}}
        // guide end
        try check()
    }

    @Test func aRootArray() throws {
        // guide begin
        struct Song: Codable, VersionedKeys {
            var name: String
            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [try KeyLayout(CodingKeys.self, [.name: .key("title")])] : []
            }
        }

        var decoder = VersionedJSONDecoder()
        decoder.userInfo.install(VersionController<API>(location: versionField))
        let sent = #"[{"version": 1, "title": "Intro"}, {"version": 2, "name": "Outro"}]"#
        let songs = try decoder.decode([Versioned<Song, API>].self, from: sent)
        print(songs.map(\.value.name), songs.map(\.version))
        // ["Intro", "Outro"] [1, 2]
        var encoder = VersionedJSONEncoder()
        encoder.userInfo.install(VersionController<API>(location: versionField))
        print(try encoder.encode(songs).text)
        // [{"version":1,"title":"Intro"},{"version":2,"name":"Outro"}]
        // guide end
        try check()
    }

    @Test func everyBlockOfTheArticleIsRunHere() throws {
        try page.expectSameBlocks()
        try page.expectEveryTestIsChecked()
    }
}
