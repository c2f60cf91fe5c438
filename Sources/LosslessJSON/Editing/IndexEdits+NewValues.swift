/// Writing what operations have made: keys, literals, computed texts, values.
extension IndexEdits {
    mutating func write(key number: Int32) {
        let key = keys[Int(number)]
        guard key.dependsOnStyle else { return appendPool(key.written) }
        write(styled: .string(String(decoding: vocabulary.bytes(key.characters), as: UTF8.self)), depth: 0)
    }

    mutating func write(_ value: NewValue, origin: UInt32?, depth: Int) throws(EditLimit) {
        switch value {
        case .none: return
        case .made:
            guard let made else { throw EditLimit() }
            write(made: made, origin: origin, depth: depth)
            self.made = nil
        case .literal(let number):
            let literal = vocabulary.literals[Int(number)]
            if literal.dependsOnStyle { return write(styled: vocabulary.values[Int(number)], depth: depth) }
            appendPool(literal.written)
        case .scratch(let start, let count, _):
            scratch.withUnsafeBufferPointer { scratch in
                output.append(UnsafeBufferPointer(rebasing: scratch[Int(start)..<Int(start) + Int(count)]))
            }
        }
    }

    mutating func write(styled value: JSONValue, depth: Int) {
        var writer = JSONWriter(style: style())
        writer.writeValue(value, depth: depth)
        append(writer.output)
    }

    /// Writes a value that was made of one of the document.
    private mutating func write(made value: JSONValue, origin: UInt32?, depth: Int) {
        if target != nil { return write(styled: value, depth: depth) }
        let line = headOfLine()
        var writer = KeepingWriter(readDocument(), behind: line, styleOfText)
        writer.writeValue(value, origin: origin, depth: depth)
        styleOfText = writer.knownStyle
        append(writer.output[line.count...])
    }

    mutating func breakLine(depth: Int) {
        guard let unit = style().indentation.unit else { return }
        append(style().lineEnding.text.utf8)
        for _ in 0..<depth { append(unit.utf8) }
    }
}
