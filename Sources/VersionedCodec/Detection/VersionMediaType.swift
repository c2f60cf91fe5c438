/// Declare how the media type of a request or an answer names its version.
///
/// ```swift
/// let type = try VersionMediaType("application/vnd.acme.v{version}+json")
/// type.label(inContentType: "application/vnd.acme.v2+json; charset=utf-8")    // "2"
/// type.contentType(of: "3")    // "application/vnd.acme.v3+json"
///
/// let accept = "application/vnd.acme.v3+json;q=0.5, application/vnd.acme.v2+json"
/// try type.negotiate(accept: accept, offering: ["1", "2", "3"]).label    // "2"
///
/// try VersionMediaType("application/json; version={version}")    // in a parameter
/// ```
///
/// A client that asks for no version gets the default one:
///
/// ```swift
/// try type.negotiate(accept: "application/json", offering: ["1", "2", "3"]).label    // "3"
/// try type.negotiate(accept: nil, offering: ["1", "2", "3"], default: "1").label     // "1"
/// ```
///
/// Types and names of parameters are compared case-insensitively, as RFC 9110 requires. Other parameters are ignored.
public struct VersionMediaType: Sendable, Hashable, CustomStringConvertible {
    /// The media type, with `{version}` in place of the version.
    public let description: String

    private enum Place: Sendable, Hashable {
        case name(VersionText)
        case parameter(type: String, name: String, VersionText, isQuoted: Bool)
    }

    private let place: Place

    /// A media type with `{version}` in its name or in one of its parameters.
    ///
    /// - Throws: ``VersionText/SyntaxError`` if it is not a media type, or has no `{version}`.
    public init(_ text: String) throws(VersionText.SyntaxError) {
        description = text
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        let name = parts[0].trimmed.lowercased()
        if name.contains("{version}") {
            if MediaType(name.replacing("{version}", with: "1")) == nil || name.contains("*") || parts.count > 1 {
                throw VersionText.SyntaxError(text: text, reason: "is not a media type")
            }
            place = .name(try VersionText(name))
            return
        }
        let found = parts.dropFirst().first { $0.contains("{version}") }
        guard let found else { throw VersionText.SyntaxError(text: text, reason: "has no {version}") }
        let pair = found.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        // `q` is the quality in an `Accept` field.
        guard pair.count == 2, parts.count == 2, pair[0].trimmed.lowercased() != "q", !name.contains("*"),
            MediaType(text.replacing("{version}", with: "1")) != nil
        else {
            throw VersionText.SyntaxError(text: text, reason: "is not a media type")
        }
        var value = pair[1].trimmed
        let isQuoted = value.count > 1 && value.first == "\"" && value.last == "\""
        if isQuoted { value = value.dropFirst().dropLast() }
        place = .parameter(
            type: name, name: pair[0].trimmed.lowercased(), try VersionText(String(value)), isQuoted: isQuoted)
    }

    /// The label in a `Content-Type`; `nil` if there is none, or if the field is not a media type.
    public func label(inContentType field: String) -> String? { MediaType(field).flatMap(label) }

    private func label(in type: MediaType) -> String? {
        switch place {
        case .name(let text):
            // Names are compared without their case, which a label keeps.
            guard let label = text.label(in: type.name),
                let start = text.description.utf8.firstRange(of: "{version}".utf8)
            else { return nil }
            let place = text.description.utf8.distance(from: text.description.startIndex, to: start.lowerBound)
            return String(decoding: type.spelling.utf8.dropFirst(place).prefix(label.utf8.count), as: UTF8.self)
        case .parameter(let name, let parameter, let text, _):
            return type.name == name ? type.parameter(parameter).flatMap(text.label) : nil
        }
    }

    /// The `Content-Type` for a payload of a version.
    public func contentType(of label: String) -> String {
        switch place {
        case .name(let text): text.text(of: label)
        case .parameter(let type, let name, let text, let isQuoted):
            "\(type); \(name)=" + Self.value(text.text(of: label), isQuoted: isQuoted)
        }
    }

