// What page and engine need from the browser: time, random numbers, idle time, and whether sound may play.

/** The page's clock in milliseconds, as the engine counts it. */
export function now() {
  return engineTime(performance.now());
}

/**
 * A time as a whole number that fits the engine's 32 bits. It wraps around after three weeks.
 * @param {number} time milliseconds of the page's clock
 */
export function engineTime(time) {
  return Math.round(time) % 2 ** 31;
}

/**
 * A signal that aborts after a time. An error message is better than an endless wait.
 * @param {number} milliseconds
 */
export function timeout(milliseconds) {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}

/**
 * Runs a task when the browser is idle.
 * @param {() => void} task
 * @param {number} [maximumDelay] in milliseconds
 */
export function whenIdle(task, maximumDelay = 2000) {
  if ("requestIdleCallback" in window) requestIdleCallback(task, { timeout: maximumDelay });
  else setTimeout(task, maximumDelay / 10);
}

/** Whether sound may play: browsers block it before the first gesture. Those without `userActivation` may just try. */
export function maySound() {
  const { userActivation } = /** @type {{ userActivation?: { hasBeenActive: boolean } }} */ (navigator);
  return userActivation?.hasBeenActive !== false;
}

/** A random number of 64 bits. */
export function seed() {
  return String(crypto.getRandomValues(new BigUint64Array(1))[0]);
}

/** The current time of the calendar: see `timestamp`. */
export function date() {
  return timestamp(Math.floor(Date.now() / 1000));
}

/**
 * A time with its local offset from UTC in minutes: `1790000000+120`.
 * @param {number} seconds since 1970
 */
export function timestamp(seconds) {
  const minutes = -Math.round(new Date(1000 * seconds).getTimezoneOffset());
  return `${seconds}${minutes < 0 ? "" : "+"}${minutes || 0}`;
}

/**
 * An action with its placeholders `{now}`, `{seed}` and `{date}` replaced.
 * @param {string} action
 */
export function fillPlaceholders(action) {
  return action.replace("{now}", () => String(now())).replace("{seed}", seed).replace("{date}", date);
}
