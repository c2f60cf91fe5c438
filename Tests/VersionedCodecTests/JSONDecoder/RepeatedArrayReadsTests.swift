import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// An array that is read more than once: each container knows its own failures.
@Suite struct RepeatedArrayReadsTests {
    private struct ReadTwice: Decodable {
        var first: [Int?] = []
        var second: [String] = []

        init(from decoder: any Decoder) throws {
            var numbers = try decoder.unkeyedContainer()
            while !numbers.isAtEnd {
                let index = numbers.currentIndex
                let number = try? numbers.decode(Int.self)
                if numbers.currentIndex > index { first.append(number) }
            }
            var texts = try decoder.unkeyedContainer()
            while !texts.isAtEnd {
                if let text = try? texts.decode(String.self) { second.append(text) }
            }
        }
    }

    private enum Elements: Decodable, Equatable {
        case numbers([Int])
        case texts([String])
        case flags([Bool])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let numbers = try? container.decode([Int].self) {
                self = .numbers(numbers)
            } else if let texts = try? container.decode([String].self) {
                self = .texts(texts)
            } else {
                self = .flags(try container.decode([Bool].self))
            }
        }
    }

    @Test(arguments: [VersionedJSONDecoder.KeyDecodingStrategy.useDefaultKeys, .convertFromSnakeCase])
    func aSecondContainerBeginsWithoutTheFailuresOfTheFirst(_ keys: VersionedJSONDecoder.KeyDecodingStrategy) throws {
        var decoder = VersionedJSONDecoder()
        decoder.keyDecodingStrategy = keys
        let top = try decoder.decode(ReadTwice.self, from: #"["a","b","c","d"]"#)
        let within = try decoder.decode([String: ReadTwice].self, from: #"{"x":["a","b","c","d"]}"#)["x"]
        for read in [top, try #require(within)] {
            #expect(read.second == ["a", "b", "c", "d"])
            #expect(read.first == [nil, nil, nil, nil])
        }
    }

    @Test func theSameHoldsInAPayloadOfAVersion() throws {
        let controller = VersionController<Edition>(location: VersionLocation("/version", as: .integer)) { version in
            version == .v1 ? VersionFormat(shape: ["": .kind(.array)]) : VersionFormat()
        }
        let json = Data(#"["a","b","c","d"]"#.utf8)
        let read = try controller.decode(ReadTwice.self, from: json).value
        let decoder = JSONDecoder()
        decoder.userInfo.install(controller)
        let proxied = try decoder.decode(Versioned<ReadTwice, Edition>.self, from: json).value
        for read in [read, proxied] {
            #expect(read.second == ["a", "b", "c", "d"])
            #expect(read.first == [nil, nil, nil, nil])
        }
    }

    @Test func aListOfAnotherTypeIsTriedFromItsFirstElement() throws {
        let text = #"[[1,2],["a","b"],[true],[]]"#
        let expected: [Elements] = [.numbers([1, 2]), .texts(["a", "b"]), .flags([true]), .numbers([])]
        #expect(try VersionedJSONDecoder().decode([Elements].self, from: text) == expected)
        let report = try VersionedJSONDecoder().decodeReporting([Elements].self, from: text)
        #expect(report.value == expected)
        #expect(report.issues.isEmpty)
    }

    @Test func aCopyOfAContainerHasItsOwnFailures() throws {
        struct Probing: Decodable {
            let texts: [String]

            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                var texts: [String] = []
                while !container.isAtEnd {
                    var probe = container
                    #expect((try? probe.decode(Int.self)) == nil)
                    #expect((try? container.decode(Int.self)) == nil)
                    texts.append(try container.decode(String.self))
                }
                self.texts = texts
            }
        }
        #expect(try VersionedJSONDecoder().decode(Probing.self, from: #"["a","b"]"#).texts == ["a", "b"])
    }
}
