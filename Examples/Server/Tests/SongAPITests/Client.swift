import Foundation
import Hummingbird
import SongAPI
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What the server answered.
struct Answer {
    let status: Int
    let text: String
    private let response: HTTPURLResponse

    init(_ response: HTTPURLResponse, _ body: Data) {
        self.response = response
        status = response.statusCode
        text = String(decoding: body, as: UTF8.self)
    }

    func header(_ name: String) -> String? { response.value(forHTTPHeaderField: name) }
}

/// Sends requests to a server on this machine.
struct Client {
    /// The address of the server.
    let port: Int

    func send(
        _ method: String, _ path: String, accept: Int? = nil, type: String? = nil, _ body: String? = nil
    ) async throws -> Answer {
        var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(path)")))
        request.httpMethod = method
        if let accept { request.setValue(Self.type(accept), forHTTPHeaderField: "Accept") }
        if let type { request.setValue(type, forHTTPHeaderField: "Content-Type") }
        request.httpBody = body.map { Data($0.utf8) }
        let (data, response) = try await URLSession.shared.data(for: request)
        return Answer(try #require(response as? HTTPURLResponse), data)
    }

    static func type(_ version: Int) -> String { "application/vnd.songs.v\(version)+json" }
}

/// Runs a server on a free port for as long as the body needs it.
func serve(
    _ router: Router<SongContext>, _ body: @escaping @Sendable (Client) async throws -> Void
) async throws {
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    var application = Application(
        router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { channel in
            if let number = channel.localAddress?.port { port.yield(number) }
            port.finish()
        })
    // It is stopped while connections are open, which is an error of no interest.
    application.logger.logLevel = .critical
    let server = application
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
            defer { port.finish() }
            try await server.runService(gracefulShutdownSignals: [])
        }
        var first = ports.makeAsyncIterator()
        let number = try #require(await first.next())
        try await body(Client(port: number))
        group.cancelAll()
    }
}
