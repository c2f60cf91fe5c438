#if canImport(Glibc)
    import CSystemFiles
#endif

/// Memory that a run over many documents frees with one, and needs again for the next.
package enum FreedMemory {
    /// Keeps up to 32 MB of it in the process, for a program that does nothing else. By default, glibc returns memory
    /// at the end of the heap to the system, and gets it again page by page. That takes as long as reading a file of
    /// lines.
    package static func keep() {
        #if canImport(Glibc)
            systemKeepFreedMemory(32 << 20, 16 << 20)
        #endif
    }
}