    /// The value of a parameter; in quotes if it is not a token (RFC 9110, 5.6.4).
    private static func value(_ text: String, isQuoted: Bool) -> String {
        var scanner = HeaderScanner(text)
        if !isQuoted, scanner.token() != nil, scanner.isAtEnd { return text }
        return "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    /// Selects the version of the answer by the `Accept` field of a request.
    ///
    /// The highest quality wins, then the first. `*/*`, `application/*`, the type without a version
    /// (`application/vnd.acme+json`) and the format at the end of its name (`application/json`) ask for the default.
    /// The answer to the last two has the requested type. Where the default is refused, `*/*` and `application/*` ask
    /// for the newest version. The quality of a version is that of the most specific element that it fits (RFC 9110,
    /// 12.5.1), and a quality of 0 refuses it.
    ///
    /// - Parameters:
    ///   - accept: The field; `nil`, empty or without an element (`,`) if the request has none, which asks for the
    ///     default, or for the newest version if the default is not available.
    ///   - labels: The available versions, oldest first.
    ///   - fallback: The default; by default the newest.
    /// - Throws: ``VersionMediaType/NegotiationError`` if no version is acceptable (HTTP status 406), or if the field
    ///   is malformed (400).
    public func negotiate(
        accept: String?, offering labels: [String], default fallback: String? = nil
    ) throws(VersionMediaType.NegotiationError) -> VersionMediaType.Negotiation {
        func error(_ code: VersionMediaType.NegotiationError.Code) -> VersionMediaType.NegotiationError {
            VersionMediaType.NegotiationError(code: code, field: accept ?? "", offered: labels.map(contentType))
        }
        guard let newest = labels.last else { throw error(.notAcceptable) }
        let fallback = fallback ?? newest
        guard let elements = MediaType.list(accept ?? "") else { throw error(.malformed) }
        if elements.isEmpty { return answer(labels.contains(fallback) ? fallback : newest) }
        var best: (answer: VersionMediaType.Negotiation, quality: Int)?
        for element in elements where element.quality > best?.quality ?? 0 {
            let found = offered(for: element.type, labels, fallback).lazy.compactMap {
                label -> VersionMediaType.Negotiation? in
                let quality = quality(of: label, elements)
                guard labels.contains(label), let answer = answer(element.type, label) else { return nil }
                // Another type than that of the version has a quality of its own.
                let isOther = answer.contentType != contentType(of: label)
                return isOther ? quality == 0 ? nil : answer : quality == element.quality ? answer : nil
            }.first
            if let found { best = (found, element.quality) }
        }
        guard let best else { throw error(.notAcceptable) }
        return best.answer
    }

    /// The versions that an element of an `Accept` field may ask for, the preferred ones first.
    private func offered(for type: MediaType, _ labels: [String], _ fallback: String) -> [String] {
        if type.isRange { return [fallback] + labels.reversed() }
        return label(in: type) == nil ? [fallback] : labels
    }

    /// The quality of the type of a version: that of the most specific element that it fits; 1 if there is none.
    private func quality(of label: String, _ elements: [(type: MediaType, quality: Int)]) -> Int {
        var (quality, rank) = (1, -1)
        for element in elements where answer(element.type, label)?.contentType == contentType(of: label) {
            let type = element.type
            let own = type.name == "*/*" ? 0 : type.isRange ? 1 : self.label(in: type) == nil ? 2 : 3
            if own > rank { (quality, rank) = (element.quality, own) }
        }
        return quality
    }

    /// The answer of a version to an element of an `Accept` field; `nil` if it does not fit it.
    private func answer(_ type: MediaType, _ label: String) -> VersionMediaType.Negotiation? {
        guard let asked = self.label(in: type) else { return openAnswer(type, label) }
        let isName = if case .name = place { true } else { false }
        return asked == label || isName && asked.lowercased() == label.lowercased() ? answer(label) : nil
    }

    /// The answer to an element of an `Accept` field that asks for no version; `nil` if it asks for something else.
    private func openAnswer(_ type: MediaType, _ fallback: String) -> VersionMediaType.Negotiation? {
        if isOpen(type) { return answer(fallback) }
        guard case .name(let text) = place, isWithoutVersion(type.name, text) else { return nil }
        return VersionMediaType.Negotiation(label: fallback, contentType: type.name)
    }

    /// Whether a name is that of the type without its version, or of the format that it ends with: `application/json`
    /// for one that ends with `+json`.
    private func isWithoutVersion(_ name: String, _ text: VersionText) -> Bool {
        let versioned = text.description
        guard let group = versioned.firstIndex(of: "/"), let suffix = versioned.lastIndex(of: "+") else { return false }
        if name == versioned[...group] + versioned[versioned.index(after: suffix)...] { return true }
        guard let mark = versioned.firstRange(of: "{version}"), mark.upperBound <= suffix else { return false }
        var bare = versioned[..<mark.lowerBound]
        if bare.last == "v" { bare.removeLast() }
        if let last = bare.last, ".-_".contains(last) { bare.removeLast() }
        return name == bare + versioned[mark.upperBound...]
    }

    private func answer(_ label: String) -> VersionMediaType.Negotiation {
        VersionMediaType.Negotiation(label: label, contentType: contentType(of: label))
    }

    /// Whether an element of an `Accept` field asks for any version.
    private func isOpen(_ type: MediaType) -> Bool {
        let own = MediaType(contentType(of: "1"))?.name ?? ""
        let group = own.prefix { $0 != "/" } + "/*"
        if type.name == "*/*" || type.name == group { return true }
        if case .parameter(let name, let parameter, _, _) = place {
            return type.name == name && type.parameter(parameter) == nil
        }
        return false
    }
}

extension VersionMediaType {
    /// The result of a negotiation with a client.
    public struct Negotiation: Sendable, Hashable {
        /// The label of the version of the answer.
        public let label: String

        /// The `Content-Type` of the answer.
        public let contentType: String
    }
}

extension VersionMediaType {
    /// A request whose `Accept` field accepts no available version.
    public struct NegotiationError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The kind of problem. The list may grow.
        public struct Code: RawRepresentable, Sendable, Hashable {
            /// The name of the code.
            public let rawValue: String

            /// A code with the given name.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// No available version is acceptable: HTTP status 406.
            public static let notAcceptable = Code(rawValue: "notAcceptable")
            /// The field violates RFC 9110: HTTP status 400.
            public static let malformed = Code(rawValue: "malformed")
        }

        /// The kind of problem.
        public let code: Code

        /// The field.
        public let field: String

        /// The available media types, oldest first.
        public let offered: [String]

        /// The problem, in one sentence.
        public var description: String {
            let shown = JSONValue.string(field).text()
            let list = offered.isEmpty ? "none" : offered.joined(separator: ", ")
            return code == .malformed
                ? "\(shown) is not an Accept field" : "\(shown) accepts no version that is offered; offered: \(list)"
        }
    }
}

extension StringProtocol {
    /// Without the spaces and tabs around it.
    fileprivate var trimmed: SubSequence {
        let start = firstIndex { $0 != " " && $0 != "\t" } ?? endIndex
        let rest = self[start...]
        return rest[..<(rest.lastIndex { $0 != " " && $0 != "\t" }.map { index(after: $0) } ?? start)]
    }
}
