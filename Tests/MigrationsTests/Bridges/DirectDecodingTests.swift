import Foundation
import Migrations
import Synchronization
import Testing
import VersionedCodec

/// Payloads that begin with their version are decoded without a document on the way; that may not be seen.
@Suite struct DirectDecodingTests {
    enum Release: Int, APIVersion { case v1 = 1, v2, v3 }

    struct First: Codable, Equatable {
        var name: String
        var year: String
    }

    struct Second: Codable, Equatable {
        var title: String
        var year: Int
    }

    struct Film: Codable, Equatable {
        var title: String
        var years: [Int]
    }

    struct Years: Bridge {
        struct NoYear: Error {}

        func upgrade(_ film: First, in context: inout BridgeContext) throws -> Second {
            if film.year == "?" { context.lose("?", at: "/year", "a year is a number") }
            guard let year = film.year == "?" ? 0 : Int(film.year) else { throw NoYear() }
            let title = try context.document()["long_name"]?.string ?? film.name
            return Second(title: title, year: year)
        }

        func downgrade(_ film: Second, in context: inout BridgeContext) -> First {
            First(name: film.title, year: String(film.year))
        }
    }

    struct Lists: Bridge {
        func upgrade(_ film: Second, in context: inout BridgeContext) throws -> Film {
            let seen = try context.document()["year"]?.number?.exactly(Int.self)
            return Film(title: film.title, years: seen.map { [$0] } ?? [])
        }

        func downgrade(_ film: Film, in context: inout BridgeContext) -> Second {
            Second(title: film.title, year: film.years.first ?? 0)
        }
    }

    static let migrator = Result {
        try Migrator(
            Film.self, controller: VersionController<Release>(location: VersionLocation("/version", as: .integer)),
            migrations: [
                Migration(from: Release.v1, to: .v2, "years are numbers", bridge: Years()),
                Migration(from: Release.v2, to: .v3, "years are lists", bridge: Lists()),
            ])
    }

    @Test(arguments: [
        (1, #""name":"M","year":"1931""#, Film(title: "M", years: [1931])),
        (1, #""name":"M","year":"1931","long_name":"M, a city""#, Film(title: "M, a city", years: [1931])),
        (1, #""name":"M","year":"?""#, Film(title: "M", years: [0])),
        (2, #""title":"M","year":1931"#, Film(title: "M", years: [1931])),
        (3, #""title":"M","years":[1931,1951]"#, Film(title: "M", years: [1931, 1951])),
    ])
    func whereTheVersionStandsChangesNothing(version: Int, members: String, film: Film) throws {
        for text in [
            #"{"version":\#(version),\#(members)}"#, #"{\#(members),"version":\#(version)}"#,
            "\n{ \"version\" : \(version) , \(members) }\n",
        ] {
            let decoded = try Self.migrator.get().decode(Data(text.utf8))
            #expect(decoded.model == film, "\(text)")
            #expect(decoded.version.rawValue == version && decoded.source == .field("/version"))
            // Of two names of one member, the way back writes one.
            let lost = members.contains("?") ? "/year" : members.contains("long_name") ? "/name" : nil
            #expect(decoded.losses.map(\.path.description) == [lost].compactMap { $0 })
        }
    }

    @Test(arguments: [
        #"{"version":1,"name":"M","year":"long ago"}"#, #"{"version":1,"name":"M"}"#, #"{"version":3,"title":7}"#,
        #"{"version":2,"title":"M","year":1931,"version":3}"#, #"{"version":2,"title":"M","year":1931"#,
        #"{"version":4}"#, #"{"version":12}"#,
    ])
    func faultsAreToldAsTheWayOverDocumentsTellsThem(text: String) throws {
        let migrator = try Self.migrator.get()
        var told: [String] = []
        // Behind a member, the version is found by the way over documents.
        for text in [text, text.replacing("{", with: #"{"x":0,"#)] {
            do {
                _ = try migrator.decode(Data(text.utf8))
                Issue.record("\(text) was decoded")
            } catch {
                told.append("\(error.message) \(error.path?.description ?? "")")
            }
        }
        #expect(told[0] == told[1])
    }

    /// How often the code of a bridge runs.
    final class Runs: Sendable {
        private let count = Atomic(0)
        var total: Int { count.load(ordering: .relaxed) }
        func add() { count.add(1, ordering: .relaxed) }
    }

    struct CountedYears: Bridge {
        let runs: Runs

        func upgrade(_ film: First, in context: inout BridgeContext) throws -> Second {
            runs.add()
            return try Years().upgrade(film, in: &context)
        }

        func downgrade(_ film: Second, in context: inout BridgeContext) -> First {
            Years().downgrade(film, in: &context)
        }
    }

    @Test func aBridgeThatReportsALossRunsOnce() throws {
        let runs = Runs()
        let migrator = try Migrator(
            Film.self, controller: VersionController<Release>(location: VersionLocation("/version", as: .integer)),
            migrations: [
                Migration(from: Release.v1, to: .v2, "years are numbers", bridge: CountedYears(runs: runs)),
                Migration(from: Release.v2, to: .v3, "years are lists", bridge: Lists()),
            ])
        let decoded = try migrator.decode(Data(#"{"version":1,"name":"M","year":"?"}"#.utf8))
        #expect(decoded.model == Film(title: "M", years: [0]) && runs.total == 1)
        #expect(decoded.losses.map(\.path.description) == ["/year"])
    }

    @Test func anExplicitVersionWins() throws {
        let payload = Data(#"{"version":3,"name":"M","year":"1931"}"#.utf8)
        let decoded = try Self.migrator.get().decode(payload, from: .v1)
        #expect(decoded.model == Film(title: "M", years: [1931]) && decoded.source == .explicit)
    }
}
