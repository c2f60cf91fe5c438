// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "ThreeJobs",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "versioned-codec", path: "../..")],
    targets: [
        .executableTarget(
            name: "ThreeJobs",
            dependencies: [
                .product(name: "Migrations", package: "versioned-codec"),
                .product(name: "VersionedCodec", package: "versioned-codec"),
            ])
    ]
)
