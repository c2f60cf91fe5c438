// What Swift's modules of the C library leave out on Linux.
#ifndef CSYSTEMFILES_SHIM_H
#define CSYSTEMFILES_SHIM_H

#if defined(__linux__)
#include <sys/xattr.h>

// `O_PATH`: opens a folder that may be searched, but not listed (open(2)). The header has it with `_GNU_SOURCE` only.
static const int systemOpensPathOnly = 010000000;

#include <fcntl.h>

// Declared with `_GNU_SOURCE` only.
extern int pipe2(int *, int);

// Makes a pipe that no program inherits which is started meanwhile (pipe2(2)).
static inline int systemPipe(int *ends) { return pipe2(ends, O_CLOEXEC); }
#endif

#endif
