// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "song-store",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "versioned-codec", path: "../.."),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
    ],
    targets: [
        .target(
            name: "SongStore",
            dependencies: [
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Migrations", package: "versioned-codec"),
                .product(name: "VersionedCodec", package: "versioned-codec"),
            ]),
        .testTarget(
            name: "SongStoreTests", dependencies: ["SongStore", .product(name: "GRDB", package: "GRDB.swift")]),
    ],
    swiftLanguageModes: [.v6]
)
