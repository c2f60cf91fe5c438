// swift-tools-version: 6.2

// deno.lock from version 1 to 4: the versions of a plan file, and a step in Swift beside them.

import PackageDescription

let package = Package(
    name: "DenoLock",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "versioned-codec", path: "../..")],
    targets: [
        .executableTarget(
            name: "DenoLock",
            dependencies: [
                .product(name: "Migrations", package: "versioned-codec"),
                .product(name: "VersionedCodec", package: "versioned-codec"),
            ])
    ]
)
