#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Use it to read and edit JSON without a model: it holds the value of a payload, and the bytes that it came from.
///
/// ```swift
/// let document = try JSONDocument(parsing: #"{"price": 1.50}"#)
/// document.root["price"]?.number?.text              // "1.50"
/// document.position(of: document.root["price"]!)    // line 1, column 11
/// ```
public struct JSONDocument: Sendable {
    /// The value of the whole payload.
    public let root: JSONValue

    /// The index over the bytes, from which values are read when they are asked for.
    package let index: DocumentIndex

    /// The bytes that were read. For UTF-16 and UTF-32, the same text in UTF-8.
    public var bytes: [UInt8] { index.converted?.original ?? index.bytes }

    /// The bytes as they are written where nothing changes: those that were read, or the JSON that was made of them.
    package var writtenBytes: [UInt8] { index.bytes }

    /// Whether there is a number that is not finite. O(nodes)
    package var holdsNamesOfNumbers: Bool {
        (0..<UInt32(index.count)).contains { node in
            guard index[node].isNumber, let last = index.bytes[index[node].content].last else { return false }
            return !(0x30...0x39).contains(last)
        }
    }

    /// Whether the results of the document must be JSON.
    package var isToBeJSON: Bool { index.isToBeJSON }

    /// Reads a payload: RFC 8259, strictly, in UTF-8.
    ///
    /// - Throws: ``JSONSyntaxError`` with line, column, byte offset and path of the first mistake.
    /// - Complexity: O(bytes)
    public init(parsing bytes: [UInt8], options: JSONParsingOptions = .init()) throws(JSONSyntaxError) {
        var bytes = bytes
        if options.tolerances.contains(.otherEncodings), let text = Transcoding.utf8(of: bytes) { bytes = text }
        guard let index = DocumentIndex(scanning: bytes, options: options) else {
            throw JSONParser.fault(in: bytes, options)
        }
        self.init(index)
    }

    /// The document of an index.
    init(_ index: DocumentIndex) {
        self.index = index
        root = JSONValue(index, DocumentIndex.root)
    }

    /// A document of a value, which was accepted before, whatever it holds.
    package init(writing value: JSONValue) throws(JSONSyntaxError) {
        try self.init(parsing: value.bytes(), options: .ofValues)
    }

    /// Reads a payload: RFC 8259, strictly, in UTF-8.
    ///
    /// - Throws: ``JSONSyntaxError`` with line, column, byte offset and path of the first mistake.
    /// - Complexity: O(bytes)
    public init(parsing payload: Data, options: JSONParsingOptions = .init()) throws(JSONSyntaxError) {
        try self.init(parsing: [UInt8](payload), options: options)
    }

    /// Reads a payload from a string.
    ///
    /// - Throws: ``JSONSyntaxError`` with line, column, byte offset and path of the first mistake.
    /// - Complexity: O(bytes)
    public init(parsing text: String, options: JSONParsingOptions = .init()) throws(JSONSyntaxError) {
        try self.init(parsing: Array(text.utf8), options: options)
    }

    /// The first mistake in a text that is not JSON.
    package static func fault(in text: String) -> JSONSyntaxError {
        JSONParser.fault(in: Array(text.utf8), JSONParsingOptions())
    }

    /// Where a value of this document begins, or `nil` for a value that was created in Swift. O(bytes before it)
    public func position(of value: JSONValue) -> SourcePosition? {
        value.sourceOffset.map { SourcePosition(byteOffset: $0, in: bytes) }
    }

    /// The writing style of the bytes: indentation, text around the colon, final newline. O(bytes)
    ///
    /// For JSON5, the style of the JSON that it was converted to.
    public var writingStyle: WritingStyle { WritingStyle(detectedIn: writtenBytes) }
}
