import Testing

@testable import VersionedCodec

@Suite struct EnumCasesTests {
    enum Nothing {}
    enum One { case only }
    enum Three: Equatable { case first, second, third }
    enum Numbered: Int { case ten = 10, minus = -1 }
    enum Keys: String, CodingKey { case a = "x", b }
    enum WithPayload { case flag(Bool), other }
    enum WithEmptyPayload { case nothing(Void), other }
    indirect enum Nested { case leaf, inner(Nested) }
    struct NoEnum { var flag: Bool }
    struct Generic<Value> { enum Keys: CodingKey { case value, other } }

    @Test func casesComeInTheirOrder() {
        #expect(EnumCases.all(of: Three.self) == [.first, .second, .third])
        #expect(EnumCases.all(of: Numbered.self) == [.ten, .minus])
        #expect(EnumCases.all(of: Keys.self)?.map(\.stringValue) == ["x", "b"])
        #expect(EnumCases.all(of: Generic<[Int]>.Keys.self)?.map(\.stringValue) == ["value", "other"])
        #expect(EnumCases.all(of: One.self)?.count == 1)
    }

    @Test func otherTypesHaveNone() {
        #expect(EnumCases.all(of: Nothing.self) == nil)
        #expect(EnumCases.all(of: WithPayload.self) == nil)
        #expect(EnumCases.all(of: WithEmptyPayload.self)?.count == 2)
        #expect(EnumCases.all(of: Nested.self) == nil)
        #expect(EnumCases.all(of: NoEnum.self) == nil)
        #expect(EnumCases.all(of: Bool.self) == nil)
        #expect(EnumCases.all(of: Bool?.self) == nil)
        #expect(EnumCases.all(of: Int.self) == nil)
        #expect(EnumCases.all(of: String.self) == nil)
        #expect(EnumCases.all(of: (Bool, Bool).self) == nil)
        #expect(EnumCases.all(of: AnyObject.self) == nil)
        #expect(EnumCases.all(of: (any Error).self) == nil)
    }
}
