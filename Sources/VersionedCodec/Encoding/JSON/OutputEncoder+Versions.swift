/// An encoder of ours, which knows whether a version is being written.
protocol VersionAwareEncoder: Encoder {
    /// Whether a version is in effect.
    var isInVersion: Bool { get }

    /// An encoder of the same value for a type in the place of this one.
    func sharing(model: Any.Type) throws -> any Encoder
}

extension OutputEncoder {
    /// Writes a value as a version writes it.
    func write<Value: Encodable, Version: APIVersion>(
        _ model: Value, by controller: VersionController<Version>, stamps: Bool
    ) throws {
        guard let value = current, output.values[Int(value.index)].state == .nothing else {
            try output.checkIsOpen(value)
            return try controller.encodeValue(model, to: output.tree(of: value), stamps: stamps)
        }
        try OutputEncoder(output: output, value: value).write(model, as: controller.writing, stamps: stamps)
    }

    /// Writes the innermost value, of which nothing has been written, as a version writes it.
    func write<Value: Encodable>(_ model: Value, as version: VersionWriting, stamps: Bool) throws {
        let stamp = stamps ? try version.stamp(at: output.path(of: value)) : nil
        var hasWrittenOuterStamp = false
        try output.withScope(output.scope.scope(of: version)) {
            guard let stamp else {
                // The version of a value that is written by a controller of its own goes into the object within.
                let isWaiting = output.stampDepth == Int(value.index)
                if isWaiting { output.stampDepth += 1 }
                try output.write(model)
                hasWrittenOuterStamp = isWaiting && output.stampDepth < 0
                return
            }
            output.setStamp(stamp, at: Int(value.index) + 1)
            try output.write(model, with: stamp)
        }
        if hasWrittenOuterStamp { output.setStamp(nil, at: -1) }
        output.finish(value)
    }
}

extension JSONOutput {
    /// Writes a value with the version in its object.
    @_semantics("optimize.sil.specialize.generic.never")
    fileprivate func write<Value: Encodable>(_ value: Value, with stamp: VersionStamp) throws {
        if hasMet(Value.self) {
            let reference = try begin(Value.self)
            try value.encode(to: OutputEncoder(output: self, value: reference))
            try checkStamp(stamp, value, reference)
            return try end(reference, value)
        }
        guard !(value is any WholeLeaf) else {
            if let document = value as? JSONValue, document.kind == .object {
                let reference = try begin(nil)
                try write(document, as: reference)
                return try end(reference, value)
            }
            try write(value)
            return try stamp.checkIsOptional(value, isDictionary: false, at: path(of: innermost))
        }
        let model: Any.Type = Swift.type(of: value as Any)
        try ask(model)
        if model == Value.self, !(model is AnyObject.Type), kind(of: model).isEmpty { noteMet(model) }
        let reference = try begin(model)
        try encode(value, model, reference)
        if values[Int(reference.index)].state == .object { try checkSubclass(value, model, reference) }
        try checkStamp(stamp, value, reference)
        try end(reference, value)
    }

    /// Checks that the version has been written.
    @inline(__always)
    private func checkStamp<Value>(_ stamp: VersionStamp, _ value: Value, _ reference: FrameReference) throws {
        let state = values[Int(reference.index)].state
        // A tree is stamped when it is settled.
        if state == .tree || (state != .nothing && stampDepth < 0) { return }
        try refuse(value, stamp, reference)
    }

    @inline(never)
    private func refuse<Value>(_ value: Value, _ stamp: VersionStamp, _ reference: FrameReference) throws {
        let state = values[Int(reference.index)].state
        guard state != .nothing else {
            let model = values[Int(reference.index)].model ?? Value.self
            throw EncodingError.invalidValue(
                value, .init(codingPath: path(of: reference), debugDescription: "\(model) did not write anything"))
        }
        try stamp.checkIsOptional(value, isDictionary: state == .object, at: path(of: reference))
    }

    private var innermost: FrameReference {
        FrameReference(index: Int32(depth - 1), id: depth == 0 ? 0 : values[depth - 1].id)
    }
}
