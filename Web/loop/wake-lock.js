// Keeps the screen on (Screen Wake Lock API): while a tune plays, on the stage, and on screens that listen to an
// instrument, for some minutes after its last note. Players of an instrument do not touch the screen.
//
//   data-awake="always"   as long as this element is shown
//   data-awake="heard"    as long as this element is shown and notes have been played in the last minutes

/** Milliseconds that the screen stays on after the last note: time to read a page or to tune. */
const listeningTime = 5 * 60_000;

/** Names of what is playing by itself. */
const players = new Set();
let heardAt = -Infinity;
let timer = 0;
/** @type {WakeLockSentinel | null} */
let lock = null;
let isRequesting = false;
/** When the browser has refused the lock last. */
let refusedAt = -Infinity;
/** Milliseconds before it is requested again. Each update of the page would request it otherwise. */
const refusalTime = 30_000;

/** Reports a note from an instrument or a file. */
export function noteHeard() {
  const isFirst = performance.now() - heardAt > listeningTime / 10;
  heardAt = performance.now();
  if (isFirst) updateWakeLock();
}

/**
 * @param {string} player its name
 * @param {boolean} isPlaying
 */
export function setPlaying(player, isPlaying) {
  if (isPlaying) players.add(player);
  else players.delete(player);
  updateWakeLock();
}

/** Acquires or releases the lock according to what is shown and playing. */
export function updateWakeLock() {
  const isNeeded = needsLock();
  // Browsers release it when the page is hidden or the battery is low.
  if (document.hidden || lock?.released) lock = null;
  if (!isNeeded && lock) {
    lock.release().catch(() => {});
    lock = null;
  }
  const isRefused = performance.now() - refusedAt < refusalTime;
  if (isNeeded && !lock && !isRequesting && !isRefused && !document.hidden) request();
}

function needsLock() {
  if (players.size > 0) return true;
  const shown = document.querySelector("[data-awake]");
  if (!(shown instanceof HTMLElement)) return false;
  if (shown.dataset.awake === "always") return true;
  const rest = heardAt + listeningTime - performance.now();
  if (rest > 0) timer ||= setTimeout(look, rest + 1);
  return rest > 0;
}

function look() {
  timer = 0;
  updateWakeLock();
}

/** Tries at once what was refused before the page was shown. */
function lookAgain() {
  refusedAt = -Infinity;
  updateWakeLock();
}

async function request() {
  if (!navigator.wakeLock) return;
  isRequesting = true;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    // The battery is low, or the page was hidden meanwhile.
    refusedAt = performance.now();
    return;
  } finally {
    isRequesting = false;
  }
  updateWakeLock();
}

document.addEventListener("visibilitychange", lookAgain);
addEventListener("pageshow", lookAgain);
