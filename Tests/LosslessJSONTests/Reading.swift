import Foundation
import Testing
import LosslessJSON

/// The value of a JSON text.
func read(_ text: String, maximumDepth: Int = 512) throws -> JSONValue {
    try JSONDocument(parsing: text, options: JSONParsingOptions(maximumDepth: maximumDepth)).root
}

/// The error of a text that is not JSON.
func fault(in text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> JSONSyntaxError {
    try fault(in: Array(text.utf8), sourceLocation: sourceLocation)
}

/// The error of bytes that are not JSON.
func fault(in bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws -> JSONSyntaxError {
    try #require(
        #expect(throws: JSONSyntaxError.self, sourceLocation: sourceLocation) { try JSONDocument(parsing: bytes) },
        sourceLocation: sourceLocation)
}

/// Containers within each other; an argument of tests by its name, for the text would fill the output.
enum Nesting: String, CaseIterable, Sendable {
    case arrays
    case objects

    /// A text of containers within each other, so many deep.
    func text(depth: Int) -> String {
        switch self {
        case .arrays: opening(depth: depth) + String(repeating: "]", count: depth)
        case .objects: opening(depth: depth) + "1" + String(repeating: "}", count: depth)
        }
    }

    /// The first half of such a text.
    func opening(depth: Int) -> String { String(repeating: self == .arrays ? "[" : #"{"a":"#, count: depth) }
}

/// Runs a piece of work on a thread with a stack of 64 KiB, and rethrows its error.
func onSmallStack(_ work: @escaping @Sendable () throws -> Void) throws {
    let outcome = Outcome()
    let thread = Thread {
        outcome.finish(Result { try work() })
    }
    thread.stackSize = 64 * 1024
    thread.start()
    try outcome.wait().get()
}

/// The result of another thread. `@unchecked Sendable`: written before the signal, read after it.
private final class Outcome: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var result: Result<Void, any Error> = .success(())

    func finish(_ result: Result<Void, any Error>) {
        self.result = result
        done.signal()
    }

    func wait() -> Result<Void, any Error> {
        done.wait()
        return result
    }
}
