import Foundation
import Migrations
import Testing
import VersionedCodec

/// The Swift of the article "Field guide: classes", run word for word.
@Suite struct FieldGuideClassesTests: GuideSuite {
    let page = GuidePage("FieldGuideClasses")
    let printed = PrintedLines()

    @Test func aSubclassNeedsCodeOfItsOwn() throws {
        // guide begin
        class Animal: Codable { var legs = 4 }
        final class Dog: Animal { var tricks: [String] = [] }

        let api = VersionController<API>()
        do {
            _ = try api.encode(Dog())
        } catch {
            print(Diagnostic(describing: error))
        }
        // at the root: Dog inherits encode(to:) from its superclass, which does not write "tricks"; override encode(to:) and init(from:), let the class adopt InheritsCoding, or say VersionFormat(checksSubclasses: false)
        // guide end
        try check()
    }

    @Test func theSharedContainer() throws {
        // guide begin
        class Point2D: Codable, VersionedKeys {
            enum CodingKeys: String, CodingKey { case x, y }
            var x: Int
            var y: Int

            init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

            class func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1
                    ? [] : [try KeyLayout(CodingKeys.self, of: Point2D.self, inSubclasses: .under("point2D"))]
            }
        }

        final class Point3D: Point2D {
            private enum CodingKeys: String, CodingKey { case z }
            var z: Int

            init(x: Int, y: Int, z: Int) {
                self.z = z
                super.init(x: x, y: y)
            }

            required init(from decoder: any Decoder) throws {
                z = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .z)
                try super.init(from: decoder)
            }

