/// An encoder of ours, which knows whether a version is being written.
protocol VersionAwareEncoder: Encoder {
    /// Whether a version is in effect.
    var isInVersion: Bool { get }

    /// An encoder of the same value for a type in the place of this one.
    func sharing(model: Any.Type) throws -> any Encoder
}

extension SheetEncoder {
    /// Writes a value as a version writes it.
    func write<Value: Encodable, Version: APIVersion>(
        _ model: Value, by controller: VersionController<Version>, stamps: Bool
    ) throws {
        guard sheet.isInnermost(value), sheet.values[Int(value.index)].state == .nothing else {
            try sheet.checkIsOpen(value)
            return try controller.encodeValue(model, to: sheet.tree(of: value), stamps: stamps)
        }
        try write(model, as: controller.writing, stamps: stamps)
    }

    /// Writes the innermost value, of which nothing has been written, as a version writes it.
    func write<Value: Encodable>(_ model: Value, as version: VersionWriting, stamps: Bool) throws {
        let depth = Int(value.index) + 1
        let stamp = stamps ? try version.stamp(at: sheet.path(of: value), depth: depth) : nil
        try sheet.withScope(sheet.scope(of: version)) {
            sheet.stamp = stamp
            try sheet.writeStamped(model)
        }
        sheet.finish(value)
    }
}

extension EncodingSheet {
    /// What values are written with in a version.
    fileprivate func scope(of version: VersionWriting) -> EncodingScope {
        let context = FormatContext(writing: version, given: scope.userInfoEntries, isPropertyList: false)
        let format = version.book.format
        var scope = scope
        scope.tables = context.keyTables
        scope.context = context
        scope.isVersioned = true
        scope.keys = .useDefaultKeys
        if let dates = format.dates.writing { scope.dates = .format(dates) }
        if let data = format.data { scope.data = .format(data) }
        scope.nonFinite = format.nonFinite ?? scope.nonFinite
        scope.nilMembers = format.nilMembers
        scope.asksModels = format.asksModels
        (document ?? self).contexts.append(context)
        return scope
    }

    /// Writes a value with the version in its object.
    fileprivate func writeStamped<Value: Encodable>(_ value: Value) throws {
        guard let stamp, !(value is any WholeLeaf) else {
            try write(value)
            if let stamp { try stamp.checkIsOptional(value, isDictionary: false, at: path(of: innermost)) }
            return
        }
        let model: Any.Type = Swift.type(of: value as Any)
        try ask(model)
        let reference = begin(model)
        try encode(value, model, reference)
        switch values[Int(reference.index)].state {
        case .nothing:
            throw EncodingError.invalidValue(
                value,
                .init(codingPath: path(of: reference), debugDescription: "\(Value.self) did not write anything"))
        case .object, .array, .value:
            if values[Int(reference.index)].state == .object { try checkSubclass(value, model, reference) }
            guard self.stamp != nil else { break }
            let isDictionary = values[Int(reference.index)].state == .object
            try stamp.checkIsOptional(value, isDictionary: isDictionary, at: path(of: reference))
        case .tree: break  // The tree is stamped when it is settled.
        }
        try end(reference, value)
    }

    private var innermost: OpenValueReference {
        OpenValueReference(index: Int32(depth - 1), id: depth == 0 ? 0 : values[depth - 1].id)
    }
}
