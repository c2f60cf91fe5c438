/// Wrap a value behind a protocol or a base class in it, such as `any Shape`. The payload names its type.
///
/// ```swift
/// struct Drawing: Codable {
///     @Polymorphic<Shapes> var frame: any Shape
///     var shapes: [Polymorphic<Shapes>]
/// }
/// drawing.shapes.values()                                   // [any Shape]
/// drawing.shapes.append(Polymorphic(Circle(radius: 1)))
/// // {"frame": {"kind": "square", "side": 2}, "shapes": [{"kind": "circle", "radius": 1}]}
/// ```
///
/// The family lists the types, their names in each version, and the type for unknown values. It works over every coder.
@propertyWrapper
public struct Polymorphic<Family: PolymorphicFamily> {
    /// The value.
    public var wrappedValue: Family.Value

    /// A wrapper of a value.
    public init(wrappedValue: Family.Value) { self.wrappedValue = wrappedValue }

    /// A wrapper of a value.
    public init(_ value: Family.Value) { wrappedValue = value }

    /// The value.
    public var value: Family.Value {
        get { wrappedValue }
        set { wrappedValue = newValue }
    }
}

extension Polymorphic: Sendable where Family.Value: Sendable {}

extension Sequence {
    /// The values of a list of wrappers: `[any Shape]`.
    public func values<Family>() -> [Family.Value] where Element == Polymorphic<Family> { map(\.wrappedValue) }
}

/// Adopt it to list the possible types of a ``Polymorphic`` value, and where payloads of each version name them.
///
/// ```swift
/// enum Shapes: PolymorphicFamily {
///     typealias Value = any Shape
///
///     static func types(for version: DrawingVersion?) throws -> PolymorphicTypes {
///         switch version {
///         case .v1:
///             try PolymorphicTypes(
///                 .beside("kind"), ["circle": Circle.self, "sq": Square.self], unknown: UnknownShape.self)
///         default:
///             try PolymorphicTypes(
///                 .around, ["circle": Circle.self, "square": Square.self], unknown: UnknownShape.self)
///         }
///     }
/// }
/// // v1  {"kind": "sq", "side": 2}
/// // v2  {"square": {"side": 2}}
/// ```
public protocol PolymorphicFamily: SendableMetatype {
    /// The common type: `any Shape`, or a base class.
    associatedtype Value

    /// The versions of the API that the family belongs to; ``Unversioned`` if there are none.
    associatedtype Version: APIVersion = Unversioned

    /// The types in a version; `nil` means no version.
    ///
    /// Called once for each version, so it must always return the same.
    static func types(for version: Version?) throws -> PolymorphicTypes
}

/// Use it as the version type of a ``PolymorphicFamily`` that has no versions.
public enum Unversioned: String, APIVersion {
    /// The only version.
    case only
}

/// The types of a ``PolymorphicFamily`` in one version: their names, the place of the names, and the type for unknown
/// values.
public struct PolymorphicTypes: Sendable {
    /// A type in the list.
    public typealias Listed = any (Codable & SendableMetatype).Type

    let discriminator: Discriminator
    let names: [String]
    let types: [ByteKey: Listed]
    let namesOfTypes: [ObjectIdentifier: String]
    let unknown: Listed?

    /// The types of a family.
    ///
    /// ```swift
    /// struct UnknownShape: Shape {
    ///     var document: JSONValue
    ///     init(from decoder: any Decoder) throws { document = try JSONValue(from: decoder) }
    ///     func encode(to encoder: any Encoder) throws { try document.encode(to: encoder) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - discriminator: The place of the name: inside, beside or around the value.
    ///   - types: The types by name. A type with several names is written with the first.
    ///   - unknown: The type of values whose name is not listed, or is missing, null or a number. It decodes and
    ///     encodes the whole document, including the name. Without it, such values are errors.
    /// - Throws: ``ClassFamily/DeclarationError`` if one name is used for two types, if one key would hold both the
    ///   name and the value, or if a key is a path.
    public init(
        _ discriminator: Discriminator, _ types: KeyValuePairs<String, Listed>, unknown: Listed? = nil
    ) throws(ClassFamily.DeclarationError) {
        self.discriminator = discriminator
        self.unknown = unknown
        var table: [ByteKey: Listed] = [:]
        var namesOfTypes: [ObjectIdentifier: String] = [:]
        for (name, type) in types {
            if let other = table.updateValue(type, forKey: ByteKey(name)) {
                throw ClassFamily.DeclarationError(family: "types", name: name, classes: ["\(other)", "\(type)"])
            }
            if namesOfTypes[ObjectIdentifier(type)] == nil { namesOfTypes[ObjectIdentifier(type)] = name }
        }
        if let key = discriminator.key, let payload = discriminator.payload, ByteKey(key) == ByteKey(payload) {
            throw ClassFamily.DeclarationError(family: "types", name: key, classes: [])
        }
        if let fault = discriminator.fault {
            throw ClassFamily.DeclarationError(family: "types", name: discriminator.key, classes: [], detail: fault)
        }
        names = types.map(\.key)
        self.types = table
        self.namesOfTypes = namesOfTypes
    }

    /// The names in words, for errors.
    var nameList: String { names.map { JSONValue.string($0).text() }.joined(separator: ", ") }
}
