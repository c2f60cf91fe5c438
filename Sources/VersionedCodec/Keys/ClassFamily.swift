/// Declare one for a member whose type is a base class: it lists the possible classes, and how payloads name the class.
///
/// ```swift
/// let vehicles = try ClassFamily(Vehicle.self, .beside("kind"), ["car": Car.self, "bike": Bike.self])
/// VersionFormat(families: [vehicles])
/// // Swift  [Car(wheels: 4, seats: 5), Bike(wheels: 2)] as [Vehicle]
/// // JSON   [{"kind": "car", "wheels": 4, "seats": 5}, {"kind": "bike", "wheels": 2}]
/// ```
///
/// If a model decodes the base class or a listed class, the class that the payload names is created. If a value of one
/// of them is encoded, its name is written. The classes need no code for this. List the base class too if it has values
/// of its own.
public struct ClassFamily: Sendable {
    /// Where the name is.
    package let discriminator: Discriminator

    package let baseName: String

    /// The names and the classes, in the order of the declaration.
    package let classes: [(name: String, type: any (Decodable & SendableMetatype).Type)]

    private let names: [ObjectIdentifier: String]
    let types: [ByteKey: any (Decodable & SendableMetatype).Type]

    /// The class of values that are named in no way that is listed.
    let unknown: (any (Decodable & SendableMetatype).Type)?

    /// A family.
    ///
    /// ```swift
    /// final class UnknownVehicle: Vehicle {
    ///     let document: JSONValue
    ///     required init(from decoder: any Decoder) throws {
    ///         document = try JSONValue(from: decoder)
    ///         super.init(wheels: 0)
    ///     }
    ///     override func encode(to encoder: any Encoder) throws { try document.encode(to: encoder) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - base: The class that all others inherit from.
    ///   - discriminator: The place of the class name.
    ///   - classes: The classes by name.
    ///   - unknown: The class of values whose name is not listed, or is missing, null or a number. It decodes and
    ///     encodes the whole document, including the name. Without it, such values are errors.
    /// - Throws: ``ClassFamily/DeclarationError`` if two classes have one name, if one class has two, or if the key of
    ///   the names is a path.
    public init<Base: AnyObject & Codable & SendableMetatype>(
        _ base: Base.Type, _ discriminator: Discriminator, _ classes: KeyValuePairs<String, Base.Type>,
        unknown: Base.Type? = nil
    ) throws(ClassFamily.DeclarationError) {
        self.unknown = unknown
        self.discriminator = discriminator
        baseName = String(describing: base)
        var names: [ObjectIdentifier: String] = [:]
        var types: [ByteKey: any (Decodable & SendableMetatype).Type] = [:]
        for (name, type) in classes {
            if let other = types.updateValue(type, forKey: ByteKey(name)) {
                throw ClassFamily.DeclarationError(family: baseName, name: name, classes: ["\(other)", "\(type)"])
            }
            if names.updateValue(name, forKey: ObjectIdentifier(type)) != nil {
                throw ClassFamily.DeclarationError(family: baseName, name: nil, classes: ["\(type)"])
            }
        }
        if let key = discriminator.key, let payload = discriminator.payload, ByteKey(key) == ByteKey(payload) {
            throw ClassFamily.DeclarationError(family: baseName, name: key, classes: [])
        }
        if let fault = discriminator.fault {
            throw ClassFamily.DeclarationError(family: baseName, name: discriminator.key, classes: [], detail: fault)
        }
        self.names = names
        self.types = types
        self.classes = classes.map { ($0.key, $0.value) }
        baseType = ObjectIdentifier(base)
        isSubclass = { $0 is Base.Type }
    }

    let baseType: ObjectIdentifier

    /// Whether a type is the base class or one that inherits from it.
    package let isSubclass: @Sendable (Any.Type) -> Bool

    /// The name of a class; `nil` if it is not listed.
    package func name(of type: Any.Type) -> String? { names[ObjectIdentifier(type)] }

    /// The class of a name; `nil` if none is listed.
    package func type(named name: String) -> (any (Decodable & SendableMetatype).Type)? { types[ByteKey(name)] }

    /// The names in words, for errors.
    var nameList: String { classes.map { JSONValue.string($0.name).text() }.joined(separator: ", ") }
}

extension ClassFamily {
    /// An invalid family of classes.
    public struct DeclarationError: DiagnosableError, Equatable {
        /// The base class of the family.
        public let family: String

        /// The name that two classes share, or the key with two meanings; `nil` if one class has two names.
        public let name: String?

        /// The classes concerned.
        public let classes: [String]

        /// The key that cannot be used; `nil` if the names and classes are enough.
        var detail: String?

        /// The parts of the error.
        public var diagnostic: Diagnostic {
            let list = classes.joined(separator: " and ")
            let fault =
                switch (name, classes.count) {
                case _ where detail != nil: "puts the name of the class, or its value, under \(detail ?? "")"
                case (nil, _): "lists \(list) twice"
                case (let name?, 0):
                    "puts the name of the class and its value under one key, \(JSONValue.string(name).text())"
                case (let name?, _): "gives \(list) one name, \(JSONValue.string(name).text())"
                }
            return Diagnostic(message: "the family of \(family) \(fault)")
        }
    }
}
