// Compares this library with Foundation, in turn and in one process:
//     swift run -c release compare [--json] [--cpu] [--filter TEXT] [--rounds N] [--seconds S] [--megabytes N]
//     swift run -c release compare --memory [--megabytes N]
// Benchmarks/instructions counts the instructions of ours.

do {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.count == 3, arguments.first == "--memory-of" {
        try Memory.run(arguments[2], arguments[3])
    } else {
        let options = try Options(arguments)
        if options.isMemory {
            try Memory.report(bytes: options.megabytes * 1_000_000)
        } else {
            try compare(options)
        }
    }
} catch {
    fail("\(error)")
}

private func compare(_ options: Options) throws {
    let groups: [RowGroup] =
        decodeLinearRows() + [decodeHardRows()] + [
            dateRows, keyRows, scanRows(bytes: options.megabytes * 1_000_000), linearRows(), hardRows(),
            migrateRows(bytes: options.megabytes * 1_000_000), documentRows(bytes: options.megabytes * 1_000_000),
            setRows(bytes: options.megabytes * 1_000_000), linearDocumentRows(), growthRows(),
            decodeRows(bytes: options.megabytes * 1_000_000),
            layerRows(bytes: options.megabytes * 1_000_000), toleranceRows(bytes: options.megabytes * 1_000_000),
            encodeRows(bytes: options.megabytes * 1_000_000), corpusRows(),
        ]
    if options.isCounted { return try count(groups, options) }
    let report = Report(isJSON: options.isJSON)
    report.printHeader()
    for group in groups where group.names.contains(where: options.includes) {
        for row in try group.make() where options.includes(row.name) {
            try report.print(
                row.measure(
                    rounds: options.rounds, minimumSeconds: options.seconds,
                    by: options.isProcessorTime ? .processor : .wall))
        }
    }
}
