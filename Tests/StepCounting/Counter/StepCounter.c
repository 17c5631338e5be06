// What the compiler calls at each branch of the counted modules (-sanitize-coverage=trace-pc-guard): the body of each loop is
// one, also of the standard library's searches, which are compiled into the module that uses them.
#include "StepCounter.h"
#include <stdint.h>

// Of this thread: other tests run at the same time, and share specialized functions of the standard library.
static _Thread_local long steps;

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard) { steps++; }

long step_count(void) { return steps; }

void step_count_reset(void) { steps = 0; }
