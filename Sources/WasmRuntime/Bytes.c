#if defined(__wasm__)

// Copying, filling and comparing bytes.
//
// The compiler turns these built-ins into WebAssembly's bulk memory instructions. Without these instructions, it would emit
// calls to the functions below, which would then recurse endlessly.

#include <stddef.h>

#if !defined(__wasm_bulk_memory__)
#error "needs WebAssembly's bulk memory instructions"
#endif

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
    return __builtin_memcpy(to, from, count);
}

void *memmove(void *to, const void *from, size_t count) {
    return __builtin_memmove(to, from, count);
}

void *memset(void *to, int byte, size_t count) {
    return __builtin_memset(to, byte, count);
}

int memcmp(const void *one, const void *other, size_t count) {
    const unsigned char *a = one, *b = other;
    for (; count; a++, b++, count--) {
        if (*a != *b) return *a - *b;
    }
    return 0;
}

#endif
