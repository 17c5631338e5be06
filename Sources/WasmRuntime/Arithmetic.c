#if defined(__wasm__)

// Arithmetic that WebAssembly has no instruction for and Swift's library calls by name.

#include <stdint.h>

/// The product of two 128-bit numbers; Swift needs it to print a `Double`.
///
/// Written with halves of 64 bits, because a plain `a * b` would be compiled into a call of itself.
__int128 __multi3(__int128 a, __int128 b) {
    uint64_t aLow = (uint64_t)a, aHigh = (uint64_t)(a >> 64);
    uint64_t bLow = (uint64_t)b, bHigh = (uint64_t)(b >> 64);

    // aLow · bLow, all 128 bits of it, from four products of 32 bits.
    uint64_t mask = 0xFFFFFFFF;
    uint64_t low = (aLow & mask) * (bLow & mask);
    uint64_t middle = (aLow >> 32) * (bLow & mask) + (low >> 32);
    uint64_t cross = (aLow & mask) * (bLow >> 32) + (middle & mask);
    uint64_t high = (aLow >> 32) * (bLow >> 32) + (middle >> 32) + (cross >> 32);
    low = (cross << 32) | (low & mask);

    // What the upper halves add lies wholly above bit 64; aHigh · bHigh lies beyond bit 128.
    high += aHigh * bLow + aLow * bHigh;
    return (__int128)(((unsigned __int128)high << 64) | low);
}

#endif
