// Resets this device: deletes copies of what the server has, the sync state, the page's cached files and the settings.
// Unsent work and the key of the shelf stay.

import { routes } from "../loop/router.js";
import { inTime } from "./indexed-db.js";
import { places, timesPlace } from "./memory.js";
import { damagedPrefix, recordNames, writeRecord } from "./records.js";
import { chordsets, tunes } from "./stores.js";

/** Seconds after which a step that hangs is skipped. */
const stepTime = 5;

/** @returns {Promise<boolean>} whether it is done; then the page is reloaded */
export async function reset() {
  const mode = routes === "path" ? "server" : "alone";
  const keep = await Promise.all([chordsets, tunes].map((kind) => kind.reset(mode)));
  if (!keep.every(Boolean)) return false;
  for (const name of [...Object.values(places), timesPlace, ...recordNames(damagedPrefix)]) writeRecord(name, null);
  await inTime(forgetPage(), stepTime).catch(console.info);
  location.reload();
  return true;
}

/** Deletes the cached files of this copy of the page. Other copies on the same host keep theirs. */
async function forgetPage() {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  const prefix = `chord-combiner ${registration.scope} `;
  for (const name of await caches.keys()) if (name.startsWith(prefix)) await caches.delete(name);
  await registration.unregister();
}
