// Random numbers that are the same in every run with the same seed.

/** @param {number} seed */
export function chance(seed) {
  let state = seed >>> 0;
  /** A number from 0 up to 1, without 1: Mulberry32. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    /** A whole number from 0 up to `end`, without it. */
    below: (end) => Math.floor(next() * end),
    /** One of some. */
    of: (list) => list[Math.floor(next() * list.length)],
    /** Whether something happens that happens so often. */
    often: (share) => next() < share,
  };
}
