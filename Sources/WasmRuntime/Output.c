#if defined(__wasm__)

// Without optimization Swift's library keeps its printing functions, which call this one. The engine never prints, and the
// linker removes it from an optimized engine.

int putchar(int character) {
    return character;
}

#endif
