// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "song-server",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "versioned-codec", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.0"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
    ],
    targets: [
        .target(
            name: "SongAPI",
            dependencies: [
                .product(name: "Migrations", package: "versioned-codec"),
                .product(name: "VersionedCodec", package: "versioned-codec"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]),
        .executableTarget(
            name: "song-server",
            dependencies: ["SongAPI", .product(name: "Hummingbird", package: "hummingbird")]),
        .testTarget(
            name: "SongAPITests",
            dependencies: ["SongAPI", .product(name: "Hummingbird", package: "hummingbird")]),
    ],
    swiftLanguageModes: [.v6]
)
