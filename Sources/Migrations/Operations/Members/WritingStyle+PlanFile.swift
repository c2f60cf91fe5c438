import VersionedCodec

/// Writing styles in a plan file: `{"indent": 2, "colon": " : ", "keyOrder": "sorted", "finalNewline": true}`.
extension MemberReader {
    mutating func optionalStyle(_ name: String) throws(PlanFileError) -> WritingStyle? {
        guard let value = try optionalValue(name) else { return nil }
        var members = try reader(value, at: path.appending(name))
        let style = try members.style()
        try members.finish()
        return style
    }

    private mutating func style() throws(PlanFileError) -> WritingStyle {
        let indentation = try indentation("indent")
        let defaults = WritingStyle(indentation: indentation)
        return WritingStyle(
            indentation: indentation,
            colon: try spaced(":", "colon") ?? defaults.colon,
            comma: try spaced(",", "comma") ?? defaults.comma,
            keyOrder: try choice("keyOrder", default: defaults.keyOrder),
            escapesSlashes: try flag("escapeSlashes"),
            escapesNonASCII: try flag("escapeNonASCII"),
            emptyArray: try spaced("[]", "emptyArray") ?? defaults.emptyArray,
            emptyObject: try spaced("{}", "emptyObject") ?? defaults.emptyObject,
            lineEnding: try choice("lineEnding", default: defaults.lineEnding),
            finalNewline: try flag("finalNewline"))
    }

    /// A number of spaces a level, or `"tab"`; absent: one line.
    private mutating func indentation(_ name: String) throws(PlanFileError) -> WritingStyle.Indentation {
        guard let value = try optionalValue(name) else { return .none }
        if let spaces = value.int, (0...16).contains(spaces) { return .spaces(spaces) }
        if let text = value.string, text == "tab" { return .tabs(1) }
        throw error(
            value.kind == .number || value.kind == .string ? .invalidValue : .wrongKind,
            "\"\(name)\" must be a number of spaces from 0 to 16, or \"tab\"", at: path.appending(name), found: value)
    }

    /// A text that may add only white space to its marks.
    private mutating func spaced(_ marks: String, _ name: String) throws(PlanFileError) -> String? {
        guard let text = try optionalText(name) else { return nil }
        guard WritingStyle.isSpaced(marks: marks, in: text) else {
            throw fault("may add only white space to \(marks)", in: name)
        }
        return text
    }
}

extension WritingStyle {
    /// The style as a plan file has it; default values are left out.
    var json: JSONValue {
        let defaults = WritingStyle(indentation: indentation)
        var writer = MemberWriter()
        switch indentation {
        case .none: break
        case .spaces(let count): writer["indent"] = .integer(count)
        case .tabs: writer["indent"] = "tab"
        }
        if colon != defaults.colon { writer["colon"] = .string(colon) }
        if comma != defaults.comma { writer["comma"] = .string(comma) }
        if keyOrder != defaults.keyOrder { writer["keyOrder"] = .string(keyOrder.rawValue) }
        if escapesSlashes { writer["escapeSlashes"] = true }
        if escapesNonASCII { writer["escapeNonASCII"] = true }
        if emptyArray != defaults.emptyArray { writer["emptyArray"] = .string(emptyArray) }
        if emptyObject != defaults.emptyObject { writer["emptyObject"] = .string(emptyObject) }
        if lineEnding != defaults.lineEnding { writer["lineEnding"] = .string(lineEnding.rawValue) }
        if finalNewline { writer["finalNewline"] = true }
        return .object(writer.object)
    }
}
