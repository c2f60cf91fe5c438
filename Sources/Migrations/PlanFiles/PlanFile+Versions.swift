import VersionedCodec

// MARK: - Reading

extension MemberReader {
    /// The places of versions, and other facts that identify them.
    mutating func optionalDetection(
        _ name: String
    ) throws(PlanFileError) -> (location: VersionLocation?, rules: DetectionRules) {
        guard let value = try optionalValue(name) else { return (nil, DetectionRules()) }
        return try object(value, at: path.appending(name)) { (members) throws(PlanFileError) in
            let location = try members.optionalLocation()
            let rules = DetectionRules(
                mediaType: try members.optionalMediaType("mediaType"),
                newer: try members.choice("newer", default: .refused),
                contradictions: try members.choice("contradictions", default: .reported))
            try members.finish()
            return (location, rules)
        }
    }

    private mutating func optionalLocation() throws(PlanFileError) -> VersionLocation? {
        // Without a media type, there must be a place.
        if try optionalValue("mediaType") != nil, try optionalValue("at") == nil {
            for name in ["as", "minor", "text", "default"] where try optionalValue(name) != nil {
                throw fault("needs \"at\"", in: name)
            }
            return nil
        }
        let pointer = try pointer("at", allowsRoot: false)
        let form: VersionLocation.Form = try choice("as")
        let minor = try optionalPointer("minor")
        let texts = try optionalVersionTexts("text")
        if form == .integer || form == .integerOrString, !texts.isEmpty {
            throw fault("cannot be combined with \"as\": \"\(form.rawValue)\"", in: "text")
        }
        if form != .integer, minor != nil { throw fault("needs \"as\": \"integer\"", in: "minor") }
        return VersionLocation(
            pointer, as: form, minor: minor, texts: texts, legacy: try optionalText("default"))
    }

    /// One text with `{version}`, or several.
    private mutating func optionalVersionTexts(_ name: String) throws(PlanFileError) -> [VersionText] {
        guard let value = try optionalValue(name) else { return [] }
        let place = path.appending(name)
        if value.array == nil { return [try versionText(value, at: place)] }
        return try elements(value, at: place) { (element, place) throws(PlanFileError) in
            try versionText(element, at: place)
        }
    }

    private func versionText(_ value: JSONValue, at place: JSONPointer) throws(PlanFileError) -> VersionText {
        let text = try text(value, at: place)
        do throws(VersionText.SyntaxError) {
            return try VersionText(text)
        } catch let fault {
            throw error(.invalidValue, fault.description, at: place, found: value)
        }
    }

    private mutating func optionalMediaType(_ name: String) throws(PlanFileError) -> VersionMediaType? {
        guard let text = try optionalText(name) else { return nil }
        do throws(VersionText.SyntaxError) {
            return try VersionMediaType(text)
        } catch let fault {
            throw error(.invalidValue, fault.description, at: path.appending(name), found: object[name])
        }
    }

    mutating func versions() throws(PlanFileError) -> [PlanVersion] {
        try elements(try value("versions"), at: path.appending("versions")) { (element, place) throws(PlanFileError) in
            try object(element, at: place) { (members) throws(PlanFileError) in try members.version() }
        }
    }

    private mutating func version() throws(PlanFileError) -> PlanVersion {
        let label = try text("version")
        let style = try optionalStyle("style")
        let dates = try optionalDateFormat("dates")
        let normalizing = try optionalOperations("normalize") ?? []
        let isUnmarked = try flag("unmarked")
        let own = try optionalPointer("at")
        if own?.isRoot == true { throw fault("must name a member, not the whole value", in: "at") }
        let written = try optionalText("written")
        let shape = try optionalShape("shape")
        let knows = try optionalKnownMembers("knows")
        let access: PlanVersion.Access = try choice("access", default: .readWrite)
        if access != .readWrite { noteNewWord("access") }
        try finish()
        return PlanVersion(
            label, style: style, isMarked: !isUnmarked, at: own, written: written, shape: shape, dates: dates,
            knows: knows, access: access, normalizing: normalizing)
    }

    /// Pointers, and what is expected there.
    private mutating func optionalShape(_ name: String) throws(PlanFileError) -> PayloadShape? {
        guard let value = try optionalValue(name) else { return nil }
        let place = path.appending(name)
        guard let object = value.object else { throw wrongKind("an object", value, at: place) }
        var tests: [PayloadShape.Test] = []
        for member in object {
            let pointer = try pointer(.string(member.key).comingFrom(member.value), at: place.appending(member.key))
            let word: ExpectationWord = try choice(member.value, at: place.appending(member.key))
            tests.append(PayloadShape.Test(pointer, word.expectation))
        }
        if tests.isEmpty { throw fault("must not be empty", in: name) }
        return PayloadShape(tests)
    }
}

/// The word of a plan file for an expectation.
private enum ExpectationWord: String, CaseIterable {
    case present, absent, null, boolean, number, string, array, object

    var expectation: PayloadShape.Expectation {
        switch self {
        case .present: .present
        case .absent: .absent
        case .null: .kind(.null)
        case .boolean: .kind(.boolean)
        case .number: .kind(.number)
        case .string: .kind(.string)
        case .array: .kind(.array)
        case .object: .kind(.object)
        }
    }
}

// MARK: - Writing

extension MigrationPlan {
    /// The places of versions, and other facts that identify them, as a plan file declares them; `nil` if it declares
    /// none.
    var detectionJSON: JSONValue? {
        var writer = MemberWriter()
        if let location {
            writer["at"] = .string(location.pointer.description)
            writer["as"] = .string(location.form.rawValue)
            writer["minor"] = location.minor.map { .string($0.description) }
            let texts = location.texts.map { JSONValue.string($0.description) }
            if !texts.isEmpty { writer["text"] = texts.count == 1 ? texts[0] : .array(JSONArray(texts)) }
            writer["default"] = location.legacy.map { .string($0) }
        }
        writer["mediaType"] = detection.mediaType.map { .string($0.description) }
        if detection.newer != .refused { writer["newer"] = .string(detection.newer.rawValue) }
        if detection.contradictions != .reported {
            writer["contradictions"] = .string(detection.contradictions.rawValue)
        }
        return writer.object.isEmpty ? nil : .object(writer.object)
    }
}

extension PlanVersion {
    /// The version as a plan file declares it.
    var json: JSONValue {
        var writer = MemberWriter()
        writer["version"] = .string(label)
        if !isMarked { writer["unmarked"] = true }
        writer["at"] = place.map { .string($0.description) }
        writer["written"] = written.map { .string($0) }
        if let shape {
            var members = JSONObject()
            for test in shape.tests { members[test.pointer.description] = .string(test.expectation.word) }
            writer["shape"] = .object(members)
        }
        writer["knows"] = knows?.json
        if access != .readWrite { writer["access"] = .string(access.rawValue) }
        writer["style"] = style?.json
        writer["dates"] = dates.map(NamedDateFormats.json)
        if !normalizing.isEmpty { writer.write(normalizing, as: "normalize") }
        return .object(writer.object)
    }
}

extension PayloadShape.Expectation {
    fileprivate var word: String {
        ExpectationWord.allCases.first { $0.expectation == self }?.rawValue ?? ""
    }
}
