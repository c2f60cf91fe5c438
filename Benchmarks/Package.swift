// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "versioned-codec", path: "..")],
    targets: [
        .target(name: "AllocationCounter", publicHeadersPath: "include"),
        .target(name: "InstructionCounter", publicHeadersPath: "include"),
        .executableTarget(
            name: "compare",
            dependencies: [
                "AllocationCounter", "InstructionCounter",
                .product(name: "VersionedCodec", package: "versioned-codec"),
                .product(name: "Migrations", package: "versioned-codec"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
