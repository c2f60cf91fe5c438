/// Where the coding keys of one type stand in the payload of one version; the type of the keys is erased.
///
/// ```swift
/// try KeyLayout(CodingKeys.self, [.text: .key("body"), .latitude: .path("/location/lat")])
/// // Swift  Comment(text: "Hi", latitude: 52.5, id: 7)
/// // JSON   {"body": "Hi", "location": {"lat": 52.5}, "id": 7}
/// ```
///
/// It is found by the coding-key type, so a class and its base have layouts of their own. Make it where the keys are
/// visible: in the model's file (``VersionedKeys``), synthesised keys included, or at the ``VersionFormat``.
public struct KeyLayout: Sendable {
    let keyType: ObjectIdentifier
    let keyTypeName: String

    /// The style of the keys that are not listed; `nil` takes the format's.
    let style: KeyStyle?

    let places: [String: KeyPlace]

    /// Where the members of this type stand when a subclass shares its container with it.
    let inSubclasses: SuperclassPlacement?

    /// Whether a type is a proper subclass of the class whose keys these are; `nil` where that class is not given.
    let isProperSubclass: (@Sendable (Any.Type) -> Bool)?

    /// A layout for the keys of a type.
    ///
    /// - Parameters:
    ///   - keys: The coding-key type.
    ///   - places: Where keys stand that do not stand where the style puts them.
    ///   - style: How the keys are spelled that are not listed; the format's style unless said otherwise.
    /// - Throws: ``KeyLayoutError`` where two keys are put in one place, one key is listed twice, or a place is the object itself.
    public init<Key: CodingKey>(
        _ keys: Key.Type, _ places: KeyValuePairs<Key, KeyPlace> = [:], style: KeyStyle? = nil
    ) throws(KeyLayoutError) {
        try self.init(keys, places, style: style, inSubclasses: nil, isProperSubclass: nil)
    }

    /// A layout for the keys of a base class, which its subclasses share a container with (`super.encode(to: encoder)`).
    ///
    /// ```swift
    /// try KeyLayout(CodingKeys.self, of: Point2D.self, inSubclasses: .under("point2D"))
    /// // Point2D(x: 0, y: 0)          {"x": 0, "y": 0}
    /// // Point3D(x: 0, y: 0, z: 0)    {"point2D": {"x": 0, "y": 0}, "z": 0}
    /// ```
    ///
    /// - Parameters:
    ///   - keys: The coding-key type.
    ///   - model: The class whose keys they are.
    ///   - inSubclasses: Where its members stand in the object of a subclass; not where the base itself is coded.
    ///   - places: Where keys stand that do not stand where the style puts them.
    ///   - style: How the keys are spelled that are not listed; the format's style unless said otherwise.
    /// - Throws: ``KeyLayoutError`` where two keys are put in one place, one key is listed twice, or a place is the object itself.
    public init<Key: CodingKey, Model: AnyObject>(
        _ keys: Key.Type, of model: Model.Type, inSubclasses: SuperclassPlacement,
        _ places: KeyValuePairs<Key, KeyPlace> = [:], style: KeyStyle? = nil
    ) throws(KeyLayoutError) {
        try self.init(keys, places, style: style, inSubclasses: inSubclasses) { type in
            type is Model.Type && type != Model.self
        }
    }

    private init<Key: CodingKey>(
        _ keys: Key.Type, _ places: KeyValuePairs<Key, KeyPlace>, style: KeyStyle?, inSubclasses: SuperclassPlacement?,
        isProperSubclass: (@Sendable (Any.Type) -> Bool)?
    ) throws(KeyLayoutError) {
        keyType = ObjectIdentifier(keys)
        let typeName = String(describing: keys)
        keyTypeName = typeName
        var table: [String: KeyPlace] = [:]
        var owners: [[String]: String] = [:]
        for (key, place) in places {
            let name = key.stringValue
            func error(_ code: KeyLayoutError.Code, _ keys: [String]) -> KeyLayoutError {
                KeyLayoutError(code: code, keyType: typeName, keys: keys, place: place.pointer)
            }
            if table.updateValue(place, forKey: name) != nil { throw error(.keyListedTwice, [name]) }
            guard let path = place.path else { continue }
            if path.isEmpty { throw error(.placeIsTheObject, [name]) }
            if let other = owners.updateValue(name, forKey: path) { throw error(.placeTakenTwice, [other, name]) }
        }
        self.places = table
        self.style = style
        self.inSubclasses = inSubclasses
        self.isProperSubclass = isProperSubclass
    }

    /// The layout of a type that nothing is declared for.
    init<Key: CodingKey>(unchanged keys: Key.Type, style: KeyStyle) {
        keyType = ObjectIdentifier(keys)
        keyTypeName = String(describing: keys)
        places = [:]
        self.style = style
        inSubclasses = nil
        isProperSubclass = nil
    }

    /// The same layout with a style for the keys that are not listed.
    init(_ layout: KeyLayout, style: KeyStyle) {
        keyType = layout.keyType
        keyTypeName = layout.keyTypeName
        places = layout.places
        self.style = style
        inSubclasses = layout.inSubclasses
        isProperSubclass = layout.isProperSubclass
    }

    /// Where a key stands: its listed place, else where the style puts it.
    public func place(of key: some CodingKey) -> JSONPointer {
        if let place = places[key.stringValue]?.pointer { return place }
        return JSONPointer([(style ?? .asDeclared).spelling(of: key.stringValue)])
    }
}

/// A key layout that cannot work.
public struct KeyLayoutError: DiagnosableError, Equatable {
    /// What is wrong; the list may grow.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// A code of the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Two keys are put in one place.
        public static let placeTakenTwice = Code(rawValue: "placeTakenTwice")
        /// One key is listed twice.
        public static let keyListedTwice = Code(rawValue: "keyListedTwice")
        /// The place of a key is the model's object itself.
        public static let placeIsTheObject = Code(rawValue: "placeIsTheObject")
    }

    /// What is wrong.
    public let code: Code

    /// The coding-key type of the layout.
    public let keyType: String

    /// The keys that it is about.
    public let keys: [String]

    /// The place that it is about, where the layout names one.
    public let place: JSONPointer?

    /// The parts of the error, for one renderer.
    public var diagnostic: Diagnostic {
        let names = keys.map { "\"\($0)\"" }.joined(separator: " and ")
        let message =
            switch code {
            case .placeTakenTwice: "the layout of \(keyType) puts \(names) in one place"
            case .keyListedTwice: "the layout of \(keyType) lists \(names) twice"
            default: "the layout of \(keyType) puts \(names) in the place of the object itself"
            }
        return Diagnostic(message: message, path: place)
    }
}
