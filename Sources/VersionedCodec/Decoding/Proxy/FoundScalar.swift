#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A scalar of a payload, regardless of the type that a model asks for.
enum FoundScalar {
    case text(String)
    /// A number by its text; by its value if the coder does not provide the text.
    case number(String)
    case boolean(Bool)
    case null
    /// No scalar.
    case other(JSONKind)

    init(_ value: JSONValue) {
        if let text = value.string {
            self = .text(text)
        } else if let number = value.number {
            self = .number(number.text)
        } else if let flag = value.bool {
            self = .boolean(flag)
        } else {
            self = value.kind == .null ? .null : .other(value.kind)
        }
    }

    var kind: JSONKind {
        switch self {
        case .text: .string
        case .number: .number
        case .boolean: .boolean
        case .null: .null
        case .other(let kind): kind
        }
    }

    /// The JSON text of the scalar, cut after 60 characters; `nil` for null and containers.
    var quotation: String? {
        let text: String
        switch self {
        case .text(let found): text = JSONValue.string(found).text()
        case .number(let found): text = found
        case .boolean(let found): text = found ? "true" : "false"
        case .null, .other: return nil
        }
        return text.count > 60 ? text.prefix(59) + "…" : text
    }

    /// A description of the value: `a string ("x")`.
    var phrase: String { quotation.map { "\(kind.phrase) (\($0))" } ?? kind.phrase }
}

/// Reads a scalar of any kind from any decoder.
struct ScalarPeek: Decodable {
    let found: FoundScalar

    /// The node, where our own decoder reads it.
    let node: UInt32?

    /// A scalar that has been read already.
    init(found: FoundScalar, node: UInt32?) { (self.found, self.node) = (found, node) }

    /// Reads the scalar. Foundation's coders provide no decoder for null.
    init(of source: some LeafSource) throws {
        do {
            self = try source.read(ScalarPeek.self)
        } catch {
            guard case DecodingError.valueNotFound = error, try source.isNull() else { throw error }
            (found, node) = (.null, nil)
        }
    }

    init(from decoder: any Decoder) throws {
        if let native = decoder.asNative {
            (found, node) = (native.session.scalar(at: native.node), native.node)
            return
        }
        node = nil
        found = try ForeignJSON.scalar(from: decoder).map { FoundScalar($0) } ?? .other(Self.kind(of: decoder))
    }

    /// The kind of what is neither a text, a boolean, null, nor a number that any type holds; a refusal is an answer.
    private static func kind(of decoder: any Decoder) -> JSONKind {
        if (try? decoder.container(keyedBy: PayloadKey.self)) != nil { return .object }
        return (try? decoder.unkeyedContainer()) != nil ? .array : .number
    }
}

extension DecodingSession {
    /// The scalar at a node.
    func scalar(at node: UInt32) -> FoundScalar {
        let found = nodes[Int(node)]
        if found.isString { return .text(string(found)) }
        if found.isNumber { return .number(String(decoding: bytes(of: found), as: UTF8.self)) }
        return found.isNull ? .null : found.bool.map { .boolean($0) } ?? .other(found.kind)
    }
}
