#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The kind of a type for the decoder.
enum KnownType: UInt8 {
    /// It decodes itself.
    case model
    case bool, string, double, float
    case int, int8, int16, int32, int64, int128, uint, uint8, uint16, uint32, uint64, uint128
    case date, data, url, decimal
    /// A document of its own.
    case json
    case strings, ints, doubles, bools, doubleLists
    /// An array of others.
    case list
    /// A dictionary with keys of type `String`.
    case dictionary
    /// It finds the version of its payload itself, or is made of such: `[Versioned<Song, FeedVersion>]`.
    case versioned
    /// A class of a family, of which the payload names the member.
    case family
    /// A model that keeps members that it does not know.
    case unknownMembers
    /// A class in a version that is not known to read its own members.
    case object
    /// It has a rule for values that it has no case for.
    case hasUnknownCase
    /// A dictionary whose keys have such a rule.
    case caseKeyed
    /// A model that declares rules for its members.
    case ruled

    /// Finds the kind of a type; slow.
    init(_ type: Any.Type) {
        if let known = Self.table[ObjectIdentifier(type)] {
            self = known
        } else if type is any FindsItsVersion.Type {
            self = .versioned
        } else if type is any UnknownMembersKeeping.Type {
            self = .unknownMembers
        } else if type is any NativeList.Type {
            self = .list
        } else if type is any NativeDictionary.Type {
            self = .dictionary
        } else {
            self = type is any DeclaresMemberRules.Type ? .ruled : .model
        }
    }

    /// Whether values of it decode themselves, so that it may have layouts.
    var asksForLayouts: Bool {
        self == .model || self == .versioned || self == .unknownMembers || self == .ruled
    }

    private static let table: [ObjectIdentifier: KnownType] = [
        id(Bool.self): .bool, id(String.self): .string, id(Double.self): .double, id(Float.self): .float,
        id(Int.self): .int, id(Int8.self): .int8, id(Int16.self): .int16, id(Int32.self): .int32,
        id(Int64.self): .int64, id(Int128.self): .int128, id(UInt.self): .uint, id(UInt8.self): .uint8,
        id(UInt16.self): .uint16, id(UInt32.self): .uint32, id(UInt64.self): .uint64, id(UInt128.self): .uint128,
        id(Date.self): .date, id(Data.self): .data, id(URL.self): .url, id(Decimal.self): .decimal,
        id(JSONValue.self): .json,
        id([String].self): .strings, id([Int].self): .ints, id([Double].self): .doubles, id([Bool].self): .bools,
        id([[Double]].self): .doubleLists,
    ]

    private static func id(_ type: Any.Type) -> ObjectIdentifier { ObjectIdentifier(type) }
}

/// The kinds of the types that a session knows.
final class TypeCache {
    private struct Met {
        var known: KnownType
        var list: (any NativeList.Type)?
        var dictionary: (any NativeDictionary.Type)?
    }

    private let table = TypeTable(Met(known: .model))

    deinit { table.deallocate() }

    /// The kind of a type, if it is known.
    @inline(__always)
    func known(_ type: Any.Type) -> KnownType? { table.find(type)?.pointee.known }

    /// A type of arrays that decode themselves.
    @inline(__always)
    func list(_ type: Any.Type) -> (any NativeList.Type)? {
        table.find(type)?.pointee.list ?? type as? any NativeList.Type
    }

    /// A type of dictionaries whose values decode themselves.
    @inline(__always)
    func dictionary(_ type: Any.Type) -> (any NativeDictionary.Type)? {
        table.find(type)?.pointee.dictionary ?? type as? any NativeDictionary.Type
    }

    func note(_ type: Any.Type, _ known: KnownType) {
        table.place(for: type).pointee = Met(
            known: known, list: known == .list ? type as? any NativeList.Type : nil,
            dictionary: known == .dictionary ? type as? any NativeDictionary.Type : nil)
    }

    /// Forgets all types, because models may have declared more of them.
    func forget() { table.clear() }
}

/// A type that finds the version of its payload itself.
protocol FindsItsVersion {}
extension Versioned: FindsItsVersion {}
extension Array: FindsItsVersion where Element: FindsItsVersion {}
extension Optional: FindsItsVersion where Wrapped: FindsItsVersion {}
extension Dictionary: FindsItsVersion where Value: FindsItsVersion {}
