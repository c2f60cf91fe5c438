// What Swift's modules of the C library leave out on Linux.
#ifndef CSYSTEMFILES_SHIM_H
#define CSYSTEMFILES_SHIM_H

#if defined(__linux__)
#include <sys/xattr.h>

// `O_PATH`: opens a folder that may be searched, but not listed (open(2)). The header has it with `_GNU_SOURCE` only.
static const int systemOpensPathOnly = 010000000;

#include <fcntl.h>
#include <stdint.h>

// Declared with `_GNU_SOURCE` only.
extern int pipe2(int *, int);

// Makes a pipe that no program inherits which is started meanwhile (pipe2(2)).
static inline int systemPipe(int *ends) { return pipe2(ends, O_CLOEXEC); }

// Declared with `_GNU_SOURCE` only.
extern int sync_file_range(int, int64_t, int64_t, unsigned int);

// Begins to write what is not on the disk yet, and does not wait (`SYNC_FILE_RANGE_WRITE`, sync_file_range(2)). That is
// no promise, so its result says nothing.
static inline void systemStartWriting(int file) { sync_file_range(file, 0, 0, 2); }

#include <sys/syscall.h>

// Declared with `_GNU_SOURCE` only.
extern long syscall(long, ...);

// Renames an entry of a folder, unless there is one of the other name (`RENAME_NOREPLACE`, renameat2(2)). Older C
// libraries lack the function.
static inline int systemRenameUnlessTaken(int folder, const char *name, const char *other) {
    return (int)syscall(SYS_renameat2, folder, name, folder, other, 1u);
}

#if defined(__GLIBC__)
#include <malloc.h>

// Returns freed memory to the system only from so many bytes on, and blocks of so many bytes at once (mallopt(3)). If
// one of the two is set, glibc no longer adapts the other.
static inline void systemKeepFreedMemory(int bytes, int block) {
    mallopt(M_TRIM_THRESHOLD, bytes);
    mallopt(M_MMAP_THRESHOLD, block);
}
#endif
#endif

#endif
