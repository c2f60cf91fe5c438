import Migrations
import VersionedCodec

/// An API of orders, customers and boxes within boxes.
enum Shop {
    static func orders() throws -> MigrationPlan {
        try MigrationPlan(
            "Order", versionAt: VersionLocation("/v", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2"), PlanVersion("3")],
            migrations: [
                Migration(from: "1", to: "2", "", operations: [.rename("/total", to: "price")]),
                Migration(
                    from: "2", to: "3", "",
                    operations: [
                        .rename("/customer", to: "buyer", ifAbsent: .skip), .remove("/note", ifAbsent: .skip),
                    ]),
            ])
    }

    /// Customers never say their version.
    static func customers() throws -> MigrationPlan {
        try MigrationPlan(
            "Customer", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "",
                    operations: [.rename("/mail", to: "email"), .remove("/fax", ifAbsent: .skip)])
            ])
    }

    static func boxes() throws -> MigrationPlan {
        try MigrationPlan(
            "Box", versionAt: VersionLocation("/box", as: .integer, legacy: "1"),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", operations: [.rename("/w", to: "width")])])
    }

    static func set() throws -> PlanSet {
        try PlanSet(
            "Shop API",
            entities: [
                PlanSet.Entity(
                    "Order", plan: orders(),
                    nested: [
                        NestedEntity("Customer", at: "/customer", inVersions: ["1", "2"]),
                        NestedEntity("Customer", at: "/buyer", inVersions: ["3"]),
                        NestedEntity("Box", eachOf: "/groups", "/boxes"),
                    ]),
                PlanSet.Entity("Customer", plan: customers()),
                PlanSet.Entity("Box", plan: boxes(), nested: [NestedEntity("Box", eachOf: "/boxes")]),
                PlanSet.Entity("OrderPage", nested: [NestedEntity("Order", eachOf: "/items")]),
            ],
            pins: [
                VersionPins("2025-01", ["Order": "1", "Customer": "1"]),
                VersionPins("2026-03", ["Order": "3", "Customer": "2", "Box": "2"]),
            ])
    }
}
