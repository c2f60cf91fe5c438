import Foundation
import SampleAPI
import Testing
import VersionedCodec

@Suite struct TypeSketchTests {
    private func text<Model: Decodable>(_ type: Model.Type, hints: [TypeSketch.Hint] = []) throws -> String {
        try TypeSketch(of: type, hints: hints).description
    }

    @Test func leavesAndContainersAreToldApart() throws {
        #expect(
            try text(Sketched.Leaves.self) == """
                Leaves
                    text: String
                    flag: Bool
                    int: Int
                    small: Int8
                    wide: UInt128
                    unsigned: UInt
                    double: Double
                    float: Float
                    decimal: Decimal
                    date: Date
                    data: Data
                    url: URL
                    uuid: UUID
                    array: [Int]
                    set: [String]
                    nested: [[Date]]
                    table: [String: Date]
                    numbered: [Int: Bool]
                    ranked: ["H" | "S", Int, …]
                    named: ["left" | "right": Int]
                    maybe?: Date or null
                    always: Nullable
                    holes: [Int or null]

                Nullable
                    value: Int or null
                """)
    }

    @Test func enumsHaveTheirRawValues() throws {
        #expect(
            try text(Sketched.Enums.self) == """
                Enums
                    suit: "H" | "S"
                    level?: -1 | 7 or null
                    only: "one"
                """)
    }

    @Test func enumsWithAssociatedValuesAreObjectsOfOneKey() throws {
        #expect(
            try text(Sketched.Shape.self) == """
                Shape
                    circle?: Shape.circle
                    line?: Shape.line
                    empty?: Shape.empty

                Shape.circle
                    radius: Double

                Shape.line
                    from: Int
                    _1: Date

                Shape.empty
                """)
    }

    @Test func recursiveTypesReferToThemselves() throws {
        #expect(
            try text(Sketched.Tree.self) == """
                Tree
                    born: Date
                    children: [Tree]
                    parent?: Tree or null
                """)
        #expect(
            try text(Sketched.Term.self) == """
                Term
                    number?: Term.number
                    sum?: Term.sum

                Term.number
                    _0: Int

                Term.sum
                    _0: Term
                    _1: Term
                """)
    }

    @Test func typesThatHoldEachOtherAreBothRecorded() throws {
        #expect(
            try text(Sketched.Branch.self) == """
                Branch
                    first?: Box<Leaf> or null
                    length: Double

                Box<Leaf>
                    content: Leaf

                Leaf
                    branches: [Branch]
                    on?: Box<Branch> or null

                Box<Branch>
                    content: Branch
                """)
        #expect(throws: TypeSketch.RecordingError.self) { try TypeSketch(of: Sketched.Nest.self) }
    }

    @Test func superclassesAreAmongTheMembersOrApart() throws {
        #expect(
            try text(Sketched.Car.self) == """
                Car
                    doors: Int
                    wheels: Int
                """)
        #expect(
            try text(Sketched.Van.self) == """
                Van
                    load: Double
                    superclass: Van.super

                Van.super
                    wheels: Int
                """)
    }

    @Test func whatAnEnumDecidesIsToldForEachCase() throws {
        #expect(
            try text(Sketched.Message.self) == """
                Message
                    kind: "text" | "photo" | "none"
                    body?: by kind: "text" String, "photo" Data
                    size?: Int
                """)
    }

    @Test func nestedContainersAreObjectsWithoutAType() throws {
        #expect(
            try text(Sketched.Deep.self) == """
                Deep
                    meta: Deep.meta
                    list: (String, Double)
                    raw?: Deep.raw
                    plain: Date

                Deep.meta
                    at: Date

                Deep.raw
                    content: Int
                """)
    }

    @Test func keysThatAreDataAreOtherMembers() throws {
        #expect(
            try text(Sketched.Open.self) == """
                Open
                    count: Int
                    other members: Date
                """)
    }

    @Test func whatIsNoObjectIsToldFirst() throws {
        #expect(try text([String: [Sketched.Wrapper]].self) == "[String: [Date]]")
        #expect(
            try text([Versioned<FeedTime, FeedVersion>].self) == """
                [Versioned<FeedTime>]

                FeedTime
                    time: Date
                """)
        #expect(try TypeSketch(of: Int?.self).value == .optional(.int))
    }

    @Test func genericTypesAreTypesOfTheirOwn() throws {
        let sketch = try TypeSketch(of: [Sketched.Box<Sketched.Box<Date>>].self)
        #expect(sketch.objects.map(\.type.name) == ["Box<Box<Date>>", "Box<Date>"])
        #expect(sketch[Sketched.Box<Date>.self]?.members.map(\.value) == [.date])
        #expect(sketch[Sketched.Tree.self] == nil)
    }

    @Test func sketchesAreTheSameEachTime() throws {
        let first = try TypeSketch(of: FeedPage<FeedSong>.self)
        let second = try TypeSketch(of: FeedPage<FeedSong>.self)
        #expect(first == second)
        #expect(first.hashValue == second.hashValue)
        #expect(try first != TypeSketch(of: FeedSong.self))
    }

    @Test func modelSeesTheUserInfo() throws {
        struct Two: Decodable {
            enum Keys: String, CodingKey { case old, new }
            init(from decoder: any Decoder) throws {
                let version = try decoder.versionController(for: FeedVersion.self).version
                _ = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: version == .v1 ? .old : .new)
            }
        }
        var userInfo: [CodingUserInfoKey: Any] = [:]
        userInfo.install(try Feed.controller().fixed(to: .v1))
        #expect(try TypeSketch(of: Two.self, userInfo: userInfo)[Two.self]?.members.map(\.name) == ["old"])
        #expect(throws: TypeSketch.RecordingError.self) { try TypeSketch(of: Two.self) }
    }

    // MARK: What cannot be recorded

    @Test func typeThatRefusesWhatIsMadeUpIsNamedWithItsPlace() {
        let error = #expect(throws: TypeSketch.RecordingError.self) { try TypeSketch(of: Sketched.Holder.self) }
        #expect(error?.code == .refused)
        #expect(error?.type == "Picky")
        #expect(error?.path == "/list/0/content")
        #expect(
            error?.description == """
                at "/list/0/content": Picky cannot be sketched: it refuses what was made up for it ("a" is not a code, at \
                "/list/0/content/code"); a hint can describe it
                """)
    }

    @Test func errorThatAModelDropsIsToldNevertheless() {
        let error = #expect(throws: TypeSketch.RecordingError.self) { try TypeSketch(of: Sketched.Careless.self) }
        #expect(error?.path == "/picky")
    }

    @Test func typeThatHoldsItselfWithoutEndIsAnError() {
        let error = #expect(throws: TypeSketch.RecordingError.self) { try TypeSketch(of: Sketched.Endless.Box2.self) }
        #expect(error?.code == .needsItself)
        #expect(
            error?.description
                == "Box2 cannot be sketched: each value of it holds another one; a hint can describe it")
    }

    @Test func placeThatIsReadInTwoWaysIsAnError() {
        let error = #expect(throws: TypeSketch.RecordingError.self) { try TypeSketch(of: Sketched.Unclear.self) }
        #expect(error?.code == .ambiguous)
        #expect(
            error?.description == """
                Unclear cannot be sketched: it reads "body" of Unclear by a type of its own and without one; a hint \
                can describe it
                """)
    }

    // MARK: By hand

    @Test func hintOfValuesLetsATypeBeRecorded() throws {
        let sketch = try TypeSketch(
            of: Sketched.Holder.self, hints: [.values(["XK-1"], of: Sketched.Picky.CodingKeys.code)])
        #expect(
            sketch[Sketched.Picky.self]?.description == """
                Picky
                    code: "XK-1"
                    since: Date
                """)
    }

    @Test func sketchByHandTakesThePlaceOfATypeWithin() throws {
        let byHand = TypeSketch.Object(
            Sketched.Picky.self, keys: Sketched.Picky.CodingKeys.self,
            [.code: .required(.text), .since: .optional(.model(FeedTime.self))])
        let sketch = try TypeSketch(
            of: Sketched.Holder.self,
            hints: [.sketch(of: Sketched.Picky.self, byHand) { Sketched.Picky(code: "XK-2") }])
        #expect(
            sketch.description == """
                Holder
                    list: [Box<Picky>]

                Box<Picky>
                    content: Picky

                Picky
                    code: String
                    since?: FeedTime or null

                FeedTime
                    time: Date
                """)
        #expect(throws: TypeSketch.RecordingError.self) {
            try TypeSketch(of: Sketched.Holder.self, hints: [.sketch(of: Sketched.Picky.self, byHand)])
        }
    }

    @Test func sketchByHandTakesThePlaceOfTheWholeModel() throws {
        let sketch = try TypeSketch(
            of: Sketched.Wrapper.self, hints: [.sketch(of: Sketched.Wrapper.self, .anything)])
        #expect(sketch.description == "anything")
    }

    @Test func modelGivesItsHintsItself() throws {
        let sketch = try TypeSketch(of: FeedPage<FeedComment>.self)
        #expect(
            sketch[FeedComment.self]?.description == """
                FeedComment
                    id: Int
                    text: String
                    createdAt: Date
                    commenter: FeedUser
                    type: "song" | "user"
                    targetObject: by type: "song" FeedSong, "user" FeedUser
                """)
    }
}
