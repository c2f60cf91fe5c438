import Foundation
import Testing
import VersionedCodec

/// Our decoder and Foundation's with the same options; what one makes of a payload is expected of both.
struct BothDecoders {
    var ours = VersionedJSONDecoder()
    let theirs = JSONDecoder()

    /// What a decoder makes of a payload: a value, or what programs may look at in an error.
    enum Outcome<Value: Equatable>: Equatable, CustomStringConvertible {
        case value(Value)
        case fault(String)

        init(_ decode: () throws -> Value) {
            do { self = .value(try decode()) } catch { self = .fault(Fault.shape(of: error)) }
        }

        var description: String {
            switch self {
            case .value(let value): "\(value)"
            case .fault(let shape): shape
            }
        }
    }

    func outcomes<Value: Decodable & Equatable>(
        _ type: Value.Type, _ payload: Data
    ) -> (ours: Outcome<Value>, theirs: Outcome<Value>) {
        let mine = Outcome { try ours.decode(type, from: payload) }
        expectToleranceAgrees(type, payload, mine)
        return (mine, Outcome { try theirs.decode(type, from: payload) })
    }

    /// Expects both to make the same of a payload, whatever it is.
    func agree<Value: Decodable & Equatable>(
        _ type: Value.Type, _ payload: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let (ours, theirs) = outcomes(type, Data(payload.utf8))
        #expect(ours == theirs, "\(type) of \(payload)", sourceLocation: sourceLocation)
    }

    /// Expects a value of both.
    func expect<Value: Decodable & Equatable>(
        _ type: Value.Type, _ payload: String, _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let (ours, theirs) = outcomes(type, Data(payload.utf8))
        #expect(ours == .value(value), sourceLocation: sourceLocation)
        #expect(theirs == .value(value), "Foundation's", sourceLocation: sourceLocation)
    }

    /// Expects an error of both, of one case and with one path: `typeMismatch Int at a/0`.
    func expectFault<Value: Decodable & Equatable>(
        _ type: Value.Type, _ payload: String, _ shape: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let (ours, theirs) = outcomes(type, Data(payload.utf8))
        #expect(ours == .fault(shape), "\(payload)", sourceLocation: sourceLocation)
        #expect(theirs == .fault(shape), "Foundation's, of \(payload)", sourceLocation: sourceLocation)
    }
}

/// What programs may look at in an error of coding: its case, its type or key, and its path.
enum Fault {
    static func shape(of error: any Error) -> String {
        switch error {
        case DecodingError.typeMismatch(let type, let context): "typeMismatch \(type) at \(path(context.codingPath))"
        case DecodingError.valueNotFound(let type, let context): "valueNotFound \(type) at \(path(context.codingPath))"
        case DecodingError.keyNotFound(let key, let context):
            "keyNotFound \(key.stringValue) at \(path(context.codingPath))"
        case DecodingError.dataCorrupted(let context): "dataCorrupted at \(path(context.codingPath))"
        case EncodingError.invalidValue(let value, let context):
            "invalidValue \(value) at \(path(context.codingPath))"
        default: "\(error)"
        }
    }

    /// The keys and indices of a path: `songs/0/title`.
    static func path(_ codingPath: [any CodingKey]) -> String {
        codingPath.map { key in
            key.stringValue.hasPrefix("Index ") ? key.intValue.map { "\($0)" } ?? "?" : key.stringValue
        }.joined(separator: "/")
    }
}

/// Both encoders and both decoders: a value goes through all of them and comes back.
struct BothCoders {
    var encoders: BothEncoders
    var decoders = BothDecoders()

    init(_ formatting: JSONEncoder.OutputFormatting = .sortedKeys) { encoders = BothEncoders(formatting) }

    /// Expects one text of both encoders, and the value back from both decoders.
    func expect<Value: Codable & Equatable>(
        _ value: Value, _ text: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let written = String(decoding: try encoders.theirs.encode(value), as: UTF8.self)
        try encoders.expect(value, text ?? written, sourceLocation: sourceLocation)
        decoders.expect(Value.self, written, value, sourceLocation: sourceLocation)
    }
}
