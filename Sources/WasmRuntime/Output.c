#if defined(__wasm__)

// Unoptimized builds keep the printing functions of Swift's library, which call this one. The engine never prints, and
// optimized builds do not contain it.

int putchar(int character) {
    return character;
}

#endif
