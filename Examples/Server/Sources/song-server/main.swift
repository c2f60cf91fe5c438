import Hummingbird
import SongAPI

let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
let application = Application(
    router: try songRouter(.songs()), configuration: .init(address: .hostname("127.0.0.1", port: port)))
try await application.runService()
