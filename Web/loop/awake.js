// @ts-check
// Keeping the screen on, which is decided here and nowhere else: while a tune plays, on the stage, and where an exercise or
// Play is open and something was heard in the last minutes. Hands on an instrument do not touch the screen.
//
//   data-awake="always"   as long as this element is shown
//   data-awake="heard"    as long as this element is shown and something was heard in the last minutes

/** Milliseconds after what was heard last: time to read a page, or to tune. */
const patience = 5 * 60_000;

/** What plays by itself. */
const players = new Set();
let heardAt = -Infinity;
let timer = 0;
/** @type {WakeLockSentinel | null} */
let lock = null;
let isAsking = false;

/** Something was played on an instrument, or by a file. */
export function heard() {
  const isNews = performance.now() - heardAt > patience / 10;
  heardAt = performance.now();
  if (isNews) stayAwake();
}

/**
 * @param {string} player its name
 * @param {boolean} isPlaying
 */
export function plays(player, isPlaying) {
  if (isPlaying) players.add(player);
  else players.delete(player);
  stayAwake();
}

/** Looks whether the screen is to stay on now. */
export function stayAwake() {
  const wanted = isWanted();
  // Browsers end it where the page is hidden, and where the battery is low.
  if (document.hidden || lock?.released) lock = null;
  if (!wanted && lock) {
    lock.release().catch(() => {});
    lock = null;
  }
  if (wanted && !lock && !isAsking && !document.hidden) ask();
}

function isWanted() {
  clearTimeout(timer);
  if (players.size > 0) return true;
  const shown = document.querySelector("[data-awake]");
  if (!(shown instanceof HTMLElement)) return false;
  if (shown.dataset.awake === "always") return true;
  const rest = heardAt + patience - performance.now();
  if (rest > 0) timer = setTimeout(stayAwake, rest + 1);
  return rest > 0;
}

async function ask() {
  if (!navigator.wakeLock) return;
  isAsking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    // The battery is low, or the page was hidden meanwhile: asked again when it is seen.
    return;
  } finally {
    isAsking = false;
  }
  stayAwake();
}

document.addEventListener("visibilitychange", stayAwake);
addEventListener("pageshow", stayAwake);
