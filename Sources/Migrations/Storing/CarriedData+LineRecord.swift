import VersionedCodec

/// The carried data of a line, with what recognizes its document.
struct LineRecord {
    let line: Int
    let carried: CarriedData
    /// The hash of the document, and those of its simple members, without those that name the version; `nil` in
    /// a file of an earlier version of this library.
    let document: ValueHash?
    private let members: [ValueHash]
    /// The hash of the line as it is.
    let text: ValueHash?
    /// The member that the documents around it have with other values, or lack.
    private var by: Int?
    /// Whether a document around it is the same.
    private(set) var isAlike = false

    init(line: Int, _ carried: CarriedData, of document: JSONValue?, in bytes: [UInt8], members: [ValueHash]) {
        (self.line, self.carried, self.members) = (line, carried, members)
        self.document = document.map { ValueHash.of($0) }
        text = ValueHash.ofText(bytes)
    }

    mutating func distinguish(by member: Int?, isAlike: Bool) { (by, self.isAlike) = (member, isAlike) }

    /// The hash of the member that distinguishes the document.
    var own: ValueHash? { by.flatMap { members.indices.contains($0) ? members[$0] : nil } }

    /// How many of the simple members a document has, if those are most.
    func shared(with document: JSONValue) -> Int? {
        ValueHash.most(of: members, in: ValueHash.ofScalars(in: document, upTo: 64))
    }

    // MARK: JSON

    /// The record as a line.
    var bytes: [UInt8] {
        var output = CarriedText()
        write(to: &output)
        return output.bytes + [0x0A]
    }

    private func write(to output: inout some CarriedOutput) {
        output.begin(isObject: true)
        output.write(line, as: "line")
        if let document {
            output.write(document, as: "of")
            if let text { output.write(text, as: "text") }
            if !members.isEmpty { output.write(members, as: "members") }
            if let by { output.write(by, as: "by") }
            if isAlike { output.writeTrue(as: "alike") }
        }
        output.key("carried")
        carried.write(to: &output)
        output.end(isObject: true)
    }

    init(parsing text: LineReader.Line) throws {
        let root: JSONValue
        do { root = try JSONDocument(parsing: text.bytes).root } catch { throw Self.fault(text, "\(error)") }
        guard let line = root["line"]?.int, let data = root["carried"] else {
            throw Self.fault(text, "a record has the members \"line\" and \"carried\"")
        }
        do { carried = try CarriedData(json: data) } catch { throw Self.fault(text, error.message) }
        self.line = line
        document = root["of"]?.string.flatMap(ValueHash.init(text:))
        members = root["members"]?.array?.compactMap { $0.string.flatMap(ValueHash.init(text:)) } ?? []
        self.text = root["text"]?.string.flatMap(ValueHash.init(text:))
        (by, isAlike) = (root["by"]?.int, root["alike"]?.bool == true)
    }

    static func fault(_ record: LineReader.Line, _ message: String) -> MigrationError {
        MigrationError(.badCarriedData, "line \(record.number) of the carried data: \(message)", at: nil)
    }
}
