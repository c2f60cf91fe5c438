#include "InstructionCounter.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

int instructions_are_counted(void) { return RUNNING_ON_VALGRIND; }

void instructions_begin(void) {
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
}

void instructions_end(const char *name) {
    CALLGRIND_DUMP_STATS_AT(name);
    CALLGRIND_STOP_INSTRUMENTATION;
}
#else
int instructions_are_counted(void) { return 0; }
void instructions_begin(void) {}
void instructions_end(const char *name) { (void)name; }
#endif
