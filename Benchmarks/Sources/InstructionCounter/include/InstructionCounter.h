#ifndef INSTRUCTION_COUNTER_H
#define INSTRUCTION_COUNTER_H

/// Whether the program runs under callgrind, and was built where valgrind's headers are.
int instructions_are_counted(void);

/// Begins to count instructions.
void instructions_begin(void);

/// Ends counting; callgrind writes a file with the count and the name.
void instructions_end(const char *name);

#endif
