// A random number generator with a seed. The same seed gives the same numbers in every run.

/** @param {number} seed */
export function seededRandom(seed) {
  let state = seed >>> 0;
  /** A number from 0 up to 1, excluding 1 (Mulberry32). */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    /** An integer from 0 up to `end`, excluding it. */
    below: (end) => Math.floor(next() * end),
    /** A random element of a list. */
    pick: (list) => list[Math.floor(next() * list.length)],
    /** True with this probability. */
    chance: (probability) => next() < probability,
  };
}
