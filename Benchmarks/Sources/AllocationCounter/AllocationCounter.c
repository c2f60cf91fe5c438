// Counts allocations by standing in front of the C library's own functions; glibc only.
#include "AllocationCounter.h"

#if defined(__linux__)
#include <features.h>
#endif

#if defined(__GLIBC__)
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_long count;

static inline void add(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) { add(); return __libc_malloc(size); }
void *calloc(size_t number, size_t size) { add(); return __libc_calloc(number, size); }
void *realloc(void *old, size_t size) { add(); return __libc_realloc(old, size); }
void *aligned_alloc(size_t alignment, size_t size) { add(); return __libc_memalign(alignment, size); }
int posix_memalign(void **out, size_t alignment, size_t size) {
    add();
    *out = __libc_memalign(alignment, size);
    return *out ? 0 : 12;
}

long allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }
#else
long allocation_count(void) { return -1; }
#endif
