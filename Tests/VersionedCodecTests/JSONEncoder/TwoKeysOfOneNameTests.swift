import Foundation
import Testing
import VersionedCodec

/// Two keys to which a strategy gives one name: an error where their values differ, wherever the object is written.
@Suite struct TwoKeysOfOneNameTests {
    private struct City: Encodable {
        var city = "Ulm"
    }

    private struct Place: Encodable {
        var lat = 48
    }

    private enum Keys: String, CodingKey {
        case homeInfo
        case home_info
        case between
    }

    private struct TextKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// How the two values are written.
    enum Writing: String, CaseIterable, Sendable {
        case plain
        case byNestedContainers
        case withANestedContainerBetween
        case withASuperEncoderBetween
        case withStructKeys
        case withStructKeysAndNestedContainers
    }

    /// Where the object with the two values is.
    enum Location: String, CaseIterable, Sendable { case root, member, element, behindSuperEncoder, nestedContainer }

    private struct Home: Encodable {
        let writing: Writing
        let areReversed: Bool
        let areEqual: Bool

        func encode(to encoder: any Encoder) throws {
            switch writing {
            case .withStructKeys, .withStructKeysAndNestedContainers:
                var container = encoder.container(keyedBy: TextKey.self)
                let keys = [TextKey(stringValue: "homeInfo"), TextKey(stringValue: "home_info")]
                try write(areReversed ? keys.reversed() : keys, into: &container) { TextKey(stringValue: $0.rawValue) }
            default:
                var container = encoder.container(keyedBy: Keys.self)
                let keys = [Keys.homeInfo, .home_info]
                try write(areReversed ? keys.reversed() : keys, into: &container) { $0 }
            }
        }

        private func write<Key: CodingKey>(
            _ keys: [Key], into container: inout KeyedEncodingContainer<Key>, _ key: (Keys) -> Key
        ) throws {
            switch writing {
            case .byNestedContainers, .withStructKeysAndNestedContainers:
                var first = container.nestedContainer(keyedBy: TextKey.self, forKey: keys[0])
                try first.encode("Ulm", forKey: TextKey(stringValue: "city"))
                var second = container.nestedContainer(keyedBy: TextKey.self, forKey: keys[1])
                try second.encode(areEqual ? "Ulm" : "Bonn", forKey: TextKey(stringValue: areEqual ? "city" : "lat"))
                return
            case .withANestedContainerBetween:
                try container.encode(City(), forKey: keys[0])
                var other = container.nestedUnkeyedContainer(forKey: key(.between))
                try other.encode(1)
            case .withASuperEncoderBetween:
                try container.encode(City(), forKey: keys[0])
                try 1.encode(to: container.superEncoder(forKey: key(.between)))
            case .plain, .withStructKeys: try container.encode(City(), forKey: keys[0])
            }
            if areEqual {
                try container.encode(City(), forKey: keys[1])
            } else {
                try container.encode(Place(), forKey: keys[1])
            }
        }
    }

    private struct Located: Encodable {
        let location: Location
        let home: Home

        func encode(to encoder: any Encoder) throws {
            switch location {
            case .root: try home.encode(to: encoder)
            case .member:
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode(home, forKey: .between)
            case .element:
                var container = encoder.unkeyedContainer()
                try container.encode(home)
            case .behindSuperEncoder:
                var container = encoder.container(keyedBy: Keys.self)
                try home.encode(to: container.superEncoder())
            case .nestedContainer:
                var container = encoder.container(keyedBy: Keys.self)
                var array = container.nestedUnkeyedContainer(forKey: .between)
                try array.encode(home)
            }
        }
    }

    private static func encoders() -> [VersionedJSONEncoder] {
        var snake = VersionedJSONEncoder()
        snake.keyEncodingStrategy = .convertToSnakeCase
        var sorted = snake
        sorted.outputFormatting = .sortedKeys
        var custom = VersionedJSONEncoder()
        custom.keyEncodingStrategy = .custom { path in
            let name = path[path.count - 1].stringValue
            return TextKey(stringValue: name == "homeInfo" ? "home_info" : name)
        }
        return [snake, sorted, custom]
    }

    @Test(arguments: Writing.allCases, Location.allCases)
    func differentValuesAreAnError(_ writing: Writing, _ location: Location) throws {
        for encoder in Self.encoders() {
            // The second time the encoder knows the keys.
            for areReversed in [false, true, false] {
                let home = Home(writing: writing, areReversed: areReversed, areEqual: false)
                let error = #expect(throws: EncodingError.self) {
                    let data = try encoder.encode(Located(location: location, home: home))
                    Issue.record("\(String(decoding: data, as: UTF8.self))")
                }
                let message = Diagnostic(describing: try #require(error)).message
                #expect(message.contains("write different values in one place"), "\(message)")
                #expect(message.contains("\"homeInfo\"") && message.contains("\"home_info\""), "\(message)")
            }
        }
    }

    @Test(arguments: Writing.allCases, Location.allCases)
    func equalValuesAreWrittenOnce(_ writing: Writing, _ location: Location) throws {
        for encoder in Self.encoders() {
            for areReversed in [false, true, false] {
                let home = Home(writing: writing, areReversed: areReversed, areEqual: true)
                let text = String(
                    decoding: try encoder.encode(Located(location: location, home: home)), as: UTF8.self)
                #expect(text.components(separatedBy: #""home_info":{"city":"Ulm"}"#).count == 2, "\(text)")
            }
        }
    }

    @Test func oneKeyWrittenAgainReplacesItsValue() throws {
        struct Twice: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: TextKey.self)
                for value in 1...2 {
                    try container.encode(value, forKey: TextKey(stringValue: "homeInfo"))
                    try container.encode(value, forKey: TextKey(stringValue: "plain"))
                }
            }
        }
        for encoder in Self.encoders() {
            let text = String(decoding: try encoder.encode(Twice()), as: UTF8.self)
            #expect(text == #"{"home_info":2,"plain":2}"#)
        }
    }
}
