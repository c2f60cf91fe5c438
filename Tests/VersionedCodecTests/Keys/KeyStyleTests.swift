import SampleAPI
import Testing
import VersionedCodec

@Suite struct KeyStyleTests {
    @Test(arguments: [
        ("imageURL", "image_url"), ("userID", "user_id"), ("URLString", "url_string"), ("HTTPServer2", "http_server2"),
        ("x", "x"), ("x__y", "x__y"), ("_privateName", "_private_name"), ("name_", "name_"), ("aB", "a_b"),
        ("version2Beta", "version2_beta"), ("größeInMM", "größe_in_mm"), ("already_snake", "already_snake"), ("", ""),
    ])
    func snakeCaseKeepsAcronymsTogether(_ key: String, _ spelling: String) {
        #expect(KeyStyle.snakeCase.spelling(of: key) == spelling)
        #expect(KeyStyle.asDeclared.spelling(of: key) == key)
    }

    @Test(arguments: [
        ("imageURL", "IMAGE_URL", "image-url", "image.url", "ImageURL"),
        ("userID", "USER_ID", "user-id", "user.id", "UserID"),
        ("HTTPServer2", "HTTP_SERVER2", "http-server2", "http.server2", "HTTPServer2"),
        ("x__y", "X__Y", "x__y", "x__y", "X__y"),
        ("_privateName", "_PRIVATE_NAME", "_private-name", "_private.name", "_PrivateName"),
        ("name_", "NAME_", "name_", "name_", "Name_"),
        ("__", "__", "__", "__", "__"),
        ("größeInMM", "GRÖSSE_IN_MM", "größe-in-mm", "größe.in.mm", "GrößeInMM"),
        ("ärmelLänge", "ÄRMEL_LÄNGE", "ärmel-länge", "ärmel.länge", "ÄrmelLänge"),
        ("имяФайла", "ИМЯ_ФАЙЛА", "имя-файла", "имя.файла", "ИмяФайла"),
        ("version2Beta", "VERSION2_BETA", "version2-beta", "version2.beta", "Version2Beta"),
        ("名前", "名前", "名前", "名前", "名前"), ("", "", "", "", ""),
    ])
    func otherStylesPartTheSameWords(
        _ key: String, _ screaming: String, _ kebab: String, _ dotted: String, _ pascal: String
    ) {
        #expect(KeyStyle.screamingSnakeCase.spelling(of: key) == screaming)
        #expect(KeyStyle.kebabCase.spelling(of: key) == kebab)
        #expect(KeyStyle.dotted.spelling(of: key) == dotted)
        #expect(KeyStyle.pascalCase.spelling(of: key) == pascal)
    }

    static let styles: [KeyStyle] = [
        .asDeclared, .snakeCase, .screamingSnakeCase, .kebabCase, .dotted, .pascalCase,
    ]

    struct Names: Codable, Equatable {
        var imageURL = 1
        var userID = 2
        var HTTPServer2 = 3
        var x__y = 4
        var _leading = 5
        var trailing_ = 6
        var größeInMM = 7
        var aB = 8
        var version2Beta = 9
        var my_imageURL = 10
        var URL = 11

        enum CodingKeys: String, CodingKey {
            case imageURL, userID, HTTPServer2, x__y, _leading, trailing_, größeInMM, aB, version2Beta, my_imageURL, URL
        }

        static let all: [CodingKeys] = [
            .imageURL, .userID, .HTTPServer2, .x__y, ._leading, .trailing_, .größeInMM, .aB, .version2Beta,
            .my_imageURL, .URL,
        ]
    }

    @Test(arguments: CoderRoutes.all, styles)
    func everyStyleRoundTrips(_ route: any CoderRoute, _ style: KeyStyle) throws {
        var members = JSONObject()
        for (index, key) in Names.all.enumerated() {
            members[style.spelling(of: key.stringValue)] = .integer(index + 1)
        }
        try Laid(route, format: VersionFormat(keys: style)).check(Names(), .object(members))
    }

