// swift-tools-version: 5.5

// A package whose only purpose is its Package.resolved: SwiftPM writes version 1 of the file for manifests before 5.6,
// version 2 for those before 6.0 and version 3 from then on. fixtures/package-resolved holds what it wrote for each.

import PackageDescription

let package = Package(
    name: "ResolvedPackage",
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.5.0"),
        .package(url: "https://github.com/jpsim/Yams.git", from: "6.0.0"),
    ],
    targets: [
        .executableTarget(
            name: "ResolvedPackage",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Collections", package: "swift-collections"),
                .product(name: "Yams", package: "Yams"),
            ])
    ]
)
