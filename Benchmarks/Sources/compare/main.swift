// Compares this library with Foundation, in turn and in one process:
//     swift run -c release compare [--json] [--cpu] [--filter TEXT] [--rounds N] [--seconds S] [--megabytes N]

do {
    let options = try Options(CommandLine.arguments.dropFirst())
    let groups: [RowGroup] = [
        dateRows, keyRows, scanRows(bytes: options.megabytes * 1_000_000), linearRows(), hardRows(),
        migrateRows(bytes: options.megabytes * 1_000_000), setRows(bytes: options.megabytes * 1_000_000),
        decodeRows(bytes: options.megabytes * 1_000_000),
        layerRows(bytes: options.megabytes * 1_000_000),
        encodeRows(bytes: options.megabytes * 1_000_000),
    ]
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
} catch {
    fail("\(error)")
}
