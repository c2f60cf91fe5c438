/// Declare it to recognize a version by properties of its payloads. They identify the version of a payload that does
/// not name it, and contradict a payload that names another.
///
/// ```swift
/// let v3: PayloadShape = ["/worksheets": .present, "/cells": .absent]
/// let v4: PayloadShape = ["/cells": .kind(.array), "/worksheets": .absent]
/// // {"cells": []}    has version 4, found by its shape
/// ```
public struct PayloadShape: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// The expectation at one place.
    public enum Expectation: Sendable, Hashable {
        /// There is a value; `null` counts.
        case present
        /// There is no value.
        case absent
        /// There is a value of the kind.
        case kind(JSONKind)
    }

    /// One place, and what is expected there.
    public struct Test: Sendable, Hashable, CustomStringConvertible {
        /// The place.
        public let pointer: JSONPointer

        /// The expectation at the place.
        public let expectation: Expectation

        /// A test of a place.
        public init(_ pointer: JSONPointer, _ expectation: Expectation) {
            self.pointer = pointer
            self.expectation = expectation
        }

        /// The expectation, in words: `"/cells" is an array`.
        public var description: String { "\(place) is \(expected)" }

        /// The opposite, in words: `"/cells" is not an array`.
        package var negation: String { "\(place) is not \(expected)" }

        private var place: String { pointer.isRoot ? "the payload" : JSONValue.string(pointer.description).text() }

        private var expected: String {
            switch expectation {
            case .present: "present"
            case .absent: "absent"
            case .kind(let kind): kind.phrase
            }
        }

        /// Whether what is at the place, by its kind, is what is expected.
        func holds(for found: JSONKind?) -> Bool {
            switch expectation {
            case .present: found != nil
            case .absent: found == nil
            case .kind(let kind): found == kind
            }
        }
    }

    /// The tests, in order; all must hold.
    public let tests: [Test]

    /// A shape with tests that must all hold.
    public init(_ tests: [Test]) { self.tests = tests }

    /// A shape from places and expectations.
    public init(dictionaryLiteral elements: (JSONPointer, Expectation)...) {
        tests = elements.map { Test($0.0, $0.1) }
    }

    /// Whether it says that the payload is not an object, so that no member of it can name its version.
    package var isNoObject: Bool {
        tests.contains { test in
            guard test.pointer.isRoot, case .kind(let kind) = test.expectation else { return false }
            return kind != .object
        }
    }

    /// The first test that does not hold; `nil` if all do.
    package func mismatch(_ kind: (JSONPointer) -> JSONKind?) -> Test? {
        tests.first { !$0.holds(for: kind($0.pointer)) }
    }

    /// Whether a payload has the shape. O(tests × members on the path)
    public func fits(_ payload: JSONValue) -> Bool { mismatch { payload[at: $0]?.kind } == nil }
}
