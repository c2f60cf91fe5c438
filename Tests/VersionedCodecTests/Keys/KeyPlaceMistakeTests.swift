import Testing
import VersionedCodec

/// What is given for a place and cannot be one is an error of the layout, like every other mistake in it.
@Suite struct KeyPlaceMistakeTests {
    private enum Keys: String, CodingKey { case a, b }

    private static let mistakes: [(place: KeyPlace, code: KeyLayout.DeclarationError.Code, says: String)] = [
        (
            .path("x/y"), .notAPointer,
            #"a path that is none: "x/y" is not a JSON pointer: it must be empty or begin with "/"; "/x/y" was probably meant"#
        ),
        (
            .path("a.b"), .notAPointer,
            #"a path that is none: "a.b" is not a JSON pointer: it must be empty or begin with "/"; "/a/b" was probably meant"#
        ),
        (
            .path("/x~y"), .notAPointer,
            #"a path that is none: "/x~y" is not a JSON pointer: "~" is allowed only in "~0" (for ~) and "~1" (for /); "/x~0y" was probably meant"#
        ),
        (
            .key("a").alias(path: "/c", "x/y"), .notAPointer,
            #"a path that is none: "x/y" is not a JSON pointer: it must be empty or begin with "/"; "/x/y" was probably meant"#
        ),
        (
            .key("a").written(at: "x/y"), .notAPointer,
            #"a path that is none: "x/y" is not a JSON pointer: it must be empty or begin with "/"; "/x/y" was probably meant"#
        ),
        (
            .key("/x"), .pathForAName,
            #"the name "/x", which is probably a path: say .path, or .members("/x") where it is a name"#
        ),
        (
            .key("a").alias("c", "/x"), .pathForAName,
            #"the name "/x", which is probably a path: say .alias(path:), or the path "/~1x" where it is a name"#
        ),
        (
            .key("a").written(as: "/x"), .pathForAName,
            #"the name "/x", which is probably a path: say .written(at:), or the path "/~1x" where it is a name"#
        ),
    ]

    @Test(arguments: mistakes.indices) func layoutThrows(number: Int) {
        let (place, code, says) = Self.mistakes[number]
        let error = #expect(throws: KeyLayout.DeclarationError.self) { try KeyLayout(Keys.self, [.a: place]) }
        #expect(error?.code == code)
        #expect(error?.diagnostic.message == #"the layout of Keys gives "a" \#(says)"#)
        #expect(error?.keys == ["a"])
    }

    @Test func pathsAndNamesThatAreMeantStandAsTheyAre() throws {
        let pointer: JSONPointer = "/x/y"
        let text = "/x/z"
        let layout = try KeyLayout(
            Keys.self, [.a: .path(pointer).alias(path: pointer.appending("w")), .b: .path(text).alias(path: "/~1x")])
        #expect(layout.place(of: Keys.a) == "/x/y")
        #expect(layout.place(of: Keys.b) == "/x/z")
        #expect(try KeyLayout(Keys.self, [.a: .members("/x")]).place(of: Keys.a) == JSONPointer(["/x"]))
        // The name of a case is any text.
        _ = try KeyLayout(cases: Keys.self, .beside("type"), [.a: .key("/video/mp4")])
    }

    // MARK: Discriminators

    private class Base: Codable, SendableMetatype {}
    private final class Sub: Base {}
    private struct Part: Codable {}

    @Test(arguments: [
        (
            Discriminator.beside("/type"),
            #"the key "/type", which is probably a path: say "type", or .beside(key:) where it is a key"#
        ),
        (
            .beside("/meta/type"),
            #"the key "/meta/type", which is probably a path: say the key of a member of the object itself, or .beside(key:) where it is a key"#
        ),
        (
            .beside("type", payload: "/value"),
            #"the key "/value", which is probably a path: say "value", or .beside(key:) where it is a key"#
        ),
    ])
    func keyOfADiscriminatorIsNoPath(_ discriminator: Discriminator, _ says: String) {
        let layout = #expect(throws: KeyLayout.DeclarationError.self) { try KeyLayout(cases: Keys.self, discriminator) }
        #expect(layout?.code == .pathForAName)
        #expect(layout?.description == "the layout of Keys puts the name of a case, or its value, under \(says)")
        let family = #expect(throws: ClassFamily.DeclarationError.self) {
            try ClassFamily(Base.self, discriminator, ["sub": Sub.self])
        }
        #expect(family?.description == "the family of Base puts the name of the class, or its value, under \(says)")
        let types = #expect(throws: ClassFamily.DeclarationError.self) {
            try PolymorphicTypes(discriminator, ["part": Part.self])
        }
        #expect(types?.description == "the family of types puts the name of the class, or its value, under \(says)")
    }

    @Test func keyOfADiscriminatorMayBeginWithASlashWhereThatIsSaid() throws {
        _ = try KeyLayout(cases: Keys.self, .beside(key: "/type", payload: "/value"))
        _ = try ClassFamily(Base.self, .beside(key: "/type"), ["sub": Sub.self])
        #expect(Discriminator.beside(key: "type") == .beside("type"))
        #expect(Discriminator.beside(key: "type", payload: "value") == .beside("type", payload: "value"))
    }

    @Test func datesThatCouldNotBeReadAreRefused() throws {
        let day = try DateFormat.pattern("yyyy/MM/dd")
        let error = #expect(throws: KeyLayout.DeclarationError.self) {
            try KeyLayout(Keys.self, [.a: .key("day").dates([.iso8601, day])])
        }
        #expect(error?.code == .unreadableDates)
        #expect(
            error?.diagnostic.description
                == #"at "/day": the layout of Keys gives "a" dates that it cannot read: the pattern "yyyy/MM/dd" has no time zone and declares none, so its own output could not be read; declare one: .pattern("yyyy/MM/dd", assuming: .gmt)"#
        )
        _ = try KeyLayout(Keys.self, [.a: .key("day").dates([.iso8601, day.assuming(.gmt)])])
    }
}
