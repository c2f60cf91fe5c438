import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// Models read and written by key layouts, over one route.
struct Laid {
    let route: any CoderRoute
    let controller: VersionController<ShapeVersion>

    init(_ route: any CoderRoute, _ layouts: [KeyLayout] = [], format: VersionFormat = VersionFormat()) {
        self.route = route
        var format = format
        format.layouts += layouts
        controller = VersionController<ShapeVersion>(format: format).fixed(to: .v1)
    }

    func read<Model: Decodable>(_ type: Model.Type, _ payload: JSONValue) throws -> Model {
        try reading(type, payload).value
    }

    func reading<Model: Decodable>(_ type: Model.Type, _ payload: JSONValue) throws -> Versioned<Model, ShapeVersion> {
        try route.decode(type, from: route.payload(payload), with: controller)
    }

    func write(_ model: some Encodable) throws -> JSONValue {
        try route.value(of: route.encode(Versioned(model, version: .v1), with: controller))
    }

    /// Writes a model, compares, and reads it back.
    func check<Model: Codable & Equatable>(
        _ model: Model, _ payload: JSONValue, at location: SourceLocation = #_sourceLocation
    ) throws {
        let written = try write(model)
        #expect(written.isEquivalent(to: payload), "wrote \(written)", sourceLocation: location)
        #expect(try read(Model.self, payload) == model, sourceLocation: location)
    }

    /// The text of the error that a payload has.
    func fault<Model: Decodable>(
        _ type: Model.Type, _ payload: JSONValue, at location: SourceLocation = #_sourceLocation
    ) throws -> String {
        let error = #expect(throws: DecodingError.self, sourceLocation: location) { try read(type, payload) }
        return try route.text(of: #require(error, sourceLocation: location), at: location)
    }

    /// The text of the error that writing a model has.
    func fault(writing model: some Encodable, at location: SourceLocation = #_sourceLocation) throws -> String {
        let error = #expect(throws: EncodingError.self, sourceLocation: location) { try write(model) }
        return Diagnostic(describing: try #require(error, sourceLocation: location)).description
    }
}

extension CoderRoute {
    /// The text of a decoding error without its version, and without line and column, which a route has either always
    /// or never. (Keys that are in one place are not faults of the text.)
    func text(of error: DecodingError, at location: SourceLocation = #_sourceLocation) -> String {
        var diagnostic = Diagnostic(describing: error)
        let isOfText =
            if case .dataCorrupted(let context) = error { !(context.underlyingError is KeyLayout.CollisionError) } else
            {
                true
            }
        #expect((diagnostic.position != nil) == (saysPositions && isOfText), "of \(error)", sourceLocation: location)
        (diagnostic.position, diagnostic.version) = (nil, nil)
        return diagnostic.description
    }
}
