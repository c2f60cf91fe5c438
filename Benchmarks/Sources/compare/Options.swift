import Foundation

/// The command line.
struct Options {
    var isJSON = false
    var filter = ""
    var rounds = 15
    /// The least duration of one side of a round.
    var seconds = 0.02
    /// Whether the processor's time is measured, not the clock's: for a machine that has other work.
    var isProcessorTime = false
    /// Whether memory is measured, not time.
    var isMemory = false
    /// Whether ours of each row is only run, so that `Benchmarks/instructions` can count what the processor does.
    var isCounted = false
    /// The size of large payloads.
    var megabytes = 10

    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: some Sequence<String>) throws {
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--json": isJSON = true
            case "--memory": isMemory = true
            case "--counted": isCounted = true
            case "--cpu": isProcessorTime = true
            case "--filter": filter = try Self.value(of: argument, rest.next())
            case "--rounds": rounds = try Self.number(argument, Int(Self.value(of: argument, rest.next())))
            case "--seconds": seconds = try Self.number(argument, Double(Self.value(of: argument, rest.next())))
            case "--megabytes": megabytes = try Self.number(argument, Int(Self.value(of: argument, rest.next())))
            default:
                throw Problem(
                    description:
                        "unknown argument \(argument); usage: compare [--json] [--cpu] [--counted] [--filter TEXT] [--rounds N] [--seconds S] [--megabytes N]"
                )
            }
        }
    }

    private static func value(of option: String, _ value: String?) throws -> String {
        guard let value else { throw Problem(description: "\(option) needs a value") }
        return value
    }

    private static func number<Number: Comparable & ExpressibleByIntegerLiteral>(
        _ option: String, _ value: Number?
    ) throws -> Number {
        guard let value, value > 0 else { throw Problem(description: "\(option) needs a number above zero") }
        return value
    }

    /// Whether a row is asked for.
    func includes(_ name: String) -> Bool {
        filter.isEmpty || name.contains(filter)
    }
}

/// Says what is wrong and ends with status 2.
func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("error: \(message)\n".utf8))
    exit(2)
}