    /// The key type cannot list its cases, so `allKeys` has only spellings to go by.
    @Test(arguments: CoderRoutes.all, styles)
    func allKeysFindsEveryKeyByItsSpelling(_ route: any CoderRoute, _ style: KeyStyle) throws {
        for key in Names.all {
            let payload: JSONValue = .object([style.spelling(of: key.stringValue): 1, "unknown key": 2])
            let found = try SuperCoderHazardTests.read(route, payload, format: VersionFormat(keys: style)) {
                try $0.container(keyedBy: Names.CodingKeys.self).allKeys
            }
            // "ß" has no capital of its own, and "SS" does not lead back.
            let isLost = style == .screamingSnakeCase && key == .größeInMM
            #expect(found == (isLost ? [] : [key]), "\(style)")
        }
    }

    enum Listed: String, CodingKey, CaseIterable { case imageURL, imageUrl }

    @Test func collisionsOfKeysThatCanBeListedFailWhenTheLayoutIsBuilt() {
        let error = #expect(throws: KeyLayout.DeclarationError.self) { try KeyLayout(Listed.self, style: .kebabCase) }
        #expect(error?.code == .placeTakenTwice)
        #expect(
            error?.description
                == #"at "/image-url": the layout of Listed puts "imageURL" and "imageUrl" in one place"#)
        let listed = #expect(throws: KeyLayout.DeclarationError.self) {
            try KeyLayout(Listed.self, [.imageURL: .key("imageUrl")], style: .asDeclared)
        }
        #expect(
            listed?.description == #"at "/imageUrl": the layout of Listed puts "imageURL" and "imageUrl" in one place"#)
        #expect(throws: Never.self) { try KeyLayout(Listed.self, [.imageURL: .key("url")], style: .dotted) }
    }

    /// The style is the format's, so it is known only where the layout is used; then one key suffices.
    @Test(arguments: CoderRoutes.all)
    func collisionsUnderTheStyleOfTheFormatFailAtTheFirstKey(_ route: any CoderRoute) throws {
        struct One: Codable {
            typealias CodingKeys = OneKeys
            var imageURL = 1
            var imageUrl = 2
        }
        let laid = Laid(route, format: VersionFormat(keys: .pascalCase))
        #expect(try laid.write(One()).isEquivalent(to: ["ImageURL": 1, "ImageUrl": 2]))
        let colliding = Laid(route, format: VersionFormat(keys: .snakeCase))
        let text = #"at "/image_url": the keys "imageURL" and "imageUrl" of OneKeys use the same key"#
        #expect(try colliding.fault(writing: One()) == text)
        #expect(try colliding.fault(One.self, ["image_url": 1]) == text)
    }

    enum OneKeys: String, CodingKey, CaseIterable { case imageURL, imageUrl }

    // MARK: A rule of one's own

    static let capitalised = KeyStyle.custom("First_name") { key in
        let spelling = KeyStyle.snakeCase.spelling(of: key)
        return spelling.prefix(1).uppercased() + spelling.dropFirst()
    }

    struct Named: Codable, Equatable {
        var firstName = "Ann"
        var userID = 7
    }

    @Test(arguments: CoderRoutes.all)
    func aRuleOfOnesOwnSpellsTheKeysOfItsVersion(_ route: any CoderRoute) throws {
        let laid = Laid(route, format: VersionFormat(keys: Self.capitalised))
        try laid.check(Named(), ["First_name": "Ann", "User_id": 7])
        #expect(Self.capitalised == .custom("First_name") { $0 })
        #expect(Self.capitalised != .custom("first_name") { $0 })
    }

    @Test(arguments: CoderRoutes.all)
    func collisionsUnderARuleOfOnesOwnAreErrors(_ route: any CoderRoute) throws {
        struct One: Codable {
            typealias CodingKeys = OneKeys
            var imageURL = 1
            var imageUrl = 2
        }
        let lower = KeyStyle.custom("lower case") { $0.lowercased() }
        let laid = Laid(route, format: VersionFormat(keys: lower))
        let text = #"at "/imageurl": the keys "imageURL" and "imageUrl" of OneKeys use the same key"#
        #expect(try laid.fault(writing: One()) == text)
        #expect(try laid.fault(One.self, ["imageurl": 1]) == text)
        let listed = #expect(throws: KeyLayout.DeclarationError.self) { try KeyLayout(Listed.self, style: lower) }
        #expect(listed?.code == .placeTakenTwice)
    }
}
