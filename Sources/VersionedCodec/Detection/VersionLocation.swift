/// Declare where the payloads of an API or a file format name their version.
///
/// ```swift
/// let location = VersionLocation("/meta/version", as: .integer, legacy: "1")
/// // {"meta": {"version": 2}, …}    version 2, found at "/meta/version"
/// // {…}                            version 1, by declaration: payloads from before there were versions
/// VersionLocation("/version", as: .semantic)            // {"version": "4.2.1"}: version 4.2, or 4, whichever is known
/// VersionLocation("/nbformat", as: .integer, minor: "/nbformat_minor")    // {"nbformat": 4, "nbformat_minor": 5}
/// VersionLocation("/version", as: .integerOrString)      // {"version": 2} and {"version": "2"}: version 2
/// ```
public struct VersionLocation: Sendable, Hashable {
    /// The form of a version in payloads.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// As a whole number: `2`.
        case integer
        /// As a whole number in some payloads, and as a string in others: `2` or `"2"`. Each payload keeps its own
        /// form; a new one gets the number.
        case integerOrString
        /// As a string: `"2"`, `"v2"`, `"networking.k8s.io/v1"`.
        case string
        /// As a semantic version (semver.org): `"4.2.1"`. It is the known version with the most leading numbers of it.
        /// Numbers that a payload leaves out are zero: `2` and `"2.0"` are `2.0.0`.
        case semantic
        /// As a day: `"2026-03-14"`. It is the known version of that day or the closest earlier one.
        case date
    }

    /// The place of the version in the payload.
    public var pointer: JSONPointer

    /// The form of the version there.
    public var form: Form

    /// The place of the second number of the version, if it is a separate member.
    public var minor: JSONPointer?

    /// The texts that contain the version. The first that matches, with a version of the form in it, is used for
    /// reading, the first in the list for writing. If empty, the value is the version alone.
    public var texts: [VersionText]

    /// The version of a legacy payload, which names none. `nil`: such a payload is an error.
    public var legacy: String?

    /// A version at a pointer.
    ///
    /// - Parameters:
    ///   - pointer: The place of the version.
    ///   - form: The form of the version there.
    ///   - minor: The place of its second number, if the form is `.integer` and there is one.
    ///   - texts: The texts that contain it, if it is part of a text.
    ///   - legacy: The version of a payload that names none.
    public init(
        _ pointer: JSONPointer, as form: Form, minor: JSONPointer? = nil, texts: [VersionText] = [],
        legacy: String? = nil
    ) {
        self.pointer = pointer
        self.form = form
        self.minor = minor
        self.texts = texts
        self.legacy = legacy
    }

    /// The version that a payload names, or `nil` if the value is of the wrong form.
    ///
    /// With a ``minor``, this is the first number only.
    package func label(of value: JSONValue) -> String? {
        switch form {
        case .integer: return value.number?.exactly(Int128.self).map { String($0) }
        case .integerOrString: return value.number?.exactly(Int128.self).map { String($0) } ?? value.string
        case .string: return value.string.flatMap { label(in: $0) { $0 } }
        case .semantic:
            if let number = value.number { return SemanticLabel(number.text)?.text }
            return value.string.flatMap { label(in: $0) { SemanticLabel($0)?.text } }
        case .date: return value.string.flatMap { label(in: $0) { DateLabel($0)?.text } }
        }
    }

    /// The label that the first matching text yields in this form.
    private func label(in text: String, read: (String) -> String?) -> String? {
        if texts.isEmpty { return read(text) }
        for one in texts {
            if let label = one.label(in: text).flatMap(read) { return label }
        }
        return nil
    }

    /// The version that a payload names, with its second number.
    package func label(of value: JSONValue, minor: JSONValue?) -> String? {
        guard self.minor != nil else { return label(of: value) }
        guard let major = label(of: value) else { return nil }
        guard let minor else { return major }
        return minor.number?.exactly(Int128.self).map { "\(major).\($0)" }
    }

    /// The known version that the text in a payload names, or `nil` if there is none.
    package func known(_ said: String, in known: [String]) -> String? {
        if known.contains(where: { $0.utf8.elementsEqual(said.utf8) }) { return said }
        if form == .semantic || minor != nil {
            return SemanticLabel(said)?.closest(in: known, isComplete: minor == nil)
        }
        return form == .date ? DateLabel(said)?.closest(in: known) : nil
    }

    /// The value for a label in a payload, or `nil` if the label cannot be written in this form.
    ///
    /// With a ``minor``, this is the first number; see ``minorValue(of:)``.
    public func value(of label: String) -> JSONValue? {
        switch form {
        case .integer, .integerOrString:
            let major = minor == nil ? label[...] : label.prefix { $0 != "." }
            return Int128(major).flatMap { String($0) == major ? .integer($0) : nil }
        case .string: return value(inText: label)
        case .semantic: return SemanticLabel(label).flatMap { value(inText: $0.full) }
        case .date: return DateLabel(label).flatMap { value(inText: $0.text) }
        }
    }

    /// A label in the text that versions are in; `nil` if it would not be found there.
    private func value(inText label: String) -> JSONValue? {
        guard let text = texts.first else { return .string(label) }
        let whole = text.text(of: label)
        return text.label(in: whole) == label ? .string(whole) : nil
    }

    /// The value for a version in a spelling of its own, in the text that versions are in; `nil` if it is an integer.
    package func value(spelled text: String) -> JSONValue? {
        form == .integer || form == .integerOrString ? nil : .string(self.text(of: text))
    }

    /// Whether a payload names its version as a string, if the form allows both.
    package func isString(_ value: JSONValue?) -> Bool { form == .integerOrString && value?.kind == .string }

    /// Whether a value is read as the label.
    package func reads(_ value: JSONValue, as label: String, known labels: [String]) -> Bool {
        self.label(of: value).flatMap { known($0, in: labels) } == label
    }

    private func text(of label: String) -> String { texts.first?.text(of: label) ?? label }

    /// The value of the second number of a label, or `nil` if the label has none or the location has no place for it.
    public func minorValue(of label: String) -> JSONValue? {
        guard minor != nil, let dot = label.firstIndex(of: ".") else { return nil }
        let minor = label[label.index(after: dot)...]
        return Int128(minor).flatMap { String($0) == minor ? .integer($0) : nil }
    }

    /// All members that express a label in a payload, with their places; `nil` if the label cannot be written in this
    /// form.
    ///
    /// ```swift
    /// VersionLocation("/nbformat", as: .integer, minor: "/nbformat_minor").stamps(of: "4.5")
    /// // "/nbformat": 4, "/nbformat_minor": 5
    /// ```
    ///
    /// - `asString`: Whether the payload names its version as a string, if the form allows both.
    package func stamps(of label: String, asString: Bool = false) -> [(pointer: JSONPointer, value: JSONValue)]? {
        guard let value = value(of: label) else { return nil }
        if asString, form == .integerOrString { return [(pointer, .string(label))] }
        guard let minor, label.contains(".") else { return [(pointer, value)] }
        return minorValue(of: label).map { [(pointer, value), (minor, $0)] }
    }

    /// Why a label cannot be written, in words.
    package var writableForm: String {
        switch form {
        case .integer: minor == nil ? "an integer" : "one integer or two with a point between them"
        case .integerOrString: "an integer"
        case .string:
            texts.first.map { "a string such as \"\($0)\", with ASCII letters, digits, \".\", \"-\" and \"_\" there" }
                ?? "a string"
        case .semantic: "a semantic version"
        case .date: "a day"
        }
    }
}
