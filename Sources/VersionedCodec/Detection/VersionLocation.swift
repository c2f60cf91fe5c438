/// Where the payloads of an API or a file format say their version.
///
/// ```swift
/// let location = VersionLocation("/meta/version", as: .integer, legacy: "1")
/// // {"meta": {"version": 2}, …}    version 2, found at "/meta/version"
/// // {…}                            version 1, by declaration: payloads written before there were versions
/// ```
public struct VersionLocation: Sendable, Hashable {
    /// How a version is written.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// As a whole number: `2`.
        case integer
        /// As a string: `"2"`, `"v2"`, `"networking.k8s.io/v1"`.
        case string
    }

    /// The place of the version in the payload.
    public var pointer: JSONPointer

    /// How the version is written there.
    public var form: Form

    /// The version of a legacy payload: one that says none. `nil`: a payload that says none is an error.
    public var legacy: String?

    /// A version at a pointer.
    public init(_ pointer: JSONPointer, as form: Form, legacy: String? = nil) {
        self.pointer = pointer
        self.form = form
        self.legacy = legacy
    }

    /// The label of a version that stands in a payload, or `nil` where the value is of the wrong form.
    func label(of value: JSONValue) -> String? {
        switch form {
        case .integer: value.number?.exactly(Int128.self).map { String($0) }
        case .string: value.string
        }
    }

    /// The value that stands for a label in a payload, or `nil` where the label cannot be written in this form.
    public func value(of label: String) -> JSONValue? {
        switch form {
        case .integer: Int128(label).flatMap { String($0) == label ? .integer($0) : nil }
        case .string: .string(label)
        }
    }
}
