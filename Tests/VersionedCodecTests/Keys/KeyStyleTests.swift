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
}
