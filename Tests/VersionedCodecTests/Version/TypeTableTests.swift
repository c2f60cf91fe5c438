import Testing

@testable import VersionedCodec

@Suite struct TypeTableTests {
    /// As many types as there are numbers.
    private struct Successor<Before> {}

    private func types(_ count: Int) -> [Any.Type] {
        var types: [Any.Type] = [Int.self]
        func successor<Before>(of type: Before.Type) -> Any.Type { Successor<Before>.self }
        while types.count < count { types.append(_openExistential(types[types.count - 1], do: successor)) }
        return types
    }

    @Test func everyTypeIsFoundHoweverManyThereAre() {
        let table = TypeTable(-1)
        defer { table.deallocate() }
        let types = types(300)
        for (number, type) in types.enumerated() {
            #expect(table.find(type) == nil)
            table.place(for: type).pointee = number
        }
        for (number, type) in types.enumerated() {
            #expect(table.find(type)?.pointee == number)
            #expect(table.place(for: type).pointee == number)
        }
        table.update { $0 += 1 }
        #expect(table.find(types[299])?.pointee == 300)
        table.clear()
        #expect(types.allSatisfy { table.find($0) == nil })
        #expect(table.place(for: types[7]).pointee == -1)
    }
}
