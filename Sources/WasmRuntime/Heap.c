#if defined(__wasm__)

// The memory allocator for Swift, `posix_memalign` and `free`, and for the page, `allocate` and `release`.
//
// Each action of the user allocates and frees thousands of small strings, so memory must be reused. The heap is a
// contiguous sequence of blocks. Each block has its own size and that of the previous block, so a freed block merges with
// free neighbours in constant time. Two free blocks are never adjacent, which limits fragmentation. Free blocks are in
// lists by the logarithm of their size.
//
// The module has a single thread, so no locks are needed.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PAGE 65536u

// The alignment of all allocations. Block sizes are multiples of it too, so a block can be split at any multiple.
#define GRAIN 16u

typedef struct Block {
    uint32_t size;     // with header; the lowest bit is set if the block is in use
    uint32_t previous; // size of the previous block, 0 for the first
    // The rest belongs to the caller. A free block has the links of its list here.
    struct Block *next;
    struct Block *back;
} Block;

#define HEADER offsetof(Block, next)
#define IN_USE 1u

_Static_assert(sizeof(Block) == GRAIN, "the smallest block must have room for its list");

static Block *lists[32]; // lists[n]: free blocks of 2ⁿ up to 2ⁿ⁺¹ bytes
static Block *end;       // sentinel after the last block, never free

// The end of the program's data, from the linker.
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

/// Frees a block, and merges it with free neighbours.
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

/// Splits an unlisted block after `size` bytes, and returns the rest.
static Block *cut(Block *block, uint32_t size) {
    Block *rest = (Block *)((uint8_t *)block + size);
    uint32_t length = block->size - size;
    block->size = size;
    rest->previous = size;
    resize(rest, length);
    return rest;
}

/// Grows the heap by at least `size` bytes. Returns false if the browser refuses.
static bool grow(uint32_t size) {
    if (!end) {
        // The first block is the initial memory after the data. Blocks start so that the memory after the header is
        // aligned.
        uintptr_t first = (uintptr_t)&__heap_base + HEADER;
        end = (Block *)(((first + GRAIN - 1) & ~(uintptr_t)(GRAIN - 1)) - HEADER);
        end->size = IN_USE;
        end->previous = 0;
    }
    // Space for `size` bytes and the sentinel.
    uintptr_t top = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
    uint64_t wanted = (uint64_t)(uintptr_t)end + size + GRAIN;
    if (wanted > top) {
        uint64_t needed = (wanted - top + PAGE - 1) / PAGE;
        // Growing takes longer the larger the memory is. It therefore grows by an eighth if possible.
        uint64_t pages = needed < top / PAGE / 8 ? top / PAGE / 8 : needed;
        // The last page of the address space is not used, because its end does not fit in 32 bits.
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

/// Removes a free block of at least `size` bytes from its list; NULL if there is none.
static Block *find(uint32_t size) {
    uint32_t list = magnitude(size);
    // The first list may have thousands of blocks that are too small, so only some are checked.
    unsigned attempts = 32;
    for (Block *block = lists[list]; block && attempts--; block = block->next) {
        if (block->size >= size) {
            unlist(block);
            return block;
        }
    }
    // Every block in the higher lists is large enough.
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
    enum { invalid = 28, no_memory = 48 }; // EINVAL and ENOMEM in C libraries for WebAssembly
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
            block->size |= IN_USE; // otherwise the front would merge with it again
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

/// Allocates memory for a message of the page, which passes its address to an exported function.
void *allocate(size_t size) {
    void *memory;
    posix_memalign(&memory, GRAIN, size);
    return memory;
}

/// Frees memory from `allocate`.
void release(void *memory) { free(memory); }

#endif
