// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "versioned-codec",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        // The JSON document by itself: every number, key and byte kept; pointers, JSON5.
        .library(name: "LosslessJSON", targets: ["LosslessJSON"]),
        // Date formats by themselves.
        .library(name: "DateCoding", targets: ["DateCoding"]),
        // Coders that read and write several versions of a model; brings the two above.
        .library(name: "VersionedCodec", targets: ["VersionedCodec"]),
        // Date formats of full Foundation, for those who link it anyway.
        .library(name: "VersionedCodecFoundation", targets: ["VersionedCodecFoundation"]),
        // Plans, operations and bridges that bring a document from one version to another.
        .library(name: "Migrations", targets: ["Migrations"]),
        // Folders of documents, and documents that an app owns.
        .library(name: "StoredMigrations", targets: ["StoredMigrations"]),
        // Plan files for other languages: a C interface, `Sources/CVersionedJSON/versionedjson.h`.
        .library(name: "versionedjson", type: .dynamic, targets: ["VersionedJSONLibrary"]),
        // Laws that hold for every plan and bridge, for tests.
        .library(name: "VersionedTesting", targets: ["VersionedTesting"]),
        // All of it on the command line.
        .executable(name: "versioned-json", targets: ["versioned-json"]),
    ],
    targets: [
        .target(name: "LosslessJSON", swiftSettings: settings),
        .target(name: "DateCoding", swiftSettings: settings),
        .target(name: "VersionedCodec", dependencies: ["LosslessJSON", "DateCoding"], swiftSettings: settings),
        .target(
            name: "VersionedCodecFoundation", dependencies: ["VersionedCodec"], swiftSettings: settings),
        .systemLibrary(name: "CSystemFiles"),
        .target(name: "Migrations", dependencies: ["CSystemFiles", "VersionedCodec"], swiftSettings: settings),
        .target(
            name: "StoredMigrations", dependencies: ["CSystemFiles", "Migrations", "VersionedCodec"],
            swiftSettings: settings),
        .systemLibrary(name: "CVersionedJSON"),
        .target(
            name: "VersionedJSONLibrary", dependencies: ["CVersionedJSON", "Migrations", "VersionedCodec"],
            swiftSettings: settings),
        .target(
            name: "VersionedTesting", dependencies: ["Migrations", "VersionedCodec"], swiftSettings: settings),
        .executableTarget(
            name: "versioned-json", dependencies: ["StoredMigrations", "Migrations", "VersionedCodec"],
            swiftSettings: settings),
        .target(name: "TestSupport", path: "Tests/Support", swiftSettings: settings),
        .target(
            name: "SampleAPI", dependencies: ["Migrations", "VersionedCodec"], path: "Tests/SampleAPI",
            swiftSettings: settings),
        .testTarget(
            name: "LosslessJSONTests", dependencies: ["LosslessJSON", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "DateCodingTests", dependencies: ["DateCoding", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "VersionedCodecTests", dependencies: ["VersionedCodec", "SampleAPI", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "VersionedCodecFoundationTests",
            dependencies: ["VersionedCodecFoundation", "VersionedCodec", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "MigrationsTests",
            dependencies: [
                "CSystemFiles", "VersionedTesting", "Migrations", "VersionedCodec", "SampleAPI", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "StoredMigrationsTests",
            dependencies: ["StoredMigrations", "Migrations", "VersionedCodec", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "VersionedJSONLibraryTests",
            dependencies: ["CVersionedJSON", "VersionedJSONLibrary", "VersionedCodec", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "CommandLineTests", dependencies: ["versioned-json", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "StrangerTests",
            dependencies: [
                "VersionedTesting", "StoredMigrations", "Migrations", "VersionedCodec", "SampleAPI", "TestSupport",
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
