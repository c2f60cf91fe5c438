import Testing

@testable import Migrations
@testable import VersionedCodec

/// Lines of a shape that has come before: no index, no arena, and the same result.
@Suite struct ShapeTests {
    private func plan(
        _ operations: [JSONOperation], down: [JSONOperation]? = nil, hasWayBack: Bool = true,
        style: WritingStyle? = nil
    ) throws -> MigrationPlan {
        try MigrationPlan(
            "Order", versionAt: VersionLocation("/version", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2", style: style)],
            migrations: [
                down != nil || !hasWayBack
                    ? Migration(from: "1", to: "2", "Changes", up: operations, down: down)
                    : Migration(from: "1", to: "2", "Changes", operations: operations)
            ])
    }

    /// Migrates lines by one runner and each by itself; says how many needed no arena.
    func known(
        _ operations: [JSONOperation], down: [JSONOperation]? = nil, hasWayBack: Bool = true,
        style: WritingStyle? = nil, _ lines: [String]
    ) throws -> Int {
        let plan = try plan(operations, down: down, hasWayBack: hasWayBack, style: style)
        var options = MigrationOptions()
        options.isOneLine = true
        let runner = try #require(PlanRunner(plan, to: "2", from: nil, options: options))
        for line in lines {
            var (text, output) = (line, [UInt8]())
            let ran = Result { try text.withUTF8 { try runner.migrate($0, to: &output) } }
            let result: MigrationResult
            do {
                result = try plan.migrate(JSONDocument(parsing: line), to: "2", options: options)
            } catch {
                // What does not fit is said in the same words; other documents are left to the plan.
                switch ran {
                case .success(let losses): #expect(losses == nil, "\(line)")
                case .failure(let fault): #expect("\(fault)" == "\(error)", "\(line)")
                }
                #expect(output.isEmpty)
                continue
            }
            let losses = try #require(try ran.get(), "\(line)")
            #expect(String(decoding: output, as: UTF8.self) == result.text, "\(line)")
            if runner.shapeOfLine != nil {
                _ = output.withUnsafeBufferPointer { ShapeIndexTests.indexIsThatOfAScan(runner, $0) }
            }
            let placed = Loss.inDocumentOrder(losses, Array(line.utf8))
            #expect(placed == result.losses, "\(line)")
            #expect(placed.map(\.position) == result.losses.map(\.position), "\(line)")
        }
        return runner.shapes.known
    }

    /// Migrates documents by one runner and each by itself; says how many needed no arena.
    func knownDocuments(
        _ operations: [JSONOperation], style: WritingStyle? = nil, _ documents: [String]
    ) throws -> Int {
        let plan = try plan(operations, style: style)
        let runner = try #require(PlanRunner(plan, to: "2", from: nil, options: MigrationOptions()))
        for document in documents {
            let bytes = Array(document.utf8)
            let outcome = try bytes.withUnsafeBufferPointer { try runner.migrate(document: $0, bytes) }
            let result = try plan.migrate(JSONDocument(parsing: bytes), to: "2")
            let text = runner.withWritten { String(decoding: $0, as: UTF8.self) }
            #expect(text == result.text, "\(document)")
            let losses = try #require(outcome).losses.inDocumentOrder(bytes)
            #expect(losses.map { "\($0)" } == result.losses.map { "\($0)" }, "\(document)")
        }
        return runner.shapes.known
    }

    /// What is escaped in a line says how new strings are written into it, and not into the next line.
    @Test(arguments: [
        JSONOperation.add("/b", value: "p/qé"), .add("/é", value: 1), .add("/o", value: ["u": "http://x/é"]),
        .set("/a", to: "é/"), .rename("/a", to: "a/é"), .add("/b", value: "\\"),
    ]) func newStringsAreWrittenAsTheirLineIs(_ operation: JSONOperation) throws {
        let values = [#"x\/y"#, "xyz", #"\u00e9"#, "é", "x/y", #"\n"#, "xyz", #"x\/y"#]
        for start in values.indices {
            let lines = (values[start...] + values[..<start]).map { #"{"version":1,"n":1.5,"a":"\#($0)"}"# }
            _ = try known([operation], lines + lines)
            _ = try knownDocuments([operation], (lines + lines).map { $0.replacing(",", with: ",\n ") })
        }
    }

    /// An escape somewhere in a line does not keep it from having a shape.
    @Test func linesWithEscapesHaveAShape() throws {
        let lines = (0..<50).map { #"{"version":1,"n":"\"\#($0)\"\n","a":"\\","j":"[\"a/b\",{\"c\":\"\\n\"}]"}"# }
        let operations: [JSONOperation] = [
            .add("/u", value: "http://x/é \"q\"\n"), .rename("/a", to: "a/é"), .parseJSON("/j"),
            .add("/o", value: ["k": "x/y"]),
        ]
        #expect(try known(operations, lines) == 49)
        let moved: [JSONOperation] = [.parseJSON("/j"), .add("/j/-", value: "/"), .printJSON("/j")]
        #expect(try known(moved, lines) == 49)
    }

    /// Scratch values are values of the line, too.
    @Test func linesWithScratchValuesHaveAShape() throws {
        let operations: [JSONOperation] = [
            .move("/a", to: .scratch("x", "/a")), .move("/n", to: .scratch("x", "/n")),
            .move(.scratch("x", "/n"), to: "/inner/n"),
        ]
        let lines = (0..<50).map { #"{"version":1,"n":\#($0),"a":{"b":"\#($0)"}}"# }
        _ = try known(operations, lines)
        #expect(try known(operations + [.move(.scratch("x"), to: "/x")], lines) == 49)
    }

    /// Members that are made look only at those that they must not repeat.
    @Test func linesInWhichSomethingIsGeneratedHaveAShape() throws {
        let generate = JSONOperation.each("/cells", [.generate("/id", .sequence("c%d"))])
        let lines = (0..<50).map { #"{"version":1,"n":\#($0),"cells":[{"t":"x"},{"t":""},{}]}"# }
        #expect(try known([generate], lines) == 49)
        // Some of the texts are there already, before and behind the place where they would be made.
        let taken = (0..<50).map {
            #"{"version":1,"n":\#($0),"cells":[{"t":"\#($0)"},{"id":"c\#($0 % 4)"},{},{"id":"c\#($0 % 3 + 1)"},{}]}"#
        }
        _ = try known([generate], taken)
    }

    /// An operation that fits nowhere leaves its value as it is, in every line of the shape.
    @Test func linesInWhichSomethingIsSkippedHaveAShape() throws {
        let operations: [JSONOperation] = [
            .split("/a", into: ["/x", "/y"], separator: "-", ifWrongKind: .skip), .rename("/n", to: "m"),
        ]
        let lines = (0..<50).map { #"{"version":1,"n":\#($0),"a":[1]}"# }
        #expect(try known(operations, lines) == 49)
    }

    /// The layout is of the shape; a value that moves to another depth is indented anew, line by line.
    @Test(arguments: ["\n", "\r\n"], ["  ", "\t"]) func documentsInLinesHaveAShape(_ end: String, _ unit: String) throws
    {
        let documents = (0..<30).map { index in
            """
            {
              "version": 1,
              "who": {
                "name": "n\(index)",
                "tags": [
                  "a\(index)",

                  \(index)
                ]
              },
              "note": {
                "text": "\(index)"
              },
              "on": \(index % 2 == 0),
              "list": []
            }

            """.replacing("  ", with: unit).replacing("\n", with: end)
        }
        for operations: [JSONOperation] in [
            [.rename("/who", to: "person"), .remove("/note")], [.move("/who/tags", to: "/tags")],
            [.move("/who", to: "/more/inner/who"), .add("/new", value: ["a": [1, 2]])],
            [.copy("/who", to: "/note/who"), .convert("/note/text", from: .string, to: .number), .wrap("/note")],
            [.add("/list/-", value: 1), .remove("/on")],
        ] {
            #expect(try knownDocuments(operations, documents) == 29, "\(operations)")
        }
    }

    @Test func whatIsOnlyMovedIsNotLookedAt() throws {
        let lines = (0..<50).map { index in
            #"{"version":1, "id":\#(index * index), "name":"n\#(index)", "on":\#(index % 2 == 0), "sub":{"x":"\\u00e\#(index % 10)"}}"#
        }
        let operations: [JSONOperation] = [
            .rename("/id", to: "number"), .move("/name", to: "/meta/name"), .add("/new", value: ["a", 1]),
            .copy("/on", to: "/sub/on"),
        ]
        #expect(try known(operations, lines) == 49)
    }

    @Test func whatIsComputedIsComputedAnew() throws {
        let lines = (0..<60).map { index in
            // Some are not dates, some lose something, some are spelled with an escape, some are not in the table.
            let date = index % 9 == 8 ? "never" : "2020-06-\(10 + index % 20)T10:00:\(10 + index)Z"
            let state = ["a", "b", "c", "x", #"\u0061"#][index % 5]
            return
                #"{"version":1,"at":"\#(date)","n":\#(index),"s":"\#(index % 7 == 6 ? "x" : "\(index)")","state":"\#(state)"}"#
        }
        let operations: [JSONOperation] = [
            .reformatDate("/at", from: .iso8601, to: try .pattern("yyyy-MM-dd HH:mm:ss Z"), ifWrongKind: .skip),
            .convert("/n", from: .number, to: .string), .convert("/s", from: .string, to: .number, ifWrongKind: .skip),
            .mapValues("/state", [("a", "A"), ("b", 2), ("c", nil)], ifUnknown: .skip), .rename("/at", to: "time"),
        ]
        #expect(try known(operations, lines) > 0)
    }

    /// Numbers and booleans are looked up in a table as strings are; a number that is spelled in another way is a loss.
    @Test func codesOfATableAreComputedAnew() throws {
        let lines = (0..<120).map { #"{"version":1,"on":\#($0 % 2 == 0),"code":\#($0 % 40)\#($0 == 77 ? ".0" : "")}"# }
        let codes = (0..<40).map { (JSONValue.integer($0), JSONValue.string("code-\($0)")) }
        let operations: [JSONOperation] = [
            .mapValues("/code", codes), .mapValues("/on", [(true, "yes"), (false, "no")]),
        ]
        #expect(try known(operations, lines) == 118)
    }

    /// Elements that change places lose their order, unless they are alike: that is decided by each line's own values.
    @Test func orderIsLostWhereElementsDiffer() throws {
        let lists = [
            "[1,2]", "[3,3]", "[4,5]", "[5,4]", #"["a","b"]"#, #"["c","c"]"#, #"[{"x":1,"y":2},{"x":1,"y":2}]"#,
        ]
        let more = [#"[{"x":1,"y":2},{"x":1,"y":3}]"#, #"[{"x":4,"y":2},{"x":5,"y":2}]"#, "[[1],[2]]", "[[1],[1]]"]
        let lines = ((lists + more) + (lists + more).reversed()).map { #"{"version":1,"a":\#($0)}"# }
        let nothing: [JSONOperation] = [.remove("/zz", ifAbsent: .skip)]
        #expect(try known([.move("/a/0", to: "/a/1")], down: nothing, lines) > 8)
        _ = try known([.transform("/a", by: [.reverse])], down: nothing, lines)
    }

    @Test func whatDecidesIsOfTheShape() throws {
        let lines = (0..<60).map { index in
            #"{"version":\#(index % 4 == 3 ? 2 : 1),"kind":"\#(["a", "b"][index % 2])","n":\#(index),"debug":"\#(index % 3)"}"#
        }
        let operations: [JSONOperation] = [
            .when(.oneOf("/kind", ["a"]), [.rename("/n", to: "number")], otherwise: [.wrap("/n")]),
            .remove("/debug", default: "0"),
        ]
        #expect(try known(operations, lines) > 20)
    }

    /// Of each line the value that it has is lost, wherever that is.
    @Test func linesThatLoseAScalarHaveAShape() throws {
        let lines = (0..<40).map { #"{"version":1,"id":\#($0 * $0),"note":"x/ü\#($0)","on":true,"n":-\#($0)e2}"# }
        let operations: [JSONOperation] = [.remove("/note", reason: "why"), .remove("/n"), .remove("/on")]
        #expect(try known(operations, lines) == 39)
    }

    /// Values of all kinds are lost in between, some with escapes, some that the way back brings back.
    @Test(arguments: 0..<4) func linesThatLoseOneOrTheOther(_ seed: Int) throws {
        var random = SeededRandom(state: UInt64(seed))
        let notes = [
            "\"a\"", "\"b/ä\"", #""\u0061""#, "null", "17", "1.70", "true", "{}", "[1]", #"{"a":"b"}"#, "\"c\"",
        ]
        let lines = (0..<120).map { index in
            let note = notes.randomElement(using: &random) ?? "0"
            let time = "2020-06-1\(index % 10)T10:00:00\(index % 4 == 0 ? ".250" : "")Z"
            return #"{"version":1,"note":\#(note),"state":"\#(index % 3)","at":"\#(time)","list":[1,\#(index % 2),3]}"#
        }
        let seconds = try DateFormat.pattern("yyyy-MM-dd HH:mm:ss Z")
        for operations: [JSONOperation] in [
            [.remove("/note")], [.remove("/note", default: "a")], [.remove("/note", default: "a"), .remove("/list/1")],
            [.remove("/note"), .mapValues("/state", [("0", "a"), ("1", "a")], fallback: "b")],
            [.reformatDate("/at", from: .iso8601, to: seconds), .remove("/note", default: 17)],
            [.set("/note", to: "a"), .rename("/state", to: "kind"), .move("/note", to: "/more/note")],
        ] {
            _ = try known(operations, lines)
        }
    }

    /// A value that makes a name, or is put together with others, differs from line to line; so shapes do not come
    /// again.
    /// The same kind in the same place: whether it is lost depends on the value.
    @Test(arguments: [JSONValue.bool(false), true, nil, "x", "", 1, 1.0, [:], []])
    func linesLoseWhatIsNotTheConstant(_ constant: JSONValue) throws {
        let values = ["false", "true", "null", #""x""#, #""""#, "1", "1.0", "2", "{}", "[]"]
        let lines = (values + values.reversed() + values).flatMap { value in
            (0..<3).map { #"{"version":1,"n":\#($0),"a":\#(value)}"# }
        }
        for (up, down) in [
            ([JSONOperation.remove("/a")], [JSONOperation.add("/a", value: constant)]),
            ([.rename("/n", to: "m")], [.remove("/a"), .add("/a", value: constant), .rename("/m", to: "n")]),
            ([.remove("/a", default: constant)], nil), ([.set("/a", to: constant)], nil),
            ([.when(.at("/a", equals: constant), [.add("/b", value: 1)])], nil),
        ] { _ = try known(up, down: down, lines) }
    }

    @Test func shapesThatDoNotComeAgainAreNotLookedFor() throws {
        let lines = (0..<300).map { #"{"version":1,"rates":[{"of":"a\#($0)","is":\#($0)}],"id":\#($0)}"# }
        #expect(try known([.arrayToObject("/rates", id: "of", value: "is")], lines) == 0)
    }

    /// The parts of a text are computed, and so is what comes back; lines that do not fit are left to the plan.
    @Test func textsAreTakenApartAndPutTogetherAgain() throws {
        let lines = (0..<60).map { index in
            let odd = ["a b c\(index)", "single", "", #"e\u0041 f"#, " x", "x "][index % 6]
            let name = index % 5 == 4 ? odd : "ä\(index) b"
            return #"{"version":1,"name":"\#(name)","debug":\#(index),"n":\#(index).5}"#
        }
        let split = JSONOperation.split("/name", into: ["/a", "/b"], separator: " ", ifWrongKind: .skip)
        let extra = JSONOperation.split(
            "/name", into: ["/a", "/b"], separator: " ", extraParts: .first, ifWrongKind: .skip)
        var counts: [Int] = []
        for operations: [JSONOperation] in [
            [split, .remove("/debug")], [extra],
            // A part that is computed again, and parts put together otherwise, are made anew in each line.
            [split, .join(["/a", "/b"], into: "/again", separator: " ", ifAbsent: .skip), .remove("/debug")],
            [split, .remove("/debug"), .convert("/a", from: .string, to: .number, ifWrongKind: .skip)],
            [split, .join(["/b", "/a"], into: "/again", separator: " ", ifAbsent: .skip), .remove("/debug")],
        ] {
            counts.append(try known(operations, lines))
        }
        #expect(counts.prefix(2).allSatisfy { $0 > 8 }, "\(counts)")
    }

    /// What is computed comes back by the reverse, in a line that is judged because of something else.
    @Test func whatIsComputedComesBack() throws {
        let lines = (0..<60).map { index in
            let amount = ["\(index)", "\(index).25", "-0", "1e\(index)", "0.00\(index)", "12345678901234567890"][
                index % 6]
            let state = ["a", "b", "x"][index % 3]
            return
                #"{"version":1,"amount":\#(amount),"s":"\#(index)","state":"\#(state)","at":"2020-06-1\#(index % 10)T10:00:00Z","debug":\#(index)}"#
        }
        let operations: [JSONOperation] = [
            .remove("/debug"), .calculate("/amount", .multiply(JSONNumber(100)), fractionDigits: 1),
            .convert("/s", from: .string, to: .number), .copy("/s", to: "/copy"), .copy("/at", to: "/since"),
            .mapValues("/state", [("a", "A"), ("b", "B")], fallback: "C"),
            .reformatDate("/at", from: .iso8601, to: try .pattern("yyyy-MM-dd HH:mm:ss Z")),
        ]
        #expect(try known(operations, lines) > 10)
        for operation in operations.dropFirst() { #expect(try known([operations[0], operation], lines) > 10) }
    }

    /// An order that is found again in another line needs no sorting; one that is not is another shape.
    @Test(arguments: [false, true]) func ordersAreOfTheShape(_ isDescending: Bool) throws {
        var random = SeededRandom(state: 3)
        let lines = (0..<150).map { index in
            let items = (0..<(index % 3 + 1)).map { _ in
                #"{"sku":"\#(["a", "b", "bb", "ä"].randomElement(using: &random) ?? "")","n":\#((0..<12).randomElement(using: &random) ?? 0)\#(["", ".5", "e1"].randomElement(using: &random) ?? "")}"#
            }
            return #"{"version":1,"items":[\#(items.joined(separator: ","))],"debug":\#(index)}"#
        }
        for member: JSONPointer in ["/sku", "/n"] {
            let sort = JSONOperation.sort("/items", by: member, descending: isDescending)
            #expect(try known([sort], lines) > 40)
            #expect(try known([.remove("/debug"), sort], lines) > 40)
            #expect(try known([.sort("/items", by: member, descending: isDescending, anyOrder: true)], lines) > 40)
        }
    }

    /// A realistic plan: every line but the first of each order is of a known shape.
    @Test func elevenOperationsAreOneShape() throws {
        let lines = (0..<80).map { index in
            #"{"version":1,"id":\#(index),"customer":"A\#(index) B","email":"a@\#(index)","region":"R\#(index % 9)","amount":\#(index).5,"note":"n\#(index)","rates":{"EUR":1.\#(index),"CHF":2},"items":[{"sku":"\#(index * 7 % 10)","qty":"\#(index)"},{"sku":"\#(index * 3 % 10)","qty":"2"}],"debug":"t\#(index)"}"#
        }
        let operations: [JSONOperation] = [
            .rename("/email", to: "mail"), .remove("/debug"), .move("/note", to: "/meta/note"),
            .each("/items", [.convert("/qty", from: .string, to: .number)]),
            .split("/customer", into: ["/first", "/last"], separator: " "), .wrap("/mail"),
            .mapValues("/region", (0..<9).map { ("R\($0)", JSONValue.string("region \($0)")) }),
            .sort("/items", by: "/sku"), .objectToArray("/rates", id: "currency", value: "rate"),
            .copy("/id", to: "/ref"), .calculate("/amount", .multiply(JSONNumber(100))),
        ]
        #expect(try known(operations, lines) == 78)
    }

    /// A line loses its own value, also if that of the first line of the shape was empty.
    @Test func emptyStringsAreLostAsOthers() throws {
        let lines = ["", "key", "", "a b", "x"].map { #"{"version":1,"a":"\#($0)","b":"","c":["\#($0)",""]}"# }
        #expect(try known([.remove("/a")], lines) == 4)
        #expect(try known([.remove("/a")], down: [], Array(lines.reversed())) == 4)
        #expect(try known([.remove("/b"), .remove("/a")], Array(lines.reversed())) == 4)
    }

    static let styles = [
        WritingStyle(keyOrder: .sorted), WritingStyle(indentation: .spaces(2)), WritingStyle(escapesSlashes: true),
        WritingStyle(keyOrder: .sorted, keepsEscapes: true), WritingStyle(escapesNonASCII: true, finalNewline: true),
    ]

    /// Documents that get the style of their version have shapes, too; what their strings are written as is their own.
    @Test(arguments: styles) func stylesHaveShapes(_ style: WritingStyle) throws {
        let texts = ["a", "bc", "d e", "é", "x/y", #"x\/y"#, #"\u00e9"#, #"\n"#, ""]
        let operations: [JSONOperation] = [
            .rename("/n", to: "z"), .split("/t", into: ["/first", "/last"], separator: " "), .remove("/d"),
            .each("/l", [.convert("/q", from: .string, to: .number)]), .add("/new", value: "é/"),
        ]
        for text in [0, 3, 6] {
            let lines = (0..<40).map {
                #"{"version":1,"t":"A\#($0) b","n":\#($0).50,"s":"\#(texts[($0 + text) % texts.count])","d":"\#(texts[$0 % 3])","l":[{"q":"\#($0)"}],"e":[]}"#
            }
            let plain = lines.filter { $0.utf8.allSatisfy { $0 < 0x80 && $0 != 0x5C && $0 != 0x2F } }
            #expect(
                try known(operations, style: style, plain) > plain.count / 2 || style.escapesNonASCII
                    || style.escapesSlashes)
            _ = try known(operations, style: style, lines)
            _ = try knownDocuments(operations, style: style, lines.map { $0.replacing(",", with: ",\n ") })
        }
    }

    @Test func whatIsMadeAtRandomIsNotRepeated() throws {
        let plan = try plan([.add("/a", value: 1), .generate("/id", .uuid())])
        let runner = try #require(PlanRunner(plan, to: "2", from: nil, options: MigrationOptions()))
        var made: Set<[UInt8]> = []
        for _ in 0..<40 {
            var (text, output) = (#"{"version":1,"x":1}"#, [UInt8]())
            let migrated = try text.withUTF8 { try runner.migrate($0, to: &output) }
            _ = try #require(migrated)
            made.insert(output)
        }
        #expect(made.count == 40)
    }

    @Test func whatIsNoJSONIsOfNoShape() throws {
        let good = #"{"version":1,"n":1,"s":"a","b":true}"#
        let bad = [
            #"{"version":1,"n":01,"s":"a","b":true}"#, #"{"version":1,"n":1,"s":"a"b":true}"#,
            #"{"version":1,"n":1,"s":"\x","b":true}"#, #"{"version":1,"n":1,"s":"a","b":truE}"#,
            #"{"version":1,"n":,"s":"a","b":true}"#, #"{"version":1,"n":1,"s":"a","b":true}}"#,
            #"{"version":1,"n":1,"s":"a","b":true"#, #"{"version":1,"n":"1","s":"a","b":null}"#,
        ]
        #expect(try known([.rename("/n", to: "m")], [good] + bad + [good]) == 1)
    }
}
