#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The end of a document: trees are settled, and written into their places with the segments that models held.
///
/// Unsafe code: finished bytes are borrowed while they are copied.
extension JSONOutput {
    /// The bytes of the whole document, laid out; an array that nothing else has.
    func finished() throws -> [UInt8] {
        let isDeep = mayBeTooDeep || !pendingParts.isEmpty
        let text =
            pendingParts.isEmpty
            ? takeOutput() : try filled(WrittenJSON(bytes: content, pendingParts: pendingParts))
        if isDeep { try scope.rules.depth.check(text) }
        return scope.rules.layout.map { TextLayout($0).bytes(of: text) } ?? text
    }

    /// The same as `Data`; of a small document the memory is kept for the next one.
    func finishedData() throws -> Data {
        guard pendingParts.isEmpty, !mayBeTooDeep, scope.rules.layout == nil, content.count <= Self.largestKept else {
            return Data(try finished())
        }
        return bytes.pointee.withUnsafeBytes { Data($0) }
    }

    func filled(_ text: WrittenJSON) throws -> [UInt8] {
        guard !text.pendingParts.isEmpty else { return text.bytes }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * text.bytes.count)
        var start = 0
        for pending in text.pendingParts {
            bytes.append(contentsOf: text.bytes[start..<pending.position])
            start = pending.position
            if let segment = pending.segment { bytes.append(contentsOf: try segment.segmentText()) }
            guard let tree = pending.tree else { continue }
            let value = try Settlement(context: tree.context).settle(tree.node, at: tree.path)
            guard let output = tree.context.rendering?.output(at: tree.path, tree.context) else { continue }
            defer { output.dropContainers() }
            try output.write(settled: value, at: tree.path)
            bytes.append(contentsOf: output.content)
        }
        bytes.append(contentsOf: text.bytes[start...])
        return bytes
    }

    /// Writes a value of a tree at the end of the bytes.
    private func write(settled value: EncodedValue, at path: TreePath?) throws {
        switch value {
        case .leaf(let leaf):
            do {
                try write(leaf)
            } catch EncodingError.invalidValue(let value, let context) where context.codingPath.isEmpty {
                throw EncodingError.invalidValue(
                    value,
                    .init(
                        codingPath: path?.keys ?? [], debugDescription: context.debugDescription,
                        underlyingError: context.underlyingError))
            }
        case .array(let elements):
            bytes.pointee.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.pointee.append(UInt8(ascii: ",")) }
                try write(settled: element, at: TreePath(path, PayloadKey(index: index)))
            }
            bytes.pointee.append(UInt8(ascii: "]"))
        case .slots(let slots): try write(settled: slots.array { .leaf(.null) }, at: path)
        case .object(let object):
            bytes.pointee.append(UInt8(ascii: "{"))
            let members =
                sortsMembers
                ? object.members.inOrder { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } : object.members
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.pointee.append(UInt8(ascii: ",")) }
                write(name: member.name, spelling: object.spelling(of: member.name))
                bytes.pointee.append(UInt8(ascii: ":"))
                try write(
                    settled: member.value,
                    at: TreePath(path, member.origin?.key(named: member.name) ?? PayloadKey(member.name)))
            }
            bytes.pointee.append(UInt8(ascii: "}"))
        }
    }

    private func write(_ leaf: EncodedLeaf) throws {
        switch leaf {
        case .null: writeNull()
        case .bool(let value): write(value)
        case .string(let value): write(value)
        case .signed(let value): write(value)
        case .unsigned(let value): write(value)
        case .wideSigned(let value): write(value)
        case .wideUnsigned(let value): write(value)
        case .double(let value): try write(value)
        case .float(let value): try write(value)
        case .date(let value): try write(value)
        case .data(let value): try write(value)
        case .url(let value): write(value.absoluteString)
        case .decimal(let value): try write(value)
        case .json(let value): try write(value)
        case .written(let text): bytes.pointee.append(contentsOf: try filled(text))
        }
    }
}
