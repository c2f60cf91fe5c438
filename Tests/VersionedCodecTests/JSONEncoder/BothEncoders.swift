import Foundation
import Testing
import VersionedCodec

/// Our encoder and Foundation's with the same options; each text is expected of both.
struct BothEncoders {
    var ours = VersionedJSONEncoder()
    let theirs = JSONEncoder()

    init(_ formatting: JSONEncoder.OutputFormatting = []) {
        ours.outputFormatting = formatting
        theirs.outputFormatting = formatting
    }

    /// Expects a text of both.
    func expect(
        _ value: some Encodable, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let written = try String(decoding: ours.encode(value), as: UTF8.self)
        #expect(written == text, sourceLocation: sourceLocation)
        let control = try String(decoding: theirs.encode(value), as: UTF8.self)
        #expect(control == text, "Foundation's", sourceLocation: sourceLocation)
    }

    /// Expects an error of both.
    func expectFault(_ value: some Encodable, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(throws: EncodingError.self, sourceLocation: sourceLocation) { try ours.encode(value) }
        #expect(throws: EncodingError.self, sourceLocation: sourceLocation) { try theirs.encode(value) }
    }
}

/// A value in an object, as coders wrap what may not are alone.
struct Wrapped<Value: Encodable>: Encodable { var value: Value }

/// Code as a value.
struct WrittenBy: Encodable {
    let body: (any Encoder) throws -> Void
    init(_ body: @escaping (any Encoder) throws -> Void) { self.body = body }
    func encode(to encoder: any Encoder) throws { try body(encoder) }
}

/// A key of any text or number.
struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int?
    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
    init(index: Int) { (stringValue, intValue) = ("Index \(index)", index) }
}
