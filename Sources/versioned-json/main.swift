#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

// Before any file is opened, and before any thread is started.
StandardStreams.open()
Signals.start()
let status = Tool.run(Word.ofCommandLine())
Signals.endWhereOneIsPending()
exit(status.rawValue)
