#if defined(__wasm__)

// Arithmetic that Swift's library needs and WebAssembly has no instruction for.

#include <stdint.h>

/// The product of two 128-bit numbers; Swift needs it to print a `Double`.
///
/// It uses 64-bit halves, because the compiler would turn `a * b` into a recursive call.
__int128 __multi3(__int128 a, __int128 b) {
    uint64_t aLow = (uint64_t)a, aHigh = (uint64_t)(a >> 64);
    uint64_t bLow = (uint64_t)b, bHigh = (uint64_t)(b >> 64);

    // aLow · bLow in 128 bits, from four 32-bit products.
    uint64_t mask = 0xFFFFFFFF;
    uint64_t low = (aLow & mask) * (bLow & mask);
    uint64_t middle = (aLow >> 32) * (bLow & mask) + (low >> 32);
    uint64_t cross = (aLow & mask) * (bLow >> 32) + (middle & mask);
    uint64_t high = (aLow >> 32) * (bLow >> 32) + (middle >> 32) + (cross >> 32);
    low = (cross << 32) | (low & mask);

    // The upper halves contribute only above bit 64, and aHigh · bHigh only above bit 128.
    high += aHigh * bLow + aLow * bHigh;
    return (__int128)(((unsigned __int128)high << 64) | low);
}

#endif
