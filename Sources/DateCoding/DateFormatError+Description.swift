extension DateFormatError: CustomStringConvertible {
    /// The reason, the text with a caret under the offending character, and the formats tried.
    public var description: String {
        var lines = [reason]
        let shown = CaretText(text, offset: offset)
        lines.append("  " + shown.line)
        lines.append("  " + shown.caret)
        if attempts.count == 1 {
            lines.append("format: " + attempts[0].format)
        } else if !attempts.isEmpty {
            lines.append("formats tried:")
            for attempt in attempts {
                let place = CaretText(text, offset: attempt.offset).character
                lines.append("  \(attempt.format): \(attempt.reason) (character \(place))")
            }
        }
        return lines.joined(separator: "\n")
    }
}

/// One line of a text with a caret under one of its characters.
///
/// Characters that would break the line, or are invisible, are shown as escapes; of a long text the part around the
/// caret is shown.
struct CaretText {
    /// The text as shown.
    let line: String
    /// Spaces, then the caret.
    let caret: String
    /// The character's number in the whole text, from 1.
    let character: Int

    /// At most so many characters before the caret, and as many after it.
    static let reach = 60

    init(_ text: String, offset: Int) {
        let utf8 = text.utf8
        let clamped = min(max(offset, 0), utf8.count)
        var before: [String] = []
        var after: [String] = []
        var position = 0
        for character in text {
            let length = character.utf8.count
            if position + length <= clamped {
                before.append(Self.shown(character))
            } else {
                after.append(Self.shown(character))
                if after.count > Self.reach { break }
            }
            position += length
        }
        character = before.count + 1
        var head = before.suffix(Self.reach).joined()
        if before.count > Self.reach { head = "…" + head }
        var tail = after.prefix(Self.reach).joined()
        if after.count > Self.reach { tail += "…" }
        line = head + tail
        caret = String(repeating: " ", count: head.count) + "^"
    }

    /// A character as shown in a line of text.
    static func shown(_ character: Character) -> String {
        switch character {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\r\n": return "\\r\\n"
        case "\t": return "\\t"
        default: break
        }
        let needsEscape = character.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
            case .spaceSeparator: scalar != " "
            default: false
            }
        }
        guard needsEscape else { return String(character) }
        return character.unicodeScalars.map { "\\u{" + String($0.value, radix: 16, uppercase: true) + "}" }.joined()
    }
}
