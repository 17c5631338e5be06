#if defined(__wasm__)

// The seed of Swift's hashing.
//
// Usually it is random, as a protection against chosen collisions. On the page, all keys come from its own user. A fixed
// seed needs no import, and makes runs reproducible.

#include <stddef.h>
#include <stdint.h>

void arc4random_buf(void *buffer, size_t count) {
    uint64_t state = 0x9E3779B97F4A7C15;
    uint8_t *bytes = buffer;
    while (count--) {
        // Knuth's MMIX generator. Its upper bits are the best ones.
        state = state * 6364136223846793005u + 1442695040888963407u;
        *bytes++ = (uint8_t)(state >> 56);
    }
}

#endif
