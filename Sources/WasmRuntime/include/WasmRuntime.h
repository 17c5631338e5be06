/// What Swift expects of a C library, for a module that runs in a browser and has none.
///
/// There is nothing here to import: Swift calls these functions by their usual names, and the linker
/// finds them because `WebApp` depends on this target. On other systems the target is empty, since
/// their own C library has them all.
#ifndef WASM_RUNTIME_H
#define WASM_RUNTIME_H
#endif
