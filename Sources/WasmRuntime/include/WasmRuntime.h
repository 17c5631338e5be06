/// The C library functions that Swift needs, for a WebAssembly module without a C library.
///
/// There are no declarations: Swift calls these functions by their usual names, and the linker finds them because `WebApp`
/// depends on this target. On other systems the target is empty.
#ifndef WASM_RUNTIME_H
#define WASM_RUNTIME_H
#endif
