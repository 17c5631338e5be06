// @ts-check
// What only the browser has: time, and chance.

/** Milliseconds of the page's clock. */
export function now() {
  return clock(performance.now());
}

/**
 * Whole numbers for which the engine, with its 32 bits, has room: after three weeks they begin anew.
 * @param {number} time
 */
export function clock(time) {
  return Math.round(time) % 2 ** 31;
}

/**
 * Ends what takes longer: better a word about it than an endless wait.
 * @param {number} milliseconds
 */
export function patience(milliseconds) {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}

/** A random number of 64 bits. */
export function seed() {
  return String(crypto.getRandomValues(new BigUint64Array(1))[0]);
}

/** What time it is by the calendar: see `stamp`. */
export function date() {
  return stamp(Math.floor(Date.now() / 1000));
}

/**
 * A time with how many minutes the clock here is ahead of Greenwich at that time: `1790000000+120`.
 * @param {number} seconds since the beginning of 1970
 */
export function stamp(seconds) {
  const minutes = -Math.round(new Date(1000 * seconds).getTimezoneOffset());
  return `${seconds}${minutes < 0 ? "" : "+"}${minutes || 0}`;
}

/**
 * An action with what it leaves to the browser.
 * @param {string} action
 */
export function filled(action) {
  return action.replace("{now}", () => String(now())).replace("{seed}", seed).replace("{date}", date);
}
