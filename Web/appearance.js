// @ts-check
// Theme, contrast and colours, put on <html> before anything is painted, so that nobody who prefers
// the dark is met by a flash of light. That is why this is no module: modules run after the first paint.

/** Also in memory.js, which is the one that writes. */
const place = "chord-combiner-settings";

/** @param {Record<string, unknown>} settings */
function appear(settings) {
  for (const name of ["theme", "contrast", "colors"]) {
    const value = settings[name];
    if (typeof value === "string") document.documentElement.dataset[name] = value;
  }
}

try {
  const record = JSON.parse(localStorage.getItem(place) ?? "null");
  if (record?.version === 1) appear(record);
} catch {
  // Storage is forbidden, or what is there is damaged: then it is as if nothing had been chosen.
}
addEventListener("appearance", (event) => appear(/** @type {CustomEvent} */ (event).detail));