            override func encode(to encoder: any Encoder) throws {
                try super.encode(to: encoder)
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(z, forKey: .z)
            }
        }

        let api = VersionController<API>(location: versionField)
        let point = try api.decode(Point3D.self, from: #"{"version": 1, "x": 1, "y": 2, "z": 3}"#.data).value
        print(point.x, point.z)
        // 1 3
        print(try api.encode(point, for: .v1).text)
        // {"version":1,"x":1,"y":2,"z":3}
        print(try api.encode(point, for: .v2).text)
        // {"point2D":{"x":1,"y":2},"version":2,"z":3}
        // guide end
        try check()
    }

    @Test func superencoderAndSuperDecoder() throws {
        // guide begin
        class Vehicle: Codable {
            var wheels: Int
            init(wheels: Int) { self.wheels = wheels }
        }

        final class Car: Vehicle {
            private enum CodingKeys: String, CodingKey { case seats }
            var seats: Int

            init(wheels: Int, seats: Int) {
                self.seats = seats
                super.init(wheels: wheels)
            }

            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                seats = try container.decode(Int.self, forKey: .seats)
                try super.init(from: container.superDecoder())
            }

            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(seats, forKey: .seats)
                try super.encode(to: container.superEncoder())
            }
        }

        let api = VersionController<API>(location: versionField) { version in
            VersionFormat(superclass: version == .v1 ? .under("super") : .inline)
        }
        let car = try api.decode(Car.self, from: #"{"version": 1, "seats": 5, "super": {"wheels": 4}}"#.data).value
        print(car.wheels, car.seats)
        // 4 5
        print(try api.encode(car, for: .v1).text)
        // {"seats":5,"super":{"wheels":4},"version":1}
        print(try api.encode(car, for: .v2).text)
        // {"seats":5,"version":2,"wheels":4}
        // guide end
        try check()
    }

    @Test func underANamedKey() throws {
        // guide begin
        class Base: Codable {
            var id: Int
            init(id: Int) { self.id = id }
        }

        final class Item: Base, VersionedKeys {
            private enum CodingKeys: String, CodingKey { case name, base }
            var name: String

            init(id: Int, name: String) {
                self.name = name
                super.init(id: id)
            }

            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                name = try container.decode(String.self, forKey: .name)
                try super.init(from: container.superDecoder(forKey: .base))
            }

            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(name, forKey: .name)
                try super.encode(to: container.superEncoder(forKey: .base))
            }

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [] : [try KeyLayout(CodingKeys.self, [.base: .path("/meta/entity")])]
            }
        }

        let api = VersionController<API>(location: versionField)
        let item = try api.decode(Item.self, from: #"{"version": 1, "name": "A", "base": {"id": 7}}"#.data).value
        print(item.id)
        // 7
        print(try api.encode(item, for: .v1).text)
        // {"base":{"id":7},"name":"A","version":1}
        print(try api.encode(item, for: .v2).text)
        // {"meta":{"entity":{"id":7}},"name":"A","version":2}
        // guide end
        try check()
    }

    @Test func inAnArray() throws {
        // guide begin
        class Named: Codable {
            var name: String
            init(name: String) { self.name = name }
        }

        final class Score: Named {
            var points: Int

            init(name: String, points: Int) {
                self.points = points
                super.init(name: name)
            }

            required init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                points = try container.decode(Int.self)
                try super.init(from: container.superDecoder())
            }

            override func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try container.encode(points)
                try super.encode(to: container.superEncoder())
            }
        }

        let api = VersionController<API>() { version in VersionFormat(keys: version == .v1 ? .asDeclared : .pascalCase)
        }
        let score = try api.fixed(to: .v1).decode(Score.self, from: #"[3, {"name": "Ann"}]"#.data).value
        print(score.name, score.points)
        // Ann 3
        print(try api.encode(score, for: .v1).text)
        // [3,{"name":"Ann"}]
        print(try api.encode(score, for: .v2).text)
        // [3,{"Name":"Ann"}]
        // guide end
        try check()
    }

    @Test func threeLevels() throws {
        // guide begin
        class Plant: Codable {
            var height: Int
            init(height: Int) { self.height = height }
        }

        class Tree: Plant {
            private enum CodingKeys: String, CodingKey { case rings }
            var rings: Int

            init(height: Int, rings: Int) {
                self.rings = rings
                super.init(height: height)
            }

            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                rings = try container.decode(Int.self, forKey: .rings)
                try super.init(from: container.superDecoder())
            }

            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(rings, forKey: .rings)
                try super.encode(to: container.superEncoder())
            }
        }

        final class AppleTree: Tree {
            private enum CodingKeys: String, CodingKey { case apples }
            var apples: Int

            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                apples = try container.decode(Int.self, forKey: .apples)
                try super.init(from: container.superDecoder())
            }

            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(apples, forKey: .apples)
                try super.encode(to: container.superEncoder())
            }
        }

        let api = VersionController<API>(location: versionField) { version in
            VersionFormat(superclass: version == .v1 ? .under("super") : .inline)
        }
        let sent = #"{"version": 1, "apples": 9, "super": {"rings": 5, "super": {"height": 3}}}"#
        let tree = try api.decode(AppleTree.self, from: sent.data).value
        print(tree.height, tree.rings, tree.apples)
        // 3 5 9
        print(try api.encode(tree, for: .v1).text)
        // {"apples":9,"super":{"rings":5,"super":{"height":3}},"version":1}
        print(try api.encode(tree, for: .v2).text)
        // {"apples":9,"height":3,"rings":5,"version":2}
        // guide end
        try check()
    }

    @Test func anArrayOfABaseClass() throws {
        // guide begin
        class Pet: Codable {
            var legs: Int
            init(legs: Int) { self.legs = legs }
        }

        final class Cat: Pet {
            private enum CodingKeys: String, CodingKey { case lives }
            var lives: Int

            init(legs: Int, lives: Int) {
                self.lives = lives
                super.init(legs: legs)
            }

            required init(from decoder: any Decoder) throws {
                lives = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .lives)
                try super.init(from: decoder)
            }

            override func encode(to encoder: any Encoder) throws {
                try super.encode(to: encoder)
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(lives, forKey: .lives)
            }
        }

        let api = try VersionController<API>() { version in
            VersionFormat(families: [
                try ClassFamily(
                    Pet.self, version == .v1 ? .beside("kind") : .around, ["pet": Pet.self, "cat": Cat.self])
            ])
        }
        let sent = #"[{"kind": "pet", "legs": 2}, {"kind": "cat", "legs": 4, "lives": 9}]"#
        let pets = try api.fixed(to: .v1).decode([Pet].self, from: sent.data).value
        print((pets[1] as? Cat)?.lives ?? 0)
        // 9
        print(try api.encode(pets, for: .v1).text)
        // [{"kind":"pet","legs":2},{"kind":"cat","legs":4,"lives":9}]
        print(try api.encode(pets, for: .v2).text)
        // [{"pet":{"legs":2}},{"cat":{"legs":4,"lives":9}}]
        // guide end
        try check()
    }

    @Test func everyBlockOfTheArticleIsRunHere() throws {
        try page.expectSameBlocks()
        try page.expectEveryTestIsChecked()
    }
}
