#if defined(__wasm__)

// Memory for Swift: `posix_memalign` and `free`.
//
// The page lives as long as its tab, and every touch makes and drops thousands of small strings, so
// memory must really come back. The heap is one row of blocks without gaps. A block knows its own
// size and that of the block before it, so a freed block finds both neighbours at once and joins
// those that are free: two free blocks never lie side by side, and the row cannot crumble. Free blocks
// are kept in lists by the magnitude of their size, so finding one does not mean walking the heap.
//
// WebAssembly gives this module one thread, so there is nothing to lock.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PAGE 65536u

// What Swift and C may assume of any allocation. Blocks are multiples of it too, so cutting one
// anywhere on this grid leaves two proper blocks.
#define GRAIN 16u

typedef struct Block {
    uint32_t size;     // header included; its lowest bit says that the block is in use
    uint32_t previous; // size of the block before this one, 0 for the first
    // From here on the memory belongs to the caller. No one has asked for a free block, so
    // there it holds the block's place in its list.
    struct Block *next;
    struct Block *back;
} Block;

#define HEADER offsetof(Block, next)
#define IN_USE 1u

_Static_assert(sizeof(Block) == GRAIN, "the smallest block must have room for its list");

static Block *lists[32]; // lists[n]: free blocks of 2ⁿ up to 2ⁿ⁺¹ bytes
static Block *end;       // closes the row: no bytes of its own, never free

// The linker says where the program's own data ends.
extern uint8_t __heap_base;

static Block *after(Block *block) { return (Block *)((uint8_t *)block + (block->size & ~IN_USE)); }
static Block *before(Block *block) { return (Block *)((uint8_t *)block - block->previous); }
static uint32_t magnitude(uint32_t size) { return 31 - (uint32_t)__builtin_clz(size); }

static void list(Block *block) {
    Block **head = &lists[magnitude(block->size)];
    block->back = NULL;
    block->next = *head;
    if (*head) (*head)->back = block;
    *head = block;
}

static void unlist(Block *block) {
    if (block->back) block->back->next = block->next;
    else lists[magnitude(block->size)] = block->next;
    if (block->next) block->next->back = block->back;
}

static void resize(Block *block, uint32_t size) {
    block->size = size;
    after(block)->previous = size;
}

/// Makes a block free, together with free neighbours.
static void give_back(Block *block) {
    block->size &= ~IN_USE;
    Block *right = after(block);
    if (!(right->size & IN_USE)) {
        unlist(right);
        resize(block, block->size + right->size);
    }
    if (block->previous) {
        Block *left = before(block);
        if (!(left->size & IN_USE)) {
            unlist(left);
            resize(left, left->size + block->size);
            block = left;
        }
    }
    list(block);
}

/// Cuts a block (in no list) so that it keeps `size` bytes, and returns the rest.
static Block *cut(Block *block, uint32_t size) {
    Block *rest = (Block *)((uint8_t *)block + size);
    uint32_t length = block->size - size;
    block->size = size;
    rest->previous = size;
    resize(rest, length);
    return rest;
}

/// Lengthens the row by at least `size` bytes. False where the browser gives no more.
static bool grow(uint32_t size) {
    if (!end) {
        // What memory the module was born with beyond its data is the first block. Blocks begin so
        // that what follows their header lies on the grid.
        uintptr_t first = (uintptr_t)&__heap_base + HEADER;
        end = (Block *)(((first + GRAIN - 1) & ~(uintptr_t)(GRAIN - 1)) - HEADER);
        end->size = IN_USE;
        end->previous = 0;
    }
    // Room for `size` bytes and for the block that closes the row.
    uintptr_t top = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
    uint64_t wanted = (uint64_t)(uintptr_t)end + size + GRAIN;
    if (wanted > top) {
        uint64_t needed = (wanted - top + PAGE - 1) / PAGE;
        // Browsers take the longer for it the larger the memory is, so it grows by an eighth where that can be had.
        uint64_t pages = needed < top / PAGE / 8 ? top / PAGE / 8 : needed;
        // The last page of the address space is left alone: its end would not fit in 32 bits.
        while (top / PAGE + pages > 65535 || __builtin_wasm_memory_grow(0, (size_t)pages) == (size_t)-1) {
            if (pages == needed) return false;
            pages = needed;
        }
        top += (uintptr_t)pages * PAGE;
    }
    Block *fresh = end;
    uint32_t length = (uint32_t)(top - GRAIN - (uintptr_t)fresh) & ~(GRAIN - 1);
    end = (Block *)((uint8_t *)fresh + length);
    end->size = IN_USE;
    resize(fresh, length);
    give_back(fresh);
    return true;
}

/// A free block of at least `size` bytes, taken out of its list; NULL if none is at hand.
static Block *find(uint32_t size) {
    uint32_t list = magnitude(size);
    // The list of the size's own magnitude may hold blocks that are too small, and thousands of them: some are looked at …
    unsigned patience = 32;
    for (Block *block = lists[list]; block && patience--; block = block->next) {
        if (block->size >= size) {
            unlist(block);
            return block;
        }
    }
    // … every block in the lists above it is large enough.
    while (++list < 32) {
        if (lists[list]) {
            Block *block = lists[list];
            unlist(block);
            return block;
        }
    }
    return NULL;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    enum { invalid = 28, no_memory = 48 }; // EINVAL and ENOMEM as WebAssembly's C libraries number them
    if (alignment < sizeof(void *) || (alignment & (alignment - 1))) return invalid;
    if (size > INT32_MAX || alignment > INT32_MAX / 2) return no_memory;

    uint32_t needed = ((uint32_t)size + HEADER + GRAIN - 1) & ~(GRAIN - 1);
    uint32_t slack = alignment > GRAIN ? (uint32_t)alignment : 0;
    Block *block = find(needed + slack);
    if (!block) {
        if (!grow(needed + slack)) return no_memory;
        block = find(needed + slack);
    }
    if (slack) {
        uint32_t misfit = (uint32_t)-((uintptr_t)block + HEADER) & (slack - 1);
        if (misfit) {
            Block *front = block;
            block = cut(front, misfit);
            block->size |= IN_USE; // or the front would join it again
            give_back(front);
            block->size &= ~IN_USE;
        }
    }
    if (block->size > needed) {
        Block *rest = cut(block, needed);
        block->size |= IN_USE;
        give_back(rest);
    }
    block->size |= IN_USE;
    *result = (uint8_t *)block + HEADER;
    return 0;
}

void free(void *memory) {
    if (memory) give_back((Block *)((uint8_t *)memory - HEADER));
}

#endif
