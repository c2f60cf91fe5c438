import VersionedCodec

/// A pattern with one number in it: `cell-%04d`, or with letters for the number: `%a`.
struct SequencePattern: Sendable, Equatable {
    private enum Form: Equatable {
        case digits(width: Int)
        case letters(first: UInt8)
    }

    private let before: String
    private let after: String
    private let form: Form

    /// `nil` if the text does not hold exactly one `%d`, `%0Nd` (with at most two digits of N), `%a` or `%A`.
    init?(_ text: String) {
        let parts = TextTransform.parts(of: text, "%")
        guard parts.count == 2 else { return nil }
        if let letter = parts[1].first, letter == "a" || letter == "A" {
            form = .letters(first: letter == "a" ? 0x61 : 0x41)
            (before, after) = (parts[0], String(parts[1].dropFirst()))
            return
        }
        guard let end = parts[1].firstIndex(of: "d") else { return nil }
        let digits = parts[1][..<end]
        guard digits.utf8.count <= 3, digits.isEmpty || digits.first == "0",
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        before = parts[0]
        after = String(parts[1][parts[1].index(after: end)...])
        form = .digits(width: Int(digits) ?? 0)
    }

    var hasLetters: Bool { if case .letters = form { true } else { false } }

    func text(of number: Int) -> String {
        switch form {
        case .digits(let width):
            let digits = String(number)
            var text = before
            for _ in 0..<max(0, width - digits.utf8.count) { text.append("0") }
            text.append(digits)
            text.append(after)
            return text
        case .letters(let first): return before + Self.letters(of: number, first) + after
        }
    }

    /// 1 is `a`, 26 is `z`, 27 is `aa`; numbers below 1 have no letters.
    private static func letters(of number: Int, _ first: UInt8) -> String {
        if number < 1 { return String(number) }
        var (rest, letters) = (number, [UInt8]())
        while rest > 0 {
            rest -= 1
            letters.append(first + UInt8(rest % 26))
            rest /= 26
        }
        return String(decoding: letters.reversed(), as: UTF8.self)
    }
}
