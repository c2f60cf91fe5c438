/// The types that need no encoder and are rarer.
extension OutputUnkeyedContainer {
    func encode(_ element: Double) throws {
        try leaf({ try output.write(element) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: Float) throws {
        try leaf({ try output.write(element) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: Int8) throws {
        try leaf({ output.write(Int64(element)) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: Int16) throws {
        try leaf({ output.write(Int64(element)) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: Int32) throws {
        try leaf({ output.write(Int64(element)) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: Int64) throws {
        try leaf({ output.write(Int64(element)) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: UInt) throws {
        try leaf({ output.write(UInt64(element)) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: UInt8) throws {
        try leaf({ output.write(UInt64(element)) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: UInt16) throws {
        try leaf({ output.write(UInt64(element)) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: UInt32) throws {
        try leaf({ output.write(UInt64(element)) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: UInt64) throws {
        try leaf({ output.write(UInt64(element)) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: Int128) throws {
        try leaf({ output.write(element) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: UInt128) throws {
        try leaf({ output.write(element) }, orElse: { try $0.encode(element) })
    }
}

extension OutputSingleValueContainer {
    func encode(_ element: Double) throws {
        try leaf({ try output.write(element) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: Float) throws {
        try leaf({ try output.write(element) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: Int8) throws {
        try leaf({ output.write(Int64(element)) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: Int16) throws {
        try leaf({ output.write(Int64(element)) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: Int32) throws {
        try leaf({ output.write(Int64(element)) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: Int64) throws {
        try leaf({ output.write(Int64(element)) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: UInt) throws {
        try leaf({ output.write(UInt64(element)) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: UInt8) throws {
        try leaf({ output.write(UInt64(element)) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: UInt16) throws {
        try leaf({ output.write(UInt64(element)) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: UInt32) throws {
        try leaf({ output.write(UInt64(element)) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: UInt64) throws {
        try leaf({ output.write(UInt64(element)) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: Int128) throws {
        try leaf({ output.write(element) }, orElse: { try $0.encode(element) })
    }
    func encode(_ element: UInt128) throws {
        try leaf({ output.write(element) }, orElse: { try $0.encode(element) })
    }
}
