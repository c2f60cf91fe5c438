#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// How many allocations this process has made so far; -1 where they are not counted.
long allocation_count(void);

#endif
