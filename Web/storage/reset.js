// @ts-check
// Clears this device of all that can be had again: what the server has, what is known of it, the page's own files, and settings.
// Work that is nowhere else stays, and so does the key to the shelf.

import { routes } from "../loop/router.js";
import { chordsets } from "./chordsets.js";
import { places } from "./memory.js";
import { asidePlace } from "./mending.js";
import { inTime } from "./requests.js";
import { tunes } from "./tunes.js";

/** Seconds that each step may take: what hangs is passed over. */
const stepTime = 5;

/** @returns {Promise<boolean>} whether it is done; then the page is loaded anew */
export async function reset() {
  const mode = routes === "path" ? "server" : "alone";
  const keep = await Promise.all([chordsets, tunes].map((kind) => kind.reset(mode)));
  if (!keep.every(Boolean)) return false;
  forgetRecords();
  await inTime(forgetPage(), stepTime).catch(console.info);
  location.reload();
  return true;
}

/** What is remembered between visits, and what was damaged. */
function forgetRecords() {
  try {
    const damaged = Object.keys(localStorage).filter((name) => name.startsWith(asidePlace));
    for (const name of [...Object.values(places), ...damaged]) localStorage.removeItem(name);
  } catch {
    // Then there is nothing to be forgotten.
  }
}

/** Other copies of the page on the same host keep theirs. */
async function forgetPage() {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  for (const name of await caches.keys()) if (name.startsWith(`chord-combiner ${registration.scope} `)) await caches.delete(name);
  await registration.unregister();
}
