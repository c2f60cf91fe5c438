import InstructionCounter

/// Runs ours of each row, once to warm up and once counted by callgrind: what `Benchmarks/instructions` starts.
func count(_ groups: [RowGroup], _ options: Options) throws {
    guard instructions_are_counted() != 0 else {
        fail("--counted needs callgrind, and valgrind's headers when it is built; see Benchmarks/instructions")
    }
    for group in groups where group.names.contains(where: options.includes) {
        for row in try group.make() where options.includes(row.name) {
            blackHole(try row.ours())
            instructions_begin()
            let result = try row.ours()
            instructions_end(row.name)
            blackHole(result)
        }
    }
}
