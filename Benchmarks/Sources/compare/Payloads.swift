import Foundation

/// Documents for comparisons, the same on every machine for one seed and size.
enum Payloads {
    /// A response of objects with 65 members each: texts, numbers, flags, small lists.
    static func wide(bytes: Int) -> [UInt8] {
        var random = SeededGenerator(seed: 1)
        var text = #"{"page":1,"next":null,"items":["#
        var count = 0
        while text.utf8.count < bytes {
            if count > 0 { text += "," }
            count += 1
            text += #"{"id":\#(count)"#
            for field in 0..<64 {
                switch field % 8 {
                case 0, 1: text += #","title_\#(field)":"\#(words(&random, 3))""#
                case 2: text += #","count_\#(field)":\#(Int.random(in: 0..<100_000, using: &random))"#
                case 3: text += #","is_active_\#(field)":\#(Bool.random(using: &random))"#
                case 4: text += #","url_\#(field)":"https://example.org/items/\#(random.next() % 1_000_000)""#
                case 5: text += #","score_\#(field)":\#(Double(random.next() % 100_000) / 100)"#
                case 6: text += #","note_\#(field)":null"#
                default: text += #","tags_\#(field)":["\#(words(&random, 1))","\#(words(&random, 1))"]"#
                }
            }
            text += "}"
        }
        return Array((text + "]}").utf8)
    }

    /// A tree of objects, arrays and integers.
    static func nested(bytes: Int) -> [UInt8] {
        var random = SeededGenerator(seed: 6)
        func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
        func numbers(_ count: Int) -> String { (0..<count).map { _ in "\(number(100_000))" }.joined(separator: ",") }
        func bounds() -> String {
            #"{"left":\#(number(1000)),"top":\#(number(1000)),"right":\#(number(1000)),"bottom":\#(number(1000))}"#
        }
        var text = "["
        var count = 0
        while text.utf8.count < bytes {
            if count > 0 { text += "," }
            count += 1
            let areas = (0..<4).map {
                #"{"id":\#($0),"population":\#(number(9_999_999)),"rows":[\#(numbers(8))],"bounds":\#(bounds())}"#
            }
            text += #"{"id":\#(count),"level":\#(number(9)),"isOpen":true,"areas":[\#(areas.joined(separator: ","))],"#
            text += #""neighbours":[\#(numbers(12))],"parent":\#(count % 3 == 0 ? "null" : bounds())}"#
        }
        return Array((text + "]").utf8)
    }

    /// Small records with dates.
    static func records(bytes: Int, isISO: Bool = false) -> [UInt8] {
        var random = SeededGenerator(seed: 2)
        var text = "["
        var count = 0
        while text.utf8.count < bytes {
            if count > 0 { text += "," }
            count += 1
            text += record(count, &random, isISO: isISO)
        }
        return Array((text + "]").utf8)
    }

    /// A document of one version that holds records.
    static func document(bytes: Int) -> [UInt8] {
        Array(#"{"version":1,"items":"#.utf8) + records(bytes: bytes) + Array("}".utf8)
    }

    /// Records of about 120 bytes, of which two dates are a third.
    static func smallRecords(bytes: Int, isISO: Bool = false) -> [UInt8] {
        var random = SeededGenerator(seed: 7)
        var text = "["
        var count = 0
        while text.utf8.count < bytes {
            if count > 0 { text += "," }
            count += 1
            text +=
                #"{"id":\#(count),"name":"\#(words(&random, 1))","created":"\#(moment(&random, isISO: isISO))","#
                + #""updated":"\#(moment(&random, isISO: isISO))","active":\#(random.next() % 2 == 0),"#
                + #""amount":\#(Double(random.next() % 1_000_000) / 100)}"#
        }
        return Array((text + "]").utf8)
    }

    /// Records as lines.
    static func lines(bytes: Int) -> [UInt8] {
        var random = SeededGenerator(seed: 3)
        var text = ""
        text.reserveCapacity(bytes + 1000)
        var count = 0
        while text.utf8.count < bytes {
            count += 1
            text += record(count, &random) + "\n"
        }
        return Array(text.utf8)
    }

    private static func record(_ id: Int, _ random: inout SeededGenerator, isISO: Bool = false) -> String {
        let moment = moment(&random, isISO: isISO)
        return #"{"version":1,"id":\#(id),"user_name":"\#(words(&random, 2))","#
            + #""mail":"user\#(random.next() % 100_000)@example.org","created_at":"\#(moment)","#
            + #""amount":\#(Double(random.next() % 1_000_000) / 100),"city":"\#(words(&random, 1))","#
            + #""contact":{"phone":"+49 30 \#(random.next() % 10_000_000)","language":"de"},"#
            + #""note":"\#(words(&random, 6))"}"#
    }

    private static func moment(_ random: inout SeededGenerator, isISO: Bool) -> String {
        let day = "20\(10 + random.next() % 15)-\(two(1 + random.next() % 12))-\(two(1 + random.next() % 28))"
        let time = "\(two(random.next() % 24)):\(two(random.next() % 60)):\(two(random.next() % 60))"
        return isISO ? "\(day)T\(time)Z" : "\(day) \(time) +0000"
    }

    /// Polygons: numbers with up to 17 digits.
    static func geometry(bytes: Int) -> [UInt8] {
        var random = SeededGenerator(seed: 4)
        var text = #"{"type":"FeatureCollection","features":["#
        var isFirst = true
        while text.utf8.count < bytes {
            if !isFirst { text += "," }
            isFirst = false
            let points = (0..<50).map { _ in
                "[\(Double.random(in: -180..<180, using: &random)),\(Double.random(in: -90..<90, using: &random))]"
            }
            text +=
                #"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[["#
                + points.joined(separator: ",") + "]]}}"
        }
        return Array((text + "]}").utf8)
    }

    /// One response of about 300 bytes.
    static func small(isISO: Bool = false) -> [UInt8] {
        var random = SeededGenerator(seed: 5)
        return Array(record(1, &random, isISO: isISO).utf8)
    }

    private static func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func words(_ random: inout SeededGenerator, _ count: Int) -> String {
        let stock = ["alpha", "river", "stone", "Müller", "window", "seven", "orange", "cloud", "paper", "north"]
        return (0..<count).map { _ in stock[Int(random.next() % 10)] }.joined(separator: " ")
    }
}
