/// Makes texts for addresses and file names: lowercase ASCII letters and digits, with a `-` between them.
enum Slug {
    /// Letters whose names do not contain the ASCII letters of which they are made.
    private static let special: [Unicode.Scalar: String] = [
        "\u{DF}": "ss", "\u{E6}": "ae", "\u{153}": "oe", "\u{FE}": "th", "\u{F0}": "d", "\u{131}": "i",
    ]

    /// O(text)
    static func text(of text: String) -> String {
        var (slug, isPending) = ("", false)
        for scalar in text.lowercased().unicodeScalars {
            // An accent above or below a letter.
            if scalar.properties.generalCategory == .nonspacingMark { continue }
            guard let letters = letters(of: scalar) else {
                isPending = true
                continue
            }
            if isPending, !slug.isEmpty { slug += "-" }
            isPending = false
            slug += letters
        }
        return slug
    }

    private static func letters(of scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "a"..."z", "0"..."9": return String(scalar)
        default: break
        }
        if scalar.isASCII { return nil }
        if let letters = special[scalar] { return letters }
        let start = "LATIN SMALL LETTER "
        guard let name = scalar.properties.name, name.hasPrefix(start) else { return nil }
        let rest = name.dropFirst(start.count)
        guard let letter = rest.first, rest.dropFirst().hasPrefix(" WITH ") else { return nil }
        return letter.lowercased()
    }
}
