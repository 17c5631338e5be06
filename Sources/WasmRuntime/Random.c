#if defined(__wasm__)

// The seed of Swift's hashing.
//
// Elsewhere it is random, so that no one can choose keys that collide in other people's dictionaries.
// Here all the keys come from the person at the page and harm no one else. A fixed seed lets the
// module do without an import, and makes every run repeat the one before it, faults included.

#include <stddef.h>
#include <stdint.h>

void arc4random_buf(void *buffer, size_t count) {
    uint64_t state = 0x9E3779B97F4A7C15;
    uint8_t *bytes = buffer;
    while (count--) {
        // Knuth's MMIX generator; its upper bits are the well mixed ones.
        state = state * 6364136223846793005u + 1442695040888963407u;
        *bytes++ = (uint8_t)(state >> 56);
    }
}

#endif
