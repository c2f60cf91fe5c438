// swift-tools-version: 6.2

import PackageDescription

// Everything is built with libFuzzer's flags:
//     swift build -c release -Xswiftc -sanitize=fuzzer,address

let package = Package(
    name: "fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "versioned-codec", path: "..")],
    targets: ["scan", "migrate", "planfile", "decode"].map { name in
        .executableTarget(
            name: name,
            dependencies: [
                .product(name: "VersionedCodec", package: "versioned-codec"),
                .product(name: "Migrations", package: "versioned-codec"),
            ])
    },
    swiftLanguageModes: [.v6]
)
